import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { type Config, ConfigError, dataPath } from './config.ts';
import { randomToken, readOrCreateSecret, readSecret, replaceSecret } from './crypto.ts';
import * as values from './setting-values.ts';

/** The files in the data folder that hold the keys which are not in the settings. */
export const KEY_FILES = { jwt: 'jwt-secret', otherJwt: 'jwt-secret-other', encryption: 'encryption-keys' } as const;

export type Keys = { jwtSecret: string; otherJwtSecret: string | undefined; encryptionKeys: string };

type KeyConfig = Pick<Config, 'dataDir' | 'jwtSecret' | 'otherJwtSecret' | 'encryptionKeys' | 'jwtTtlSeconds'>;

/** Reads the keys of the service from the settings, else from the data folder. Creates what is missing there. */
export function readKeys(config: KeyConfig): Keys {
  const create = (name: string, make: () => string, parse: (value: string) => string) =>
    checked(config, name, readOrCreateSecret(config, name, make), parse);
  const kept = config.jwtSecret === undefined ? readSecret(config, KEY_FILES.otherJwt) : undefined;
  return {
    jwtSecret: config.jwtSecret ?? create(KEY_FILES.jwt, newJwtSecret, values.jwtSecret),
    otherJwtSecret: config.otherJwtSecret ?? (kept && checked(config, KEY_FILES.otherJwt, kept, values.jwtSecret)),
    encryptionKeys:
      config.encryptionKeys ?? create(KEY_FILES.encryption, () => newEncryptionKey('k1'), values.encryptionKeys),
  };
}

function checked(config: KeyConfig, name: string, value: string, parse: (value: string) => string): string {
  try {
    return parse(value);
  } catch (error) {
    throw new ConfigError(`DOCSVC_DATA_DIR has a file ${dataPath(config, name)} that ${(error as Error).message}`);
  }
}

const newJwtSecret = (): string => randomToken(48);

const newEncryptionKey = (kid: string): string => `${kid}:${randomBytes(32).toString('base64')}`;

/** The result for a key. `in settings`: the operator rotates it. `too early`: the former key is still in use. */
export type Rotation = 'rotated' | 'in settings' | 'too early';

/** Adds new keys to the data folder. The former keys still verify and decrypt. */
export function rotateKeyFiles(config: KeyConfig): { keys: Keys; jwt: Rotation; encryption: Rotation } {
  const { jwtSecret, encryptionKeys } = readKeys(config);
  const isSet = config.jwtSecret !== undefined || config.otherJwtSecret !== undefined;
  const jwt = isSet ? 'in settings' : isFormerInUse(config) ? 'too early' : 'rotated';
  const encryption = config.encryptionKeys === undefined ? 'rotated' : 'in settings';
  if (jwt === 'rotated') {
    // In this order: if the second write is lost, both files have the former secret.
    replaceSecret(config, KEY_FILES.otherJwt, jwtSecret);
    replaceSecret(config, KEY_FILES.jwt, newJwtSecret());
  }
  if (encryption === 'rotated')
    replaceSecret(config, KEY_FILES.encryption, `${newEncryptionKey(nextKid(encryptionKeys))},${encryptionKeys}`);
  return { keys: readKeys(config), jwt, encryption };
}

/** Whether the former JWT secret may still have valid sessions. Another rotation would end them. */
function isFormerInUse(config: KeyConfig): boolean {
  const rotated = statSync(dataPath(config, KEY_FILES.otherJwt), { throwIfNoEntry: false });
  return rotated !== undefined && rotated.mtimeMs + config.jwtTtlSeconds * 1000 > Date.now();
}

/** `k` and a number that no key has yet. */
function nextKid(keys: string): string {
  const numbers = keys.split(',').map(entry => Number(/^k(\d{1,9}):/.exec(entry.trim())?.[1] ?? 0));
  return `k${Math.max(...numbers) + 1}`;
}
