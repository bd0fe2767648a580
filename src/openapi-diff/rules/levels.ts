import type { Direction } from '../law.ts';
import type { DiffItem, Severity } from '../model.ts';

type Site = 'body' | 'property' | 'parameter' | 'parameter-property' | 'header' | 'header-property';

/** Where a schema is used. The last two are properties that `readOnly` or `writeOnly` excludes from their direction. */
export type Subject = `${Direction}-${Site}` | 'request-read-only-property' | 'response-write-only-property';
export type Use = Direction | Subject;

/** `law`: the severity that follows from effect and direction. */
export type Level = 'law' | Severity;

/** What is known of a finding when a profile judges it: nothing if only its place is known. */
export type LevelFacts = Partial<
  Pick<DiffItem, 'location' | 'pointerBefore' | 'pointerAfter' | 'oldValue' | 'newValue'>
>;

/** A level with a condition. It takes precedence over all places; of several, the first one that holds counts. */
type Case = readonly [level: Level, when: (facts: LevelFacts, use: Use) => boolean];

/** The level by place. A place takes precedence over its direction; the law applies if neither is named. */
export type Departure = Level | ({ readonly [U in Use]?: Level } & { readonly cases?: readonly Case[] });

/** One level for each profile. */
export type Levels = { readonly strict: 'law'; readonly oasdiff: Departure; readonly lenient: Departure };

export const BY_LAW: Levels = { strict: 'law', oasdiff: 'law', lenient: 'law' };
/** oasdiff does not look at it. */
export const UNSEEN_BY_OASDIFF: Levels = { strict: 'law', oasdiff: 'INFO', lenient: 'law' };

/** oasdiff looks at it in bodies, not in objects that a parameter holds and not in response headers. */
export const NOT_INSIDE_PARAMETERS = {
  'request-parameter-property': 'INFO',
  'response-header': 'INFO',
  'response-header-property': 'INFO',
} as const satisfies Departure;

/** oasdiff looks at it in bodies only. */
export const ONLY_IN_BODIES = { ...NOT_INSIDE_PARAMETERS, 'request-parameter': 'INFO' } as const satisfies Departure;

/** For keywords that clients rarely enforce in responses. */
export const TOLERATED_BY_READERS = { response: 'WARNING' } as const satisfies Departure;

/** For keywords that clients rarely enforce in responses, and that oasdiff looks at only in bodies. */
export const TOLERATED: Levels = { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS };

export const levelAt = (departure: Departure, use: Use, direction: Direction, facts: LevelFacts): Level => {
  if (typeof departure === 'string') return departure;
  const found = departure.cases?.find(([, when]) => when(facts, use));
  return found?.[0] ?? departure[use] ?? departure[direction] ?? 'law';
};

// Conditions by which oasdiff distinguishes changes at one place.

/** XML, forms and plain text write every value as text. */
export const isWrittenAsText = ({ location = '' }: LevelFacts): boolean =>
  /\/content\/(?![^/]*json)[^/]+\//i.test(location);

/** Inside an object that a parameter or a header holds. */
export const isOutsideBodies = ({ location = '' }: LevelFacts): boolean =>
  /\/(parameters|headers)\/[^/]+\/(schema|content)\//.test(location);

/** Stands in a parameter or a header. */
export const isOfParameter = ({ location = '' }: LevelFacts): boolean => /\/parameters\/|\/headers\//.test(location);

/** Named in `required` alone, described nowhere. */
export const isUndescribed = ({ pointerBefore = '', pointerAfter = '' }: LevelFacts): boolean =>
  [pointerBefore, pointerAfter].some(pointer => /\/required\/\d+$/.test(pointer));
