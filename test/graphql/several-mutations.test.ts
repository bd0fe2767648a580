import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { presentErrors } from '../../src/graphql/errors.ts';
import { DomainError, invalidArgument } from '../../src/platform/errors.ts';
import { testApp } from '../support/app.ts';
import { createHook } from '../support/receiver.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin, createPerson, superAdmin } = await seed(app);

it('a mutation shows what an earlier one of the same request changed', async () => {
  const project = await admin.createProject();
  const document = await project.createDocument();
  const [draft, other] = [await document.createDraft(), await document.createDraft()];
  const { data, errors } = await admin.graphql<Record<string, object>>(
    `mutation($project: ID!, $document: ID!, $draft: ID!, $other: ID!) {
      a: updateProject(input: { id: $project, name: "One" }) { reviewPolicy { requireComment } diffPolicy { profile } }
      b: updateReviewPolicy(input: { projectId: $project, requireComment: true }) { requireComment }
      c: updateDiffPolicy(input: { projectId: $project, profile: LENIENT }) { profile }
      d: updateProject(input: { id: $project, name: "Two" }) { reviewPolicy { requireComment } diffPolicy { profile } }
      e: updateDocument(input: { id: $document, name: "One" }) { ...Drafts }
      f: createComment(input: { draftId: $draft, body: "Why?" }) { id }
      g: withdrawDraft(input: { id: $other }) { id }
      h: updateDocument(input: { id: $document, name: "Two" }) { ...Drafts }
    }
    fragment Drafts on Document { drafts { totalCount nodes { id openThreadCount document { name } } } }`,
    { project: project.id, document: document.id, draft: draft.id, other: other.id },
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    a: { reviewPolicy: { requireComment: false }, diffPolicy: { profile: 'STRICT' } },
    d: { reviewPolicy: { requireComment: true }, diffPolicy: { profile: 'LENIENT' } },
    e: { drafts: { totalCount: 2 } },
    h: { drafts: { totalCount: 1, nodes: [{ id: draft.id, openThreadCount: 1, document: { name: 'Two' } }] } },
  });
});

it.each([
  ['updateMe', () => 'updateMe(input: { name: "Another" }) { name }'],
  ['updateUser', (id: string) => `updateUser(input: { id: "${id}", name: "Another" }) { name }`],
])('a mutation and its webhooks name the caller as an earlier %s of the same request does', async (_, change) => {
  const person = await createPerson();
  await superAdmin.rest('PATCH', `/private/system/users/${person.id}`, { body: { is_super_admin: true } });
  const project = await person.createProject();
  const draft = await (await project.createDocument()).createDraft();
  await createHook(project, 'https://hooks.example.com/', ['comment.created']);
  const { data } = await person.graphql(
    `mutation($draft: ID!) {
      ${change(person.id)}
      createComment(input: { draftId: $draft, body: "Why?" }) { author { id name } }
    }`,
    { draft: draft.id },
  );
  expect(data.createComment).toEqual({ author: { id: person.id, name: 'Another' } });
  const delivery = await app.services.db.delivery.findFirstOrThrow({ where: { projectId: project.id } });
  expect(JSON.parse(delivery.payload).data.actor).toEqual({ id: person.id, name: 'Another' });
});

describe('a number out of the bounds of its argument, below a mutation', () => {
  const OUT_OF_BOUNDS: [selection: string, refusal: string][] = [
    ['documents(first: 0) { totalCount }', 'first must be from 1 to 200'],
    ['documents(first: $number) { totalCount }', 'first must be from 1 to 200'],
    ['... on Project { documents(offset: 1000001) { totalCount } }', 'offset must be from 0 to 1000000'],
    ['drafts { nodes { warnings(first: 0) { message } } }', 'first must be at least 1'],
    ['drafts { nodes { warnings(offset: -1) { message } } }', 'offset must be at least 0'],
    ['drafts { nodes { content(kind: RAW, maxBytes: 0) { content } } }', 'maxBytes must be from 1 to 1048576'],
  ];

  it.each(OUT_OF_BOUNDS)('%s is refused before anything changes', async (selection, message) => {
    const project = await admin.createProject({ name: 'Project' });
    const declared = selection.includes('$number') ? ', $number: Int' : '';
    const answer = await admin.graphql(
      `mutation($id: ID!${declared}) {
        a: updateProject(input: { id: $id, name: "Another" }) { name }
        b: updateProject(input: { id: $id, name: "Renamed" }) { name ${selection} }
      }`,
      { id: project.id, number: 201 },
    );
    expect(answer.data).toBeUndefined();
    expect(answer.errors).toHaveLength(1);
    const [field] = message.split(' ');
    expect(answer.errors?.[0]).toMatchObject({
      message,
      locations: [{ line: expect.any(Number), column: expect.any(Number) }],
      extensions: { code: 'INVALID_ARGUMENT', errors: [{ field, message: message.slice(`${field} `.length) }] },
    });
    const { data } = await admin.graphql(`{ project(id: "${project.id}") { name } }`);
    expect(data).toEqual({ project: { name: 'Project' } });
  });
});

