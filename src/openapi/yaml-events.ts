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

/** Parses YAML into events. Throws a YamlFault if the text is not valid YAML. */
export function readYamlEvents(text: string): YamlEvents {
  if (mayExceedNodes(text)) throw new YamlFault({ message: tooManyNodes, offset: 0, rule: 'budget' });
  try {
    // To the parser, a scalar in the deepest allowed collection is one level deeper. The composer counts exactly.
    return parseEvents(text, { maxDepth: MAX_DEPTH + 2 });
  } catch (error) {
    if (error instanceof RangeError) throw new YamlFault({ message: tooDeep, offset: 0, rule: 'budget' });
    if (!(error instanceof YAMLException)) throw error;
    const offset = Math.min(error.mark?.position ?? 0, text.length);
    if (error.reason.includes('maxDepth')) throw new YamlFault({ message: tooDeep, offset, rule: 'budget' });
    throw new YamlFault({ message: `This is not valid YAML: ${error.reason}.`, offset, rule: 'syntax' });
  }
}

/**
 * The parser keeps all events in memory, so a text that must exceed the limit is refused before parsing. Flow
 * collections have a comma for each value, block maps a colon, block lists a dash. Prose has far fewer of them.
 */
function mayExceedNodes(text: string): boolean {
  if (text.length < MAX_NODES) return false;
  let separators = 0;
  let colons = 0;
  let dashes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 44) separators++;
    else if (code === 58) colons++;
    else if (code === 45 && text.charCodeAt(at + 1) <= 32) dashes++;
  }
  return Math.max(separators, colons) + dashes > MAX_NODES;
}
