import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const app = await testApp();
const { admin, superAdmin } = await seed(app);
const project = await admin.createProject();

const create = (relative_path: string, document_type = 1, name = 'Pets') =>
  admin.rest('POST', `${project.path}/documents`, { body: { name, document_type, relative_path } });

describe('a relative path', () => {
  it.each([
    ['/absolute.yaml', 1],
    ['C:/drive.yaml', 1],
    ['../up.yaml', 1],
    ['a/../b.yaml', 1],
    ['a/./b.yaml', 1],
    ['..', 1],
    ['.', 1],
    ['a//b.yaml', 1],
    ['a/', 1],
    ['a/ /b.yaml', 1],
    ['a/.. /b.yaml', 1],
    ['a\\b.yaml', 1],
    ['a\u0000b.yaml', 1],
    ['a\nb.yaml', 1],
    ['a\u007fb.yaml', 1],
    ['', 1],
    [' ', 1],
    ['x'.repeat(513), 1],
    ['\u{20000}'.repeat(513), 1],
    ['guide.txt', 2],
    ['guide', 2],
    ['guide.md.yaml', 2],
  ])('is refused: %j', async (path, type) => {
    const before = await databaseDigest(app.database);
    const answer = await create(path, type);
    expect(answer).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field: 'relative_path' }] },
    });
    expect(await databaseDigest(app.database)).toBe(before);
  });

  it.each([
    ['pets.yaml', 1],
    ['apis/v1/pets.json', 1],
    ['no-extension', 1],
    ['..dots../...yaml', 1],
    ['with blank.yaml', 1],
    ['Zürich/鳥.yaml', 1],
    ['x'.repeat(512), 1],
    // Characters of four bytes in a random order, which an index cannot compress.
    [Array.from({ length: 512 }, (_, at) => String.fromCodePoint(0x20000 + ((at * 7919) % 40_000))).join(''), 1],
    ['guide.md', 2],
    ['GUIDE.MARKDOWN', 2],
  ])('is accepted: %j', async (path, type) => {
    expect(await create(path, type)).toMatchObject({ code: 200, detail: { relative_path: path, document_type: type } });
  });

  it('is unique in a project ignoring case and Unicode form, and free in another project', async () => {
    expect((await create('Cases/Ü.yaml')).code).toBe(200);
    expect((await create('ΟΔΟΣ.yaml')).code).toBe(200);
    expect((await create('οδος.yaml')).status).toBe('ALREADY_EXISTS');
    for (const path of ['Cases/Ü.yaml', 'cases/ü.yaml', 'CASES/U\u0308.YAML'])
      expect(await create(path)).toMatchObject({
        code: 409,
        status: 'ALREADY_EXISTS',
        detail: { errors: [{ field: 'relative_path' }] },
      });
    const other = await admin.createProject();
    expect(await other.createDocument({ relativePath: 'cases/ü.yaml' })).toBeDefined();
  });

  it('is granted to one of several concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('raced.yaml')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill('ALREADY_EXISTS'), 'OK']);
  });

  it('stays taken by an archived document', async () => {
    const document = await project.createDocument({ relativePath: 'kept.yaml' });
    await document.archive();
    expect(await create('kept.yaml')).toMatchObject({ status: 'ALREADY_EXISTS' });
  });

  it('never changes: the same path is no change, another path is an error', async () => {
    const document = await project.createDocument({ relativePath: 'identity.yaml' });
    const patch = (body: object) => admin.rest('PATCH', document.path, { body });
    expect(await patch({ relative_path: 'other.yaml', name: 'New' })).toMatchObject({
      code: 400,
      detail: { errors: [{ field: 'relative_path' }] },
    });
    expect(await patch({ relative_path: 'identity.yaml', name: 'New' })).toMatchObject({
      code: 200,
      detail: { name: 'New', relative_path: 'identity.yaml' },
    });
  });
});

describe('the name of a document', () => {
  it('is a label: trimmed, free to repeat, and no identity', async () => {
    expect(await create('one.yaml', 1, '  Same  ')).toMatchObject({ code: 200, detail: { name: 'Same' } });
    expect(await create('two.yaml', 1, 'Same')).toMatchObject({ code: 200, detail: { name: 'Same' } });
    expect(await create('three.yaml', 1, 'x'.repeat(200))).toMatchObject({ code: 200 });
    for (const name of ['', ' ', 'x'.repeat(201), 'a\0b']) expect((await create('four.yaml', 1, name)).code).toBe(400);
  });
});

describe('the branches of a new document', () => {
  it('are dev, test and prod: dev the default, prod protected', async () => {
    const { path } = await project.createDocument();
    const { detail } = await admin.rest<object[]>('GET', `${path}/branches`);
    const common = { kind: 1, status: 1 };
    expect(detail).toMatchObject([
      { name: 'dev', is_default: true, is_protected: false, ...common },
      { name: 'test', is_default: false, is_protected: false, ...common },
      { name: 'prod', is_default: false, is_protected: true, ...common },
    ]);
  });
});

