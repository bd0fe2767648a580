import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { specials } from '../../facades/rest/routes.ts';
import { readConfig } from '../../src/platform/config.ts';
import { VERSION } from '../../src/platform/version.ts';
import { imageOf, readDockerfile } from '../support/dockerfile.ts';
import { NODE_OPTIONS, START_VARIABLES } from '../support/process.ts';

/** The files of deploy/ agree with each other, with the routes and with the settings of the service. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'docsvc-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  image: string;
  command?: string[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  securityContext: object;
  volumeMounts: { mountPath: string }[];
};
type Pod = {
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: { runAsUser: number };
  containers: [Container];
};
type Resource = {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: { template: Resource & { spec: Pod }; ports: { targetPort: string }[] };
};
type Service = { environment: Record<string, string>; command?: string[]; read_only?: boolean };

const image = imageOf(readDockerfile(read('Dockerfile')).at(-1) ?? { name: undefined, steps: [] });
// The example has names in angle brackets that its reader replaces.
const kubernetes = parseAllDocuments(read('deploy/kubernetes.yaml').replaceAll(/<(.*?)>/g, '$1')).map(
  one => one.toJS() as Resource,
);
const resource = (kind: string) => kubernetes.find(one => one.kind === kind) as Resource;
const pods = ['Job', 'Deployment'].map(kind => resource(kind).spec.template.spec);
const [server] = resource('Deployment').spec.template.spec.containers;
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: object;
};
const unit = read('deploy/docsvc.service');
const ready = specials.map(({ path }) => path).filter(path => path.endsWith('/health/ready'));

const secrets: Record<string, string> = {
  'database-url': 'postgresql://db/docsvc',
  'migration-url': 'postgresql://db/docsvc',
  'jwt-secret': 'x'.repeat(32),
  'encryption-keys': `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  'admin-password': 'long enough',
};
for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value);

/** What the service makes of settings whose secrets are files. */
const configOf = (environment: Record<string, string>) =>
  readConfig(
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        name.endsWith('_FILE') ? value.replace(/^.*\//, `${folder}/`) : value,
      ]),
    ),
  );
const settingsOf = ({ env }: Container) => Object.fromEntries(env.map(({ name, value }) => [name, value]));
const sourceOf = (command: readonly string[] = []) => command.find(part => part.endsWith('.ts')) ?? '';

describe('the image', () => {
  it('runs the server itself, and asks whether it is ready', () => {
    expect(image.command[0]).toBe('node');
    for (const command of [image.command, image.healthCheck])
      expect(existsSync(join(root, sourceOf(command)))).toBe(true);
    expect(ready).toHaveLength(1);
    expect(read(sourceOf(image.healthCheck))).toContain(ready[0]);
    expect(configOf({}).port).toBe(Number(image.port));
    const { host, dataDir } = configOf(
      Object.fromEntries(Object.entries(image.environment).filter(([name]) => name.startsWith('DOCSVC_'))),
    );
    expect([host, dataDir]).toEqual(['0.0.0.0', image.volume]);
  });
});

it('every way to start gives Node the same options and variables', () => {
  const optionsOf = (command: string) => command.match(/--[a-z]\S*/g);
  const started = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
  expect([image.command.join(' '), started].map(optionsOf)).toEqual([NODE_OPTIONS, NODE_OPTIONS]);
  expect(image.environment).toMatchObject(START_VARIABLES);
  for (const [name, value] of Object.entries(START_VARIABLES))
    expect(unit).toMatch(new RegExp(`^Environment=.* ${name}=${RegExp.escape(value)}( |$)`, 'm'));
});

describe('the Kubernetes example', () => {
  it('has settings that the service takes', () => {
    for (const { containers } of pods)
      expect(configOf(settingsOf(containers[0])).databaseUrl).toBe(secrets['database-url']);
    const { publicUrl, metrics, migrate } = configOf(settingsOf(server));
    expect({ publicUrl, metrics, migrate }).toEqual({
      publicUrl: 'https://docs.example.com',
      metrics: { host: '0.0.0.0', port: 9090 },
      migrate: false,
    });
  });

  it('asks the routes and ports of the service', () => {
    const ports = Object.fromEntries(server.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(ports).toEqual({ http: Number(image.port), metrics: 9090 });
    expect(resource('Deployment').spec.template.metadata.annotations?.['prometheus.io/port']).toBe(`${ports.metrics}`);
    expect(resource('Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    const paths = specials.map(({ path }) => path);
    for (const { httpGet } of [server.startupProbe, server.livenessProbe, server.readinessProbe]) {
      expect(paths).toContain(httpGet.path);
      expect(httpGet.port).toBe('http');
    }
    expect(server.readinessProbe.httpGet.path).toBe(ready[0]);
    expect(server.livenessProbe.httpGet.path).not.toBe(ready[0]);
  });

  it('runs this release as the user of the image, and waits until it has stopped', () => {
    for (const { containers, securityContext, enableServiceLinks } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(image.user.split(':')[0]) });
      expect(containers[0].securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(containers[0].image).toBe(`registry/docsvc:${VERSION}`);
      expect(enableServiceLinks).toBe(false);
    }
    expect(resource('Job').metadata.name).toBe(`docsvc-migrate-${VERSION.replaceAll('.', '-')}`);
    expect(existsSync(join(root, sourceOf(pods[0]?.containers[0].command)))).toBe(true);
    const { shutdownDelayMs } = configOf(settingsOf(server));
    const { terminationGracePeriodSeconds } = resource('Deployment').spec.template.spec;
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(shutdownDelayMs + 10_000);
  });
});

describe('the compose file', () => {
  it('has settings that the service takes, and secrets that deploy/make-secrets.sh makes', () => {
    for (const name of ['migrate', 'server-1', 'server-2']) {
      const { environment, command, read_only } = compose.services[name] as Service;
      expect(configOf(environment)).toMatchObject({ publicUrl: 'https://localhost:8443', migrate: false });
      expect(read_only).toBe(true);
      if (command) expect(existsSync(join(root, sourceOf(command)))).toBe(true);
    }
    const made = [...read('deploy/make-secrets.sh').matchAll(/> "\$made\/([a-z-]+)"$/gm)].map(([, name]) => name);
    expect(Object.keys(compose.secrets).sort()).toEqual(made.sort());
  });

  it('has a proxy that asks its servers whether they are ready', () => {
    const proxy = read('deploy/Caddyfile');
    expect(proxy).toContain(`health_uri ${ready[0]}`);
    expect(proxy).toContain(`reverse_proxy server-1:${image.port} server-2:${image.port}`);
  });
});

describe('the systemd unit', () => {
  it('starts the server with the Node of its packages, and waits until it has stopped', () => {
    const [, program, source] = /^ExecStart=\/opt\/docsvc\/(\S+) .*?(\S+\.js)$/m.exec(unit) ?? [];
    expect([program, source].map(file => file !== undefined && existsSync(join(root, file)))).toEqual([true, true]);
    const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const dataDir = /DOCSVC_DATA_DIR=(\S+)/.exec(environment)?.[1];
    expect(dataDir).toBe(`/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)?.[1]}`);
    const longestMs = configOf({ DOCSVC_HOST: '0.0.0.0' }).shutdownDelayMs + 10_000;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(longestMs);
  });
});
