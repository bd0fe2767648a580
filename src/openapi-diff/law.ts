import type { Severity } from './model.ts';

/** Request: what the service receives. Response: what it sends. Webhooks and callbacks swap the two. */
export type Direction = 'request' | 'response';

/**
 * What a change does to the set of values that a schema or an operation accepts or produces.
 * `may-` means that it cannot be proven from the documents.
 */
export type Effect =
  | 'narrows'
  | 'widens'
  | 'changes'
  | 'may-narrow'
  | 'may-widen'
  | 'may-change'
  | 'removes'
  | 'may-remove'
  | 'adds'
  | 'describes';

/**
 * The law: every default severity follows from it.
 *
 * - A sender breaks when less is accepted: narrowing a request.
 * - A reader breaks when more may arrive: widening a response.
 * - `changes` does both, so it breaks in both directions.
 * - `removes` takes away something that clients rely on (an operation, a media type, a property of a response).
 * - A change that cannot be proven harmless is a warning: a person must check it.
 */
const LAW: Record<Effect, Record<Direction, Severity>> = {
  narrows: { request: 'BREAKING', response: 'INFO' },
  widens: { request: 'INFO', response: 'BREAKING' },
  changes: { request: 'BREAKING', response: 'BREAKING' },
  'may-narrow': { request: 'WARNING', response: 'INFO' },
  'may-widen': { request: 'INFO', response: 'WARNING' },
  'may-change': { request: 'WARNING', response: 'WARNING' },
  removes: { request: 'BREAKING', response: 'BREAKING' },
  'may-remove': { request: 'WARNING', response: 'WARNING' },
  adds: { request: 'INFO', response: 'INFO' },
  describes: { request: 'INFO', response: 'INFO' },
};

export const severityOf = (effect: Effect, direction: Direction): Severity => LAW[effect][direction];

export const flip = (direction: Direction): Direction => (direction === 'request' ? 'response' : 'request');

const OPPOSITE: Partial<Record<Effect, Effect>> = {
  narrows: 'widens',
  widens: 'narrows',
  'may-narrow': 'may-widen',
  'may-widen': 'may-narrow',
};

/** The effect of removing a constraint instead of adding it. */
export const opposite = (effect: Effect): Effect => OPPOSITE[effect] ?? effect;
