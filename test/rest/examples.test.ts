import { writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../facades/rest/compiled-routes.ts';
import examples from '../../facades/rest/examples.json' with { type: 'json' };
import { openapiDocument } from '../../facades/rest/openapi.ts';
import { routes, specials } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { plainExample, shapeOf } from '../support/example-form.ts';
import { type Sent, tellStory } from '../support/example-story.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { seed } from '../support/seed.ts';

// UPDATE_EXAMPLES=1 npx vitest run --project postgresql test/rest/examples.test.ts writes facades/rest/examples.json.
type Media = { schema: object; example?: unknown };
type Part = { content?: Record<string, Media> };
type Operation = { operationId: string; requestBody?: Part; responses: Record<string, Part> };
type Stored = Record<string, Pick<Sent, 'answer' | 'also'>>;

const document = openapiDocument(routes, specials, operationsOf(schema, routes), '1.2.3', examples) as {
  paths: Record<string, Record<string, Operation>>;
};
const described = Object.values(document.paths).flatMap(item => Object.values(item));
const withoutStory = ['callMcp'];

let redirectUri = '';
const provider = await startIdentityProvider(() => redirectUri);
const app = await testApp({
  DOCSVC_AUTH_ALLOW_REGISTRATION: 'true',
  DOCSVC_OIDC_NAME: 'Example SSO',
  DOCSVC_OIDC_CREATE_USERS: 'on',
  ...provider.settings,
});
redirectUri = `${app.services.site.publicUrl}/sign-in/oidc`;
const people = await seed(app);
const sent = await tellStory(app, people, document, provider);
const last = new Map<string, Sent>(sent.map(one => [one.operationId, one]));

if (process.env.UPDATE_EXAMPLES) {
  const entries = [...last.values()].map(({ operationId, ...example }) => [operationId, plainExample(example)]);
  const sorted = Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
  writeFileSync(new URL('../../facades/rest/examples.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
ajv.addSchema(document, 'document');

function problemsOf(part: Part | undefined, place: string): string[] {
  return Object.entries(part?.content ?? {}).flatMap(([type, { schema: shape, example }]) => {
    if (example === undefined) return [`${place} has no example of ${type}`];
    const inPlace = JSON.parse(JSON.stringify(shape).replaceAll('"#/', '"document#/'));
    const validate = ajv.compile(inPlace);
    return validate(example) ? [] : [`${place} of ${type}: ${ajv.errorsText(validate.errors)}`];
  });
}

describe('the examples of openapi.yaml', () => {
  it('are there for every media type of every body and every answer, and fit their schemas', () => {
    const problems = described.flatMap(({ operationId, requestBody, responses }) => [
      ...problemsOf(requestBody, `${operationId} body`),
      ...Object.entries(responses).flatMap(([status, part]) => problemsOf(part, `${operationId} ${status}`)),
    ]);
    expect(problems).toEqual([]);
  });

  it('have the shape of the real answers', () => {
    const stored = examples as Stored;
    const shapes = (from: (id: string) => Stored[string] | undefined) =>
      [...last.keys()].map(id => [id, shapeOf({ answer: from(id)?.answer, also: from(id)?.also ?? {} })]);
    expect(shapes(id => stored[id])).toEqual(shapes(id => last.get(id)));
  });

  it('come from a story that calls every operation', () => {
    const ids = described.map(({ operationId }) => operationId).filter(id => !withoutStory.includes(id));
    expect(ids.filter(id => !last.has(id))).toEqual([]);
  });
});