describe('a feature branch', () => {
  it('is named feature/ and letters, digits, dots, underscores, slashes and hyphens', async () => {
    const { path } = await project.createDocument();
    const make = (name: string) => admin.rest('POST', `${path}/branches`, { body: { name } });
    for (const name of ['feature/a', 'feature/A-1_b.c/d'])
      expect(await make(name)).toMatchObject({
        code: 200,
        detail: { name, kind: 2, is_default: false, is_protected: false },
      });
    for (const name of [
      '',
      'feature/',
      'feature',
      'main',
      'feature/ä',
      'feature/a b',
      'bugfix/a',
      'Feature/a',
      'feature/a\nb',
      'staging',
    ])
      expect(await make(name), name).toMatchObject({ code: 400, detail: { errors: [{ field: 'name' }] } });
    for (const name of ['dev', 'prod', 'feature/a'])
      expect(await make(name), name).toMatchObject({ code: 409, status: 'ALREADY_EXISTS' });
  });

  it('is created once for several concurrent requests', async () => {
    const { path } = await project.createDocument();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.rest('POST', `${path}/branches`, { body: { name: 'feature/raced' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill('ALREADY_EXISTS'), 'OK']);
  });

  it('is renamed, but not to a name that is taken', async () => {
    const document = await project.createDocument();
    const id = await document.createBranch('feature/old');
    await document.createBranch('feature/taken');
    const rename = (name: string) => admin.rest('PATCH', `${document.path}/branches/${id}`, { body: { name } });
    expect(await rename('feature/new')).toMatchObject({ code: 200, detail: { name: 'feature/new' } });
    expect(await rename('feature/taken')).toMatchObject({ status: 'ALREADY_EXISTS' });
  });
});

describe('the default branch', () => {
  it('is exactly one, also when two become it at the same time, and cannot be archived', async () => {
    const document = await project.createDocument();
    const [one, other] = [await document.createBranch('feature/a'), await document.createBranch('feature/b')];
    const patch = (id: string, body: object) => admin.rest('PATCH', `${document.path}/branches/${id}`, { body });
    const answers = await Promise.all([patch(one, { is_default: true }), patch(other, { is_default: true })]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const { detail } = await admin.rest<{ id: string; is_default: boolean }[]>('GET', `${document.path}/branches`);
    const [chosen, ...others] = detail.filter(({ is_default }) => is_default);
    expect(others).toEqual([]);
    expect(await patch(chosen?.id as string, { is_default: false })).toMatchObject({
      code: 400,
      detail: { errors: [{ field: 'is_default' }] },
    });
    expect(await admin.rest('POST', `${document.path}/branches/${chosen?.id}/archive`)).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });
});

describe('a protected branch', () => {
  it('keeps its name and protection; only a SuperAdmin may archive it', async () => {
    const document = await project.createDocument();
    const prod = `${document.path}/branches/${document.branches.prod}`;
    const feature = `${document.path}/branches/${await document.createBranch('feature/held')}`;
    expect(await admin.rest('PATCH', feature, { body: { is_protected: true } })).toMatchObject({
      code: 200,
      detail: { is_protected: true },
    });
    const before = await databaseDigest(app.database);
    for (const path of [prod, feature])
      expect(await admin.rest('PATCH', path, { body: { is_protected: false } })).toMatchObject({
        status: 'PERMISSION_DENIED',
      });
    expect(await admin.rest('PATCH', feature, { body: { name: 'feature/else' } })).toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    expect(await admin.rest('POST', `${feature}/archive`)).toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await databaseDigest(app.database)).toBe(before);
    expect(await superAdmin.rest('PATCH', feature, { body: { name: 'feature/else' } })).toMatchObject({ code: 200 });
    expect(await superAdmin.rest('POST', `${feature}/archive`)).toMatchObject({ code: 200, detail: { status: 2 } });
  });

  it('publishes a version name once; other branches publish it again', async () => {
    const document = await project.createDocument();
    const body = (branch: 'dev' | 'prod') => ({
      branch_id: document.branches[branch],
      version_name: '1.0',
      schema_content: petstore31Json,
    });
    for (const branch of ['dev', 'prod'] as const) await document.publish({ branch, versionName: '1.0' });
    const upload = (branch: 'dev' | 'prod') => admin.rest('POST', `${document.path}/drafts`, { body: body(branch) });
    expect(await upload('prod')).toMatchObject({
      code: 409,
      status: 'ALREADY_EXISTS',
      detail: { errors: [{ field: 'version_name' }] },
    });
    expect(await upload('dev')).toMatchObject({ code: 200 });
    expect(await document.publish({ branch: 'dev', versionName: '1.0' })).toMatchObject({ sequence: 2 });
  });
});
