import type { BranchKind } from '../generated/prisma/client.ts';
import { invalidArgument } from '../platform/errors.ts';

const NAME_CHARACTERS = 200;
const ENVIRONMENT = /^(dev|test|prod)$/;
const FEATURE = /^feature\/[A-Za-z0-9._/-]+$/;

export function branchName(value: string): { name: string; kind: BranchKind } {
  const name = value.trim();
  if (name.length > NAME_CHARACTERS) throw invalidArgument('name', `must have at most ${NAME_CHARACTERS} characters`);
  if (ENVIRONMENT.test(name)) return { name, kind: 'ENVIRONMENT' };
  if (FEATURE.test(name)) return { name, kind: 'FEATURE' };
  throw invalidArgument('name', 'must be dev, test, prod or feature/ followed by letters, digits and . _ - /');
}
