import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { imageOf, readDockerfile } from '../support/dockerfile.ts';
import { petstore31Json } from '../support/documents.ts';
import { makeDocument, signIn, succeed } from '../support/http-client.ts';
import { freePort } from '../support/postgresql.ts';
import { type Bound, report, secrets } from './failing-database.ts';

// The image, and what deploy/ makes of it. Without a container engine (Linux, as root) the steps of the Dockerfile run as a
// script, and its command runs in a root file system of its own: as process 1 of a PID namespace and as the user of the
// image, with a read-only root but for /tmp and the volume, as compose.yaml sets it. The system below /usr is that of this
// machine, and Node is the one that runs this. With an engine, the compose file runs, too. `--app FOLDER` takes the folder
// that scripts/image-steps.ts made before.
const { values } = parseArgs({ options: { app: { type: 'string' } } });
const STOP_LIMIT_MS = 10_000;
const START_LIMIT_MS = 60_000;
const root = join(import.meta.dirname, '../..');
const scratch = await mkdtemp('/var/tmp/docsvc-container-');
await chmod(scratch, 0o755);
const bounds: Bound[] = [];
/** Without what npm passes to its scripts. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Runs a command, and returns its exit code with what it printed. */
async function run(name: string, args: string[], env: Record<string, string> = {}, cwd = root) {
  const options = { cwd, env: { ...environment, ...env }, maxBuffer: 2 ** 26 };
  return promisify(execFile)(name, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    error => ({ code: Number(error.code ?? -1), said: `${error.stdout ?? ''}${error.stderr ?? error.message}` }),
  );
}

const megabytes = (path: string) => Number(/^\d+/.exec(execFileSync('du', ['-sm', path], { encoding: 'utf8' }))?.[0]);

const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
const image = imageOf(readDockerfile(dockerfile).at(-1) ?? { name: undefined, steps: [] });
const [uid = '', gid = ''] = image.user.split(':');
const [container, app] = [join(scratch, 'root'), values.app ?? join(scratch, 'app')];

async function build(): Promise<void> {
  const startedAt = performance.now();
  if (values.app === undefined) {
    const { code, said } = await run(process.execPath, ['scripts/image-steps.ts', app], { COMMIT: 'c0ffee' });
    const figure = `exit code ${code} after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
    bounds.push({ name: 'the steps of the Dockerfile succeed', holds: code === 0, figure });
    if (code !== 0) console.log(said);
  }
  const modules = megabytes(join(app, 'node_modules'));
  console.log(`/app has ${megabytes(app)} MB (node_modules ${modules} MB), beside the base image with its Node`);
}

/** Makes the root folder of the image: links and mount points of the system, and what its RUN steps prepare. */
async function makeRoot(): Promise<void> {
  const folders = ['usr', 'etc', 'proc', 'dev', 'tmp', 'opt/node', image.folder];
  for (const folder of folders) await mkdir(join(container, folder), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(container, name));
  for (const step of image.preparations)
    await run('unshare', [
      '--mount',
      'sh',
      '-ec',
      `mount --bind /usr "$0/usr"; chroot "$0" sh -ec '${step}'`,
      container,
    ]);
}

const MOUNTS = `
  mount --bind "$ROOT" "$ROOT"
  mount --bind /usr "$ROOT/usr" && mount -o remount,bind,ro "$ROOT/usr"
  mount --bind /etc "$ROOT/etc" && mount -o remount,bind,ro "$ROOT/etc"
  mount --bind "$NODE" "$ROOT/opt/node" && mount -o remount,bind,ro "$ROOT/opt/node"
  mount --bind "$APP" "$ROOT$FOLDER" && mount -o remount,bind,ro "$ROOT$FOLDER"
  mount --bind "$ROOT$VOLUME" "$ROOT$VOLUME"
  mount --rbind /dev "$ROOT/dev"
  mount -t proc proc "$ROOT/proc"
  mount -t tmpfs tmpfs "$ROOT/tmp"
  mount -o remount,bind,ro "$ROOT"
  exec chroot "$ROOT" setpriv "--reuid=$1" "--regid=$2" --clear-groups --no-new-privs --bounding-set=-all \\
    env --chdir="$FOLDER" -u ROOT -u NODE -u APP -u FOLDER -u VOLUME PATH=/opt/node:/usr/bin "$3" "$4" "$5"`;

type Container = {
  base: string;
  /** Its process 1, as this machine sees it. */
  pid: number;
  output(): string;
  /** Runs a command in it, as a container engine runs the health check. */
  execute(command: string[]): Promise<number>;
  stop(): Promise<{ code: number | null; tookMs: number }>;
};

async function start(): Promise<Container> {
  const port = await freePort();
  const places = { ROOT: container, APP: app, FOLDER: image.folder, VOLUME: image.volume };
  const node = join(process.execPath, '..');
  const settings = { ...secrets, ...image.environment, DOCSVC_PORT: String(port), DOCSVC_LOG_LEVEL: 'info' };
  const flags = ['--pid', '--fork', '--mount', '--kill-child'];
  const child = spawn('unshare', [...flags, 'sh', '-ec', MOUNTS, 'sh', uid, gid, ...image.command], {
    env: { PATH: process.env.PATH, ...places, NODE: node, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  for (let waited = 0; !output.includes('is ready'); waited += 50) {
    if (child.exitCode !== null || waited > START_LIMIT_MS) throw new Error(`The container did not start:\n${output}`);
    await delay(50);
  }
  const pid = Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim());
  return {
    base: `http://127.0.0.1:${port}`,
    pid,
    output: () => output,
    async execute(command) {
      const enter = ['-t', String(pid), '-m', '-p', '-r', '-w', 'setpriv', `--reuid=${uid}`, `--regid=${gid}`];
      const inside = [...enter, '--clear-groups', 'env', 'PATH=/opt/node:/usr/bin', `DOCSVC_PORT=${port}`, ...command];
      return (await run('nsenter', inside)).code;
    },
    async stop() {
      const startedAt = performance.now();
      process.kill(pid, image.stopSignal);
      if (child.exitCode === null) await once(child, 'exit');
      return { code: child.exitCode, tookMs: performance.now() - startedAt };
    },
  };
}

