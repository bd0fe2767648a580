import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM with several keys: the first one encrypts, all decrypt, so that keys can be rotated one by one. */
export type KeyRing = {
  /** `associated` names the owner of the text (associated data). Decryption with another owner fails. */
  encrypt(text: string, associated: string): string;
  decrypt(sealed: string, associated: string): string;
  /** The names of the keys; the first encrypts. */
  kids(): readonly string[];
  /** Uses other keys from now on. */
  replace(keys: string): void;
};

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a key ring from the setting: `kid:base64key[,kid:base64key…]`. */
export function createKeyRing(keys: string): KeyRing {
  let ring = readKeys(keys);
  return {
    kids: () => [...ring.keys()],
    replace(other) {
      ring = readKeys(other);
    },
    encrypt(text, associated) {
      const [[kid, key]] = [...ring] as [[string, Buffer]];
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(associated));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${kid}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(sealed, associated) {
      const [usedKid = '', packed = ''] = sealed.split('.');
      const used = ring.get(usedKid);
      if (used === undefined) throw new Error(`The encryption key "${usedKid}" is not in DOCSVC_ENCRYPTION_KEYS`);
      const bytes = Buffer.from(packed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, used, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(associated)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

const readKeys = (keys: string): Map<string, Buffer> => new Map(keys.split(',').map(readKey));

function readKey(entry: string): [kid: string, key: Buffer] {
  const [kid = '', key = ''] = entry.trim().split(':');
  return [kid, Buffer.from(key, 'base64')];
}
