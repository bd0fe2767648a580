import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const base = ['platform', 'generated'];
const domain = [
  'audit',
  'users',
  'teams',
  'projects',
  'documents',
  'branches',
  'contents',
  'versions',
  'diffs',
  'drafts',
  'tokens',
  'shares',
  'ai',
];

/** A domain module imports those before it, the engine room, the access rules and the pure rooms. */
const domainEdges = Object.fromEntries(
  domain.map((room, index) => [
    room,
    [
      ...[...base, 'access', 'graphql', ...domain.slice(0, index)],
      ...['openapi', 'markdown', 'compare', 'provider', 'staging'],
    ],
  ]),
);

/** Room → the rooms that it may import beside itself. */
const allowed: Record<string, string[]> = {
  generated: [],
  platform: ['generated', 'package.json'],
  access: [...base, 'provider'],
  graphql: [...base, 'access'],
  openapi: ['platform'],
  markdown: ['platform', 'compare'],
  compare: ['platform', 'openapi'],
  provider: ['platform'],
  staging: base,
  ...domainEdges,
  // Every domain module adds its fields to the one schema.
  'src/graphql/schema.ts': ['graphql', ...domain],
  'src/start.ts': [...base, 'access', ...domain, 'provider', 'staging'],
  'src/app.ts': [...base, 'access', 'graphql', 'src/graphql/schema.ts', 'tokens', 'facades'],
  'src/main.ts': [...base, 'src/app.ts', 'src/start.ts', ...domain],
  'src/admin.ts': [...base, 'src/start.ts', ...domain],
  facades: ['platform', 'access', 'graphql'],
};

/** The engine of the comparison and the forms of its result know nothing of the service. */
const pureDiffs = ['compare', 'model.ts', 'packed-items.ts'];

/** The room of a file: its folder, or the file itself where it stands at the top. */
function roomOf(file: string): string {
  if (file in allowed) return file;
  const [top = '', room = '', inner = ''] = file.split('/');
  if (top !== 'src') return top;
  // The client of AI providers knows nothing of the service either.
  if (room === 'ai' && inner === 'provider') return 'provider';
  // What acts of drafts stage in their transactions; the rest of the room builds on drafts.
  if (room === 'ai' && inner === 'staging.ts') return 'staging';
  if (room === 'diffs' && pureDiffs.includes(inner)) return 'compare';
  return file.split('/').length === 2 ? file : room;
}

const files = ['src', 'facades'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.startsWith('generated/'))
    .map(name => join(folder, name)),
);

type Import = { file: string; specifier: string; typeOnly: boolean };

const IMPORTS = [
  /^(?:import|export)\s+(type\s)?[^;'"`]*?\bfrom\s+'([^']+)'/gm,
  /^import\s+()'([^']+)'/gm,
  /\bimport\(()\s*['"`]([^'"`]+)/g,
  /\bnew URL\(()\s*'([^']+\.ts)'/g,
];

const imports: Import[] = files.flatMap(file => {
  const text = readFileSync(join(root, file), 'utf8');
  return IMPORTS.flatMap(pattern =>
    [...text.matchAll(pattern)].map(([, type, specifier = '']) => ({ file, specifier, typeOnly: Boolean(type) })),
  );
});

const own = imports.filter(({ specifier }) => specifier.startsWith('.'));
const target = ({ file, specifier }: Import) => relative(root, join(root, dirname(file), specifier));

describe('what imports what', () => {
  it('is read from all files', () => {
    expect(files.length).toBeGreaterThan(80);
    expect(own.length).toBeGreaterThan(300);
    expect(own.filter(({ specifier }) => !/\.(ts|json)$/.test(specifier))).toEqual([]);
  });

  it('keeps to the table of allowed edges', () => {
    const refused = own.filter(one => {
      const [from, to] = [roomOf(one.file), roomOf(target(one))];
      return from !== to && !allowed[from]?.includes(to);
    });
    expect(refused.map(one => `${one.file} -> ${target(one)}`)).toEqual([]);
  });

  it('lets the audit trail know the schema and the policy in its queries only', () => {
    const service = own.filter(({ file }) => file === 'src/audit/service.ts');
    expect(service.filter(one => !one.typeOnly && !['platform', 'generated'].includes(roomOf(target(one))))).toEqual(
      [],
    );
  });

  it('gives facades of access and of the engine their types only', () => {
    const facades = own.filter(
      one => one.file.startsWith('facades/') && ['access', 'graphql'].includes(roomOf(target(one))),
    );
    expect(facades.filter(one => !one.typeOnly).map(one => one.file)).toEqual([]);
  });

  it('keeps pure rooms away from Node, the network and the database', () => {
    const pure = imports.filter(({ file }) => ['openapi', 'markdown', 'compare'].includes(roomOf(file)));
    const impure = /^(node:(fs|http|https|net|dns|tls|child_process)|pg|fastify|@prisma\/|graphql)/;
    expect(pure.filter(({ specifier }) => impure.test(specifier))).toEqual([]);
  });
});
