import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Accepted, Judgement } from '../../../src/diffs/judge.ts';
import { isRuleId } from '../../../src/diffs/rule-ids.ts';
import type { Severity } from '../../../src/openapi-diff/model.ts';
import { isObject } from '../../../src/platform/json.ts';
import { parseTime } from '../../../src/platform/times.ts';
import { type Io, wrongUse } from '../outcome.ts';
import { decoded } from '../texts.ts';
import { type Fail, readMapping } from '../yaml-file.ts';
import { PROFILES } from './profiles.ts';

const SEVERITIES = ['breaking', 'warning', 'info'] as const;

/**
 * Reads the policy of a comparison from a file. What it does not name stays as the project has it:
 *
 *     profile: lenient
 *     severities: { endpoint-added: warning }
 *     accepted:
 *       - { key: 0123…, reason: Nobody sends it, until: 2027-01-31 }
 */
export async function readPolicyFile(file: string, io: Io): Promise<Partial<Judgement>> {
  const bytes = await readFile(resolve(io.folder, file)).catch((error: NodeJS.ErrnoException) => {
    throw wrongUse(`${file}: cannot be read (${error.code})`);
  });
  const { map: policy, fail } = readMapping(file, decoded(file, bytes));
  for (const key of Object.keys(policy))
    if (!['profile', 'severities', 'accepted'].includes(key)) fail(`there is no setting ${key}`, key);
  const profile = PROFILES.find(name => name === policy.profile);
  if (policy.profile !== undefined && profile === undefined)
    fail(`profile must be one of ${PROFILES.join(', ')}`, 'profile');
  return {
    ...(profile && { profile: profile.toUpperCase() as Judgement['profile'] }),
    ...(isGiven(policy.severities) && { overrides: overridesIn(policy.severities, fail) }),
    ...(isGiven(policy.accepted) && { exceptions: acceptedIn(policy.accepted, fail) }),
  };
}

/** An empty text is a setting whose lines are all commented out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== '';

function overridesIn(given: unknown, fail: Fail): Map<string, Severity> {
  if (!isObject(given)) return fail('severities must be a mapping of rules to severities', 'severities');
  return new Map(
    Object.entries(given).map(([rule, severity]) => {
      if (!isRuleId(rule)) fail(`severities: there is no rule ${rule}`, 'severities', rule);
      const known = SEVERITIES.find(name => name === severity);
      if (known === undefined)
        return fail(`severities: ${rule} must be one of ${SEVERITIES.join(', ')}`, 'severities', rule);
      return [rule, known.toUpperCase() as Severity];
    }),
  );
}

function acceptedIn(given: unknown, fail: Fail): Accepted[] {
  if (!Array.isArray(given)) return fail('accepted must be a list', 'accepted');
  return given.map((one: unknown, index) => {
    const { key, reason, until } = isObject(one) ? one : { key: one, reason: undefined, until: undefined };
    if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key))
      return fail(`accepted[${index}]: key must be that of a change`, 'accepted', `${index}`, 'key');
    const expiresAt = until === undefined ? null : parseTime(`${until}T23:59:59.999Z`);
    if (expiresAt === undefined)
      return fail(`accepted[${index}]: until must be a date, such as 2027-01-31`, 'accepted', `${index}`, 'until');
    const why = typeof reason === 'string' && reason.trim() !== '' ? reason : 'Accepted in the policy file';
    return { id: key, key, reason: why, createdById: '', createdAt: new Date(0), expiresAt };
  });
}
