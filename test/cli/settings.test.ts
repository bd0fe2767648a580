import { chown, lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsvc, folderOf } from './stage.ts';

/** No request is sent to it. */
const server = 'http://127.0.0.1:1';
const env = { DOCSVC_TOKEN: 'x', DOCSVC_SERVER: server };

/** A folder with a folder `inside` that has this docsvc.yaml. */
async function repository(settings: string): Promise<{ outside: string; inside: string }> {
  const outside = await folderOf({ 'secret.md': '# Secret\n' });
  const inside = join(outside, 'inside');
  await mkdir(inside);
  await writeFile(join(inside, 'docsvc.yaml'), settings);
  return { outside, inside };
}

const naming = (file: string): string => `documents: [{ file: ${file} }]\n`;
const isOutside = (file: string): string =>
  `${file}: is outside of the folder of docsvc.yaml. Move docsvc.yaml to a folder above it, or name the file as an argument\n`;

describe('a file of docsvc.yaml that is outside of its folder', () => {
  it('is neither read nor written, also through a link', async () => {
    for (const file of ['../secret.md', '../absent.md', '/etc/hostname', 'link.md', 'up/secret.md', 'up/absent.md']) {
      const { inside } = await repository(naming(file));
      await symlink('../secret.md', join(inside, 'link.md'));
      await symlink('..', join(inside, 'up'));
      for (const command of ['validate', 'push', 'pull', 'status'])
        expect([file, command, await docsvc(inside, [command], { env })]).toEqual([
          file,
          command,
          { code: 2, out: '', err: isOutside(file) },
        ]);
    }
  });

  it('is refused as a link that leads nowhere, which would be written through', async () => {
    const { inside, outside } = await repository(naming('link.md'));
    await symlink(join(outside, 'absent.md'), join(inside, 'link.md'));
    const err = 'link.md: cannot be read (ENOENT)\n';
    expect(await docsvc(inside, ['pull'], { env })).toEqual({ code: 2, out: '', err });
  });

  it('is taken as an argument, and when docsvc.yaml is above it', async () => {
    const { inside, outside } = await repository(naming('../secret.md'));
    const err = '1 file: nothing to fix\n';
    expect(await docsvc(inside, ['validate', '../secret.md'])).toEqual({ code: 0, out: '', err });
    await writeFile(join(outside, 'docsvc.yaml'), naming('inside/../secret.md'));
    const below = join(inside, 'below');
    await mkdir(below);
    await writeFile(join(inside, 'docsvc.yaml'), naming('below/../own.md'));
    await writeFile(join(inside, 'own.md'), '# Own');
    for (const folder of [outside, below])
      expect(await docsvc(folder, ['validate'])).toEqual({ code: 0, out: '', err });
  });
});

describe('a docsvc.yaml above the working folder', () => {
  it.runIf(process.getuid?.() === 0)('names no server if another user has put it there, also as a link', async () => {
    const { inside, outside } = await repository(`server: ${server}\n${naming('own.md')}`);
    const file = join(inside, 'docsvc.yaml');
    await writeFile(join(inside, 'own.md'), '# Own');
    const refused = (path: string) =>
      `${path}: belongs to another user, and could send your token to a server of theirs. Name the server by --server or DOCSVC_SERVER\n`;
    const below = join(inside, 'below');
    await mkdir(below);
    await chown(file, 12_345, 12_345);
    await chown(below, 12_345, 12_345);
    const status = async (folder: string) => (await docsvc(folder, ['status'], { env: { DOCSVC_TOKEN: 'x' } })).err;
    expect(await status(below)).toBe(refused(file));
    expect(await docsvc(below, ['validate'])).toEqual({ code: 0, out: '', err: '1 file: nothing to fix\n' });
    expect((await docsvc(below, ['status', '--server', server], { env })).err).toContain('Name the project');
    const linked = join(outside, 'docsvc.yaml');
    await symlink(file, linked);
    await chown(outside, 12_345, 12_345);
    expect(await status(outside)).toBe(refused(linked));
    await chown(file, 0, 0);
    expect(await status(outside)).toContain('Name the project');
    await lchown(linked, 12_345, 12_345);
    expect(await status(outside)).toBe(refused(linked));
  });

  it.runIf(process.getuid?.() === 0)(
    'is refused if neither its reader nor the owner of the folder has put it there',
    async () => {
      const { inside } = await repository(`project: Theirs\n${naming('below/own.md')}`);
      const file = join(inside, 'docsvc.yaml');
      const below = join(inside, 'below');
      await mkdir(below);
      await writeFile(join(below, 'own.md'), '# Own');
      await chown(file, 12_345, 12_345);
      for (const command of ['push', 'pull', 'status', 'validate'])
        expect(await docsvc(below, [command], { env })).toEqual({
          ...{ code: 2, out: '' },
          err: expect.stringContaining(
            `${file}: belongs to another user, and could send your files to a project of theirs.`,
          ),
        });
    },
  );

  it('is not looked for above the top of a Git repository', async () => {
    const { inside } = await repository(`server: ${server}\n`);
    const top = join(inside, 'top');
    await mkdir(join(top, 'deep'), { recursive: true });
    const status = () => docsvc(join(top, 'deep'), ['status', 'a.md'], { env: { DOCSVC_TOKEN: 'x', HOME: inside } });
    expect((await status()).err).toContain('Name the project');
    await mkdir(join(top, '.git'));
    expect((await status()).err).toContain('Name the server');
    await writeFile(join(top, 'docsvc.yaml'), `server: ${server}\n`);
    expect((await status()).err).toContain('Name the project');
  });
});