describe('a field below a mutation that is not run', () => {
  const NOT_RUN = [
    'documents(first: 0) @skip(if: true) { totalCount }',
    'documents(first: 0) @include(if: false) { totalCount }',
    'documents(first: 0) @skip(if: $yes) { totalCount }',
    'documents(first: 0) @include(if: $no) { totalCount }',
    'documents(first: 0) @skip(if: $yesByDefault) { totalCount }',
    'documents(first: 0) @include(if: true) @skip(if: $yes) { totalCount }',
    '... @include(if: $no) { documents(first: 0) { totalCount } }',
    '... on Project @skip(if: true) { documents(first: 0) { totalCount } }',
    '...Wrong @include(if: $no)',
    'drafts @include(if: $no) { nodes { warnings(first: 0) { message } } }',
  ];
  const RUN = [
    'documents(first: 0) @skip(if: false) @include(if: true) { totalCount }',
    'documents(first: 0) @skip(if: $no) @include(if: $yesByDefault) { totalCount }',
    '...Wrong @include(if: $no) ... @include(if: $yes) { ...Wrong }',
    'a: drafts @include(if: $no) { ...Nested } b: drafts { ...Nested }',
  ];

  const rename = async (selection: string) => {
    const { id } = await admin.createProject({ name: 'Project' });
    const { data, errors } = await admin.graphql(
      `mutation($id: ID!, $yes: Boolean!, $no: Boolean!, $yesByDefault: Boolean! = true) {
        updateProject(input: { id: $id, name: "Renamed" }) { name ${selection} }
        unused: updateProject(input: { id: $id, name: "Unused" }) @include(if: $no) {
          ...Wrong
          drafts @skip(if: $yes) @include(if: $yesByDefault) { ...Nested }
        }
      }
      fragment Wrong on Project { documents(first: 0) { totalCount } }
      fragment Nested on DraftConnection { nodes { warnings(first: 0) { message } } }`,
      { id, yes: true, no: false },
    );
    return { data, errors: errors?.map(({ message }) => message) };
  };

  it.each(NOT_RUN)('%s is not looked at', async selection => {
    expect(await rename(selection)).toEqual({ data: { updateProject: { name: 'Renamed' } }, errors: undefined });
  });

  it.each(RUN)('%s is run in one place, and refused', async selection => {
    const { data, errors } = await rename(selection);
    expect(data).toBeUndefined();
    expect(errors?.[0]).toMatch(/^first must be/);
  });
});

describe('an error below a mutation', () => {
  it('says that the change is done if its answer is lost', () => {
    const at = (key: string) =>
      new GraphQLError('', { path: [key, 'name'], originalError: invalidArgument('name', 'must be short') });
    const result = { data: { a: null, b: null }, errors: [at('a'), at('b')] };
    const errors = presentErrors(result, { ...app.services, traceId: '0' }, { done: ['a'] });
    expect(errors.map(({ message }) => message)).toEqual([`name must be short. ${DONE}`, 'name must be short']);
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_ARGUMENT', done: ['a'] });
  });

  it('stays UNAVAILABLE in an outage, and says that the change is done unless a key makes it safe to repeat', () => {
    const present = presenting('UNAVAILABLE');
    expect(present([]).extensions).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 5, traceId: '0' });
    const lost = { code: 'UNAVAILABLE', traceId: '0', done: ['a'] };
    expect(present(['a'])).toEqual({ message: DONE, path: ['a', 'name'], extensions: lost });
    const repeated = { ...lost, retryAfterSeconds: 5 };
    expect(present(['a'], {})).toMatchObject({ message: 'Try again', extensions: repeated });
  });

  it('invites no client to repeat what is done when a limit is used up', () => {
    const present = presenting('RESOURCE_EXHAUSTED');
    expect(present(['a']).message).toBe(DONE);
    expect(present(['a']).extensions).toEqual({ code: 'INTERNAL', traceId: '0', done: ['a'] });
    expect(present(['a'], {}).extensions).toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 5 });
  });

  function presenting(status: 'UNAVAILABLE' | 'RESOURCE_EXHAUSTED') {
    const later = new DomainError(status, 'Try again', { retryAfterSeconds: 5 });
    const errors = [new GraphQLError('', { path: ['a', 'name'], originalError: later })];
    return (done: string[], idempotencyKey?: object) => {
      const to = { ...app.services, traceId: '0' };
      return JSON.parse(JSON.stringify(presentErrors({ data: { a: null }, errors }, to, { done, idempotencyKey })))[0];
    };
  }

  it('does not say so if nothing is done, or if the answer shows what is done', async () => {
    const project = await admin.createProject();
    const { data, errors } = await admin.graphql(
      `mutation($id: ID!) {
        a: updateProject(input: { id: $id, name: "Renamed" }) { name }
        b: updateProject(input: { id: $id, name: "" }) { name }
      }`,
      { id: project.id },
    );
    expect(data).toEqual({ a: { name: 'Renamed' }, b: null });
    expect(errors?.[0]?.message).not.toContain(DONE);
    expect(errors?.[0]?.extensions).not.toHaveProperty('done');
  });
});

const DONE = 'The change itself is done, only its answer is missing: read before you send it again';
