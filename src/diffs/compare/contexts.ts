import type { ChangeType } from '../model.ts';
import type { Context, Unit } from './engine.ts';

/** Of what belongs to no one operation. */
export const contextOf = (
  unit: Unit,
  thing: string,
  trail: string,
  changeType: ChangeType = 'ENDPOINT_MODIFIED',
): Context => ({
  ...{
    unit,
    thing,
    trail,
    changeType,
    direction: 'request',
    family: 'body',
    inert: false,
    root: true,
    repeatable: false,
    textual: false,
  },
  ...{ place: '', path: '' },
});
