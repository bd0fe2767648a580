import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A package whose licence is permitted although it is not on the list; also for its platform packages (`name-…`). */
type LicenceException = { package: string; licence: string; reason: string };

/** A known vulnerability that does not affect the service. The exception applies through the day `until` (YYYY-MM-DD). */
export type AdvisoryException = { id: string; package: string; reason: string; until: string };

export type Decisions = {
  licences: { allowed: string[]; exceptions: LicenceException[] };
  advisories: AdvisoryException[];
};

export const decisions: Decisions = JSON.parse(readFileSync(join(root, 'supply-chain.json'), 'utf8'));

export type LockedPackage = { name: string; version: string; license?: string; integrity?: string };

type LockEntry = Omit<LockedPackage, 'name'> & { name?: string; dev?: boolean };

/** The packages that `npm ci --omit=dev` may install, on any system. */
export function productionPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, entry]) => ({ ...entry, name: entry.name ?? path.replace(/.*node_modules\//, '') }));
}

/** Returns a message for each package whose licence is neither allowed nor excepted, and for each unused exception. */
export function judgeLicences(
  packages: readonly LockedPackage[],
  { allowed, exceptions }: Decisions['licences'],
): string[] {
  const used = new Set<LicenceException>();
  const refused = packages.filter(({ name, license = '' }) => {
    // "(MIT OR CC0-1.0)" is a choice; one of its licences must be allowed.
    if (
      license
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some(one => allowed.includes(one))
    )
      return false;
    const exception = exceptions.find(
      one => one.licence === license && (one.package === name || name.startsWith(`${one.package}-`)),
    );
    if (exception !== undefined) used.add(exception);
    return exception === undefined;
  });
  return [
    ...refused.map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no licence'} is not allowed`),
    ...exceptions.filter(one => !used.has(one)).map(one => `${one.package}: its exception is not needed: remove it`),
  ];
}

/** The output of `npm audit --json`: a report, an error, or the `message` of a registry that cannot answer. */
export type AuditOutput = {
  auditReportVersion?: number;
  vulnerabilities?: Record<
    string,
    { via: (string | { name: string; title: string; url: string; severity: string })[] }
  >;
  message?: string;
  error?: { summary?: string };
};

export type AuditResult = { isAnswered: boolean; problems: string[] };

/** Compares a report with the exceptions. Expired exceptions do not apply, and unused ones are problems. */
export function judgeAudit(output: AuditOutput, exceptions: readonly AdvisoryException[], today: string): AuditResult {
  if (output.message !== undefined) return { isAnswered: false, problems: [output.message] };
  if (output.auditReportVersion === undefined)
    return { isAnswered: true, problems: [output.error?.summary || 'npm audit printed no report'] };
  const found = Object.values(output.vulnerabilities ?? {})
    .flatMap(({ via }) => via)
    .filter(one => typeof one !== 'string')
    .map(({ url, ...one }) => ({ ...one, id: url.split('/').at(-1) as string }));
  const isSame = (exception: AdvisoryException) => (one: { id: string; name: string }) =>
    one.id === exception.id && one.name === exception.package;
  const inForce = exceptions.filter(({ until }) => until >= today);
  return {
    isAnswered: true,
    problems: [
      ...found
        .filter(one => !inForce.some(exception => isSame(exception)(one)))
        .map(({ id, name, severity, title }) => `${id}: ${name}, ${severity}: ${title}`),
      ...exceptions
        .filter(exception => !found.some(isSame(exception)))
        .map(({ id, package: name }) => `${id}: ${name}: its exception is not needed: remove it`),
    ],
  };
}
