import { describe, expect, it } from 'vitest';
import { importsIn, isOwn, sourceFiles, targetOf } from '../support/imports.ts';

const base = ['platform', 'generated'];
const domain = [
  'events',
  'audit',
  'users',
  'teams',
  'projects',
  'oidc',
  'device-logins',
  'documents',
  'branches',
  'contents',
  'versions',
  'diffs',
  'search',
  'drafts',
  'comments',
  'tokens',
  'shares',
  'ai',
  'webhooks',
  'mail',
];

/** A domain module may import the modules before it, the platform, the lists, the access rules and the pure folders. */
const domainEdges = Object.fromEntries(
  domain.map((room, index) => [
    room,
    [
      ...[...base, 'access', 'lists', 'graphql', ...domain.slice(0, index)],
      ...['openapi', 'openapi-diff', 'markdown', 'provider'],
    ],
  ]),
);

/** Folder → the other folders that it may import. Outside the domain, each of them is imported. */
const allowed: Record<string, string[]> = {
  generated: [],
  platform: ['generated', 'package.json'],
  access: [...base, 'provider', 'events'],
  lists: [...base, 'access'],
  graphql: [...base, 'access', 'lists'],
  openapi: ['platform'],
  'openapi-diff': ['platform', 'openapi'],
  markdown: ['platform', 'openapi-diff'],
  provider: ['platform'],
  ...domainEdges,
  // Every domain module with fields adds them to the one schema.
  'src/schema.ts': ['graphql', ...domain.filter(room => !['events', 'contents', 'mail'].includes(room))],
  'src/start.ts': ['platform', 'admin', 'access', 'audit', 'contents', 'events', 'ai', 'webhooks', 'mail', 'provider'],
  'src/request-log.ts': ['platform'],
  'src/app.ts': ['platform', 'src/request-log.ts', 'access', 'graphql', 'src/schema.ts', 'tokens', 'facades'],
  'src/greeting.ts': ['platform', 'users'],
  'src/observation.ts': ['platform'],
  'src/service.ts': [
    ...['platform', 'admin', 'src/observation.ts', 'src/app.ts', 'src/greeting.ts', 'src/start.ts'],
    ...['events', 'users', 'contents', 'webhooks'],
  ],
  'src/server.ts': ['platform', 'src/observation.ts', 'src/start.ts', 'src/schema.ts', 'src/service.ts', 'users'],
  'src/main.js': ['platform'],
  'src/migrate.ts': ['platform'],
  admin: ['platform', 'access', 'src/start.ts', 'audit', 'users'],
  facades: ['platform', 'access', 'graphql'],
  // What `docsvc diff` compares and judges is what the service does, in the pure rooms.
  cli: ['platform', 'openapi', 'openapi-diff', 'markdown', 'diffs', 'package.json'],
};

/** The folder of a file, or the file itself at the top level. */
function roomOf(file: string): string {
  if (file in allowed) return file;
  const [top = '', room = '', inner = ''] = file.split('/');
  if (top === 'facades' && room === 'cli') return room;
  if (top !== 'src') return top;
  // The client of AI providers does not depend on the service either.
  if (room === 'ai' && inner === 'provider') return 'provider';
  return file.split('/').length === 2 ? file : room;
}

const imports = importsIn(['src', 'facades']);
const own = imports.filter(isOwn);

describe('imports', () => {
  it('is read from all files', () => {
    expect(sourceFiles(['src', 'facades']).length).toBeGreaterThan(80);
    expect(own.length).toBeGreaterThan(300);
    expect(own.filter(({ specifier }) => !/\.(tsx?|js|json|css)(\?worker&url)?$/.test(specifier))).toEqual([]);
  });

  it('follow the table of allowed imports', () => {
    const refused = own.filter(one => {
      const [from, to] = [roomOf(one.file), roomOf(targetOf(one))];
      return from !== to && !allowed[from]?.includes(to);
    });
    expect(refused.map(one => `${one.file} -> ${targetOf(one)}`)).toEqual([]);
  });

  it('use every edge of the table outside the domain', () => {
    const used = new Set(own.map(one => `${roomOf(one.file)} -> ${roomOf(targetOf(one))}`));
    const rooms = Object.entries(allowed).filter(([room]) => !domain.includes(room));
    const edges = rooms.flatMap(([from, targets]) => targets.map(to => `${from} -> ${to}`));
    expect(edges.filter(edge => !used.has(edge))).toEqual([]);
  });

  it('keep the schema builder out of use cases: only files that declare GraphQL types import the engine', () => {
    const useCases = own.filter(one => domain.includes(roomOf(one.file)) && !/(schema|mutations)\.ts$/.test(one.file));
    expect(useCases.filter(one => roomOf(targetOf(one)) === 'graphql').map(one => one.file)).toEqual([]);
  });

  it('lets the audit trail know the schema and the policy in its queries only', () => {
    const service = own.filter(({ file }) => file === 'src/audit/service.ts');
    expect(
      service.filter(one => !one.typeOnly && !['platform', 'generated', 'events'].includes(roomOf(targetOf(one)))),
    ).toEqual([]);
  });

  it('allow facades only the types of access and of the engine', () => {
    const facades = own.filter(
      one => one.file.startsWith('facades/') && ['access', 'graphql'].includes(roomOf(targetOf(one))),
    );
    expect(facades.filter(one => !one.typeOnly).map(one => one.file)).toEqual([]);
  });

  it('lets the OpenAPI diff know of the platform its JSON values only', () => {
    const diff = own.filter(one => roomOf(one.file) === 'openapi-diff' && roomOf(targetOf(one)) === 'platform');
    expect(new Set(diff.map(targetOf))).toEqual(new Set(['src/platform/json.ts']));
  });

  it('lets the rules of the OpenAPI diff ask for proofs, and no proof know the rules', () => {
    const proofs = own.filter(({ file }) => file.startsWith('src/openapi-diff/containment/'));
    expect(proofs.length).toBeGreaterThan(20);
    expect(proofs.map(targetOf).filter(target => target.startsWith('src/openapi-diff/rules/'))).toEqual([]);
  });

  it('keep Node, the network and the database out of pure folders', () => {
    const pure = imports.filter(({ file }) => ['openapi', 'openapi-diff', 'markdown'].includes(roomOf(file)));
    const impure = /^(node:(fs|http|https|net|dns|tls|child_process)|pg|fastify|@prisma\/|graphql)/;
    expect(pure.filter(({ specifier }) => impure.test(specifier))).toEqual([]);
  });
});
