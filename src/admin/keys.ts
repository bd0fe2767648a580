import { DomainError } from '../platform/errors.ts';
import { rotateKeyFiles } from '../platform/key-files.ts';
import type { AdminContext } from './context.ts';
import { countByKid, reencrypt } from './stored-secrets.ts';

export async function* keys(context: AdminContext, [action, ...rest]: readonly string[]): AsyncGenerator<string> {
  const actions = { rotate, reencrypt: reencryptAll, status };
  const chosen = Object.entries(actions).find(([name]) => name === action)?.[1];
  if (chosen === undefined || rest.length > 0)
    throw new DomainError('INVALID_ARGUMENT', `Use keys with one of ${Object.keys(actions).join(', ')}`);
  yield* chosen(context);
}

/** Creates new keys. This process uses them at once. */
async function* rotate({ services }: AdminContext): AsyncGenerator<string> {
  const { keys, jwt, encryption } = rotateKeyFiles(services.config);
  if (encryption === 'rotated') {
    services.keyRing.replace(keys.encryptionKeys);
    yield `New secrets are encrypted with the key ${services.keyRing.kids()[0]}. Run keys reencrypt for the others.`;
  } else yield* inSettings('DOCSVC_ENCRYPTION_KEYS', 'the new key at the end', 'the new key to the front');
  if (jwt === 'rotated') {
    services.jwtKey = new TextEncoder().encode(keys.jwtSecret);
    services.otherJwtKey = new TextEncoder().encode(keys.otherJwtSecret);
    yield 'Sessions are signed with a new secret. Those of the former one stay valid until they end.';
  } else if (jwt === 'too early') {
    yield 'Sessions: not changed, because sessions of the former secret may be valid for the time of DOCSVC_JWT_TTL.';
  } else yield* inSettings('DOCSVC_JWT_SECRET', 'the new secret in DOCSVC_JWT_OTHER_SECRET', 'the two swapped');
}

function* inSettings(name: string, first: string, second: string): Generator<string> {
  yield `${name} comes from the settings. Start all servers with ${first}, then all with ${second} (docs/operations.md).`;
}

async function* reencryptAll({ services, database }: AdminContext): AsyncGenerator<string> {
  let total = 0;
  for await (const done of reencrypt(database.pool, services.keyRing)) {
    total = done;
    if (done > 0) yield `${done} secrets encrypted again`;
  }
  yield total === 0 ? 'Nothing to do: the first key has encrypted all secrets.' : 'Done.';
}

async function* status({ services, database }: AdminContext): AsyncGenerator<string> {
  const counts = await countByKid(database.pool);
  for (const [index, kid] of services.keyRing.kids().entries())
    yield `${kid}\t${counts.get(kid) ?? 0} secrets\t${index === 0 ? 'encrypts' : 'decrypts'}`;
  yield services.otherJwtKey === undefined
    ? 'Sessions: one secret'
    : 'Sessions: two secrets, the first of them signs, both are accepted';
}
