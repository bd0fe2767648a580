import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { MAX_DEPTH, MAX_NODES, tooDeep, tooManyNodes } from './budget.ts';
import type { TextFault } from './json-text.ts';

export type YamlEvents = readonly Event[];

export class YamlFault extends Error {
  readonly fault: TextFault;
  constructor(fault: TextFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Splits YAML into events; throws a YamlFault for what is no YAML. */
export function readYamlEvents(text: string): YamlEvents {
  if (mayHoldTooMany(text)) throw new YamlFault({ message: tooManyNodes, offset: 0, rule: 'budget' });
  try {
    // A scalar in the deepest allowed collection is one level deeper for the parser; the composer counts exactly.
    return parseEvents(text, { maxDepth: MAX_DEPTH + 2 });
  } catch (error) {
    if (error instanceof RangeError) throw new YamlFault({ message: tooDeep, offset: 0, rule: 'budget' });
    if (!(error instanceof YAMLException)) throw error;
    const offset = Math.min(error.mark?.position ?? 0, text.length);
    if (error.reason.includes('maxDepth')) throw new YamlFault({ message: tooDeep, offset, rule: 'budget' });
    throw new YamlFault({ message: `This is no valid YAML: ${error.reason}.`, offset, rule: 'syntax' });
  }
}

/** The parser holds all events in memory, so a text that must exceed the budget is refused before it is parsed. */
function mayHoldTooMany(text: string): boolean {
  if (text.length < MAX_NODES * 2) return false;
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 44 || code === 91 || code === 123) marks++;
    else if ((code === 45 || code === 58 || code === 63) && text.charCodeAt(at + 1) <= 32) marks += 2;
  }
  return marks > MAX_NODES * 2;
}
