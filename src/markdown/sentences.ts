import { many } from '../platform/wording.ts';
import type { Block } from './blocks.ts';
import type { Change } from './changes.ts';

export type Outcome = 'added' | 'removed' | 'changed' | 'moved';

export const outcomeOf = ({ before, after, moved }: Change): Outcome => {
  if (moved !== undefined) return 'moved';
  return before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
};

const MAX_TITLE = 80;
const MAX_READ = 200;

/** Describes a change in one sentence. `details` describe changes inside the block. */
export const sentenceOf = (change: Change, details: readonly string[]): string => {
  const block = (change.after ?? change.before) as Block;
  const what = outcomeOf(change);
  if (what === 'moved') return `${movedThing(change, block)} moved${placesOf(change)}`;
  if (change.section !== undefined)
    return `Section ${titleOf(block)} was removed, with its ${change.section.length} blocks`;
  const place = block.section === '' || block.kind === 'heading' ? '' : ` in "${block.section}"`;
  const own = what === 'changed' ? ownDetails(change) : [];
  const allDetails = what === 'changed' ? [...own, ...details.slice(startsWithMark(change) ? 1 : 0)] : [];
  return `${nameOf(block)}${place} was ${what}${allDetails.length > 0 ? `: ${allDetails.join(', ')}` : ''}`;
};

const nameOf = (block: Block): string => {
  if (block.kind === 'rest') return 'Long part of the text (compared as a whole)';
  if (block.kind === 'html') return 'HTML';
  const name = block.kind.charAt(0).toUpperCase() + block.kind.slice(1);
  const title = TITLES[block.kind]?.(block.text) ?? '';
  return title === '' ? name : `${name} "${title}"`;
};

const MAX_START = 50;

/** The first words of a text, as a title. */
const startOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_START) return line;
  const start = line.slice(0, MAX_START).toWellFormed();
  return `${start.replace(/ [^ ]*$/, '')}…`;
};

const TITLES: Partial<Record<Block['kind'], (text: string) => string>> = {
  heading: text => text.replace(/^#+ /, '').slice(0, MAX_TITLE),
  'link definition': text => text.slice(1, text.indexOf(']:')).slice(0, MAX_TITLE),
  paragraph: text => startOf(text.slice(0, MAX_READ)),
  'list item': text => startOf(text.slice(0, MAX_READ)),
  quote: text => startOf(text.slice(0, MAX_READ)),
};

const titleOf = ({ text }: Block): string => `"${text.replace(/^#+ /, '').slice(0, MAX_TITLE)}"`;

const movedThing = ({ moved, after }: Change, block: Block): string => {
  const { blocks = 1, sections = 0 } = moved ?? {};
  const more = (count: number, one: string): string => ` and ${many(count, `more ${one}`)}`;
  if (after?.kind === 'heading' && blocks > 1) {
    const others = sections > 1 ? more(sections - 1, 'section') : '';
    return `Section ${titleOf(block)}${others} ${others === '' ? 'was' : 'were'}`;
  }
  const others = blocks > 1 ? more(blocks - 1, 'block') : '';
  return `${nameOf(block)}${others} ${others === '' ? 'was' : 'were'}`;
};

const under = (section: string): string => (section === '' ? 'the top' : `"${section}"`);

const placesOf = ({ before, after }: Change): string =>
  before !== undefined && after !== undefined && before.section !== after.section
    ? ` from ${under(before.section)} to ${under(after.section)}`
    : '';

/** Changes that the text of the block does not show, such as its level. */
const ownDetails = ({ before, after }: Change): string[] => {
  if (before === undefined || after === undefined) return [];
  return [...textDetails(before, after), ...frameDetails(before, after)];
};

const textDetails = (before: Block, after: Block): string[] => {
  if (before.kind === 'heading') return headingDetails(before, after);
  return before.kind === 'code block' ? languageDetails(before, after) : taskDetails(before, after);
};

/** Whether the first changed words are a language or a task mark, which have their own details. */
const startsWithMark = ({ before, after }: Change): boolean =>
  before !== undefined &&
  after !== undefined &&
  (before.kind === 'code block' ? languageDetails : taskDetails)(before, after).length > 0;

const headingDetails = (before: Block, after: Block): string[] => {
  const [from, to] = [before.text.indexOf(' '), after.text.indexOf(' ')];
  return [
    ...(titleOf(before) === titleOf(after) ? [] : [`it was ${titleOf(before)}`]),
    ...(from === to ? [] : [`level ${from} to ${to}`]),
  ];
};

const languageDetails = (before: Block, after: Block): string[] => {
  const [from, to] = [before, after].map(({ text }) => text.slice(0, text.indexOf('\n')).slice(0, MAX_TITLE));
  return from === to ? [] : [`language ${from ? `"${from}"` : 'none'} to ${to ? `"${to}"` : 'none'}`];
};

const TASK = /^\[[ xX]\](?=\s)/;

const taskDetails = (before: Block, after: Block): string[] => {
  const [was, is] = [TASK.exec(before.text)?.[0], TASK.exec(after.text)?.[0]];
  if (was === undefined || is === undefined || was.toLowerCase() === is.toLowerCase()) return [];
  return [is === '[ ]' ? 'the task is open again' : 'the task is done'];
};

const frameDetails = (before: Block, after: Block): string[] => {
  if (before.frame === after.frame) return [];
  const [was, is] = [before, after].map(({ frame }) => readFrame(frame)) as [Frame, Frame];
  const details = [
    ...(was.quotes === is.quotes ? [] : [`in ${is.quotes === 0 ? 'no quote' : many(is.quotes, 'quote')} now`]),
    ...listDetails(was, is, after.kind),
  ];
  return details.length > 0 ? details : ['in other lists or quotes now'];
};

const listDetails = (was: Frame, is: Frame, kind: Block['kind']): string[] => {
  if (is.level === 0) return was.level === 0 ? [] : ['in no list now'];
  if (was.level === 0) return [`in a ${is.list} list now`, ...(is.mark === CONTINUED ? [PART_OF_ITEM] : [])];
  const level = kind === 'list item' ? 'level' : 'list level';
  return [
    ...(was.level === is.level ? [] : [`${level} ${was.level} to ${is.level}`]),
    ...markDetails(was, is),
    ...(was.begins === is.begins || is.level === 1 ? [] : [startDetail(is.begins)]),
  ];
};

const CONTINUED = '+';
const PART_OF_ITEM = 'part of the item above now';

const markDetails = (was: Frame, is: Frame): string[] => {
  const list = was.list === is.list ? [] : [`${is.list} now`];
  if (was.mark === is.mark) return list;
  if (is.mark === CONTINUED) return [...list, PART_OF_ITEM];
  if (was.mark === CONTINUED) return [...list, 'an item of its own now'];
  return is.list === 'numbered' ? [`numbered from ${is.mark || 1} now`] : list;
};

/** For a block that starts another number of the items around its own item. */
const startDetail = (items: number): string =>
  items === 0 ? 'no longer first in the item around it' : `first in ${many(items, 'item')} around it now`;

type Frame = { quotes: number; level: number; list: string; mark: string; begins: number };

const readFrame = (frame: string): Frame => {
  const lists = frame.replace(/[^bn]/g, '');
  return {
    quotes: frame.replace(/[^q]/g, '').length,
    level: lists.length,
    list: lists === '' ? '' : lists.endsWith('n') ? 'numbered' : 'bulleted',
    mark: frame.replace(/[qbn^]/g, ''),
    begins: frame.replace(/[^^]/g, '').length,
  };
};
