import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

type Cost = { memory: number; passes: number; parallelism: number };

const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** A hash of argon2id version 1.3 (RFC 9106) in the string format of the Password Hashing Competition. */
const FORMAT =
  /^\$argon2id\$v=19\$(?=\S*\bm=(?<m>\d+))(?=\S*\bt=(?<t>\d+))(?=\S*\bp=(?<p>\d+))[mtp=\d,]+\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** Task of a worker thread: hashes a password with a new salt. */
export function hashPassword(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const tag = derive(password, salt, TAG_BYTES, COST);
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Task of a worker thread: compares a password with a hash, in constant time. */
export function verifyPassword({ storedHash, password }: { storedHash: string; password: string }): Verified {
  const startedAt = performance.now();
  const { cost, salt, tag } = parse(storedHash);
  const matches = timingSafeEqual(derive(password, salt, tag.length, cost), tag);
  return { matches, tookMs: performance.now() - startedAt };
}

export type Verified = { matches: boolean; tookMs: number };

/** Whether a hash was made with another cost than today's. */
export function isOutdatedHash(storedHash: string): boolean {
  const { cost } = parse(storedHash);
  return Object.entries(COST).some(([name, value]) => cost[name as keyof Cost] !== value);
}

const derive = (password: string, salt: Buffer, tagLength: number, cost: Cost): Buffer =>
  argon2Sync('argon2id', { message: password, nonce: salt, tagLength, ...cost });

function parse(storedHash: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const parts = FORMAT.exec(storedHash)?.groups;
  if (parts === undefined) throw new Error('A stored password hash is not one of argon2id');
  const { m, t, p, salt, tag } = parts as Record<'m' | 't' | 'p' | 'salt' | 'tag', string>;
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