async function runImage(): Promise<void> {
  const first = await start();
  const healthy = await first.execute(image.healthCheck);
  const status = await readFile(`/proc/${first.pid}/status`, 'utf8');
  const written = await Promise.all(
    [`${image.folder}/x`, '/etc/x', '/x', `${image.volume}/x`, '/tmp/x'].map(path => first.execute(['touch', path])),
  );
  const { rest } = await signIn(first.base);
  const { document, branches } = await makeDocument(rest);
  const body = { branch_id: branches.dev, version_name: '1', schema_content: petstore31Json };
  const draft = await succeed(rest('POST', `${document}/drafts`, body));
  const page = await fetch(first.base, { headers: { accept: 'text/html' } });
  const health = (await (await fetch(`${first.base}/api/v1/open/health`)).json()) as { detail: { commit: string } };
  const stops = [await first.stop()];
  const second = await start();
  const again = (await signIn(second.base)).rest;
  const kept = await succeed(again<{ content: string }>('GET', `${document}/drafts/${draft.id}/content/raw`));
  stops.push(await second.stop());
  console.log(`${image.volume} has ${megabytes(join(container, image.volume))} MB`);
  const pids = /^NSpid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? [];
  const [effective] = /^CapEff:\s+(\S+)$/m.exec(status)?.slice(1) ?? [];
  bounds.push(
    { name: 'it answers, with its pages', holds: page.ok, figure: `${page.status}, commit ${health.detail.commit}` },
    { name: 'the health check succeeds inside', holds: healthy === 0, figure: image.healthCheck.join(' ') },
    {
      name: 'the server is process 1, as the user of the image and without capabilities',
      holds: pids.at(-1) === '1' && status.includes(`\nUid:\t${uid}\t`) && Number.parseInt(effective ?? '1', 16) === 0,
      figure: `process ${pids.at(-1)}, user ${/^Uid:\s+(\d+)/m.exec(status)?.[1]}`,
    },
    {
      name: 'it may write to its volume and /tmp only',
      holds: written.join() === '1,1,1,0,0',
      figure: `touch of the code, /etc, /, the volume and /tmp ended with ${written.join()}`,
    },
    { name: 'what it stored is there after a restart', holds: kept.content === petstore31Json, figure: draft.id },
    {
      name: `it ends with 0 within ${STOP_LIMIT_MS} ms of ${image.stopSignal}`,
      holds: stops.every(({ code, tookMs }) => code === 0 && tookMs <= STOP_LIMIT_MS),
      figure: stops.map(({ code, tookMs }) => `exit code ${code} after ${tookMs.toFixed(0)} ms`).join(', '),
    },
  );
}

/** The systemd unit, in a root folder that has what it names. */
async function verifyUnit(): Promise<void> {
  if ((await run('systemd-analyze', ['--version'])).code !== 0)
    return console.log('no systemd here: its unit is not verified');
  const unit = await readFile(join(root, 'deploy/docsvc.service'), 'utf8');
  const program = /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? '';
  const place = join(scratch, 'systemd');
  await mkdir(join(place, program, '..'), { recursive: true });
  await cp(process.execPath, join(place, program));
  await writeFile(join(place, 'docsvc.service'), unit.replace(program, join(place, program)));
  const { code, said } = await run('systemd-analyze', ['verify', '--man=no', join(place, 'docsvc.service')]);
  const own = said.split('\n').filter(line => line.includes('docsvc'));
  bounds.push({
    name: 'systemd accepts the unit',
    holds: code === 0 && own.length === 0,
    figure: own.join('; ') || 'no remark',
  });
  const { said: security } = await run('systemd-analyze', [
    'security',
    '--offline=true',
    join(place, 'docsvc.service'),
  ]);
  console.log(security.trimEnd().split('\n').at(-1));
}

/** The two servers of the compose file, where a container engine is at hand. */
async function compose(): Promise<void> {
  if ((await run('docker', ['compose', 'version'])).code !== 0 || (await run('docker', ['info'])).code !== 0)
    return console.log('no container engine here: the compose file does not run');
  const clone = join(scratch, 'clone');
  await run('git', ['clone', '--quiet', root, clone]);
  await run('deploy/make-secrets.sh', [], {}, clone);
  const file = ['compose', '-f', 'deploy/compose.yaml'];
  const { code, said } = await run('docker', [...file, 'up', '--build', '--wait'], {}, clone);
  const ready = ['--insecure', '--fail', '--silent', 'https://localhost:8443/api/v1/open/health/ready'];
  const answered = await run('curl', ready);
  bounds.push({
    name: 'the compose file starts, and answers through its proxy',
    holds: code === 0 && answered.code === 0,
    figure: code === 0 ? answered.said : said.slice(-500),
  });
  console.log((await run('docker', ['image', 'ls', 'docsvc:local', '--format', '{{.Size}}'])).said);
  await run('docker', [...file, 'down', '--volumes'], {}, clone);
}

try {
  await verifyUnit();
  await build();
  await makeRoot();
  await runImage();
  await compose();
} finally {
  await rm(scratch, { recursive: true, force: true });
}
report(bounds);
