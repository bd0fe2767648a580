/**
 * What a name may hold: whatever shows. A character that does not show, or that turns the direction of what follows
 * (Unicode UAX #9), lets two names look alike or a name look like another one.
 */

const oneOf = (scripts: readonly string[]): string => `[${scripts.map(name => `\\p{scx=${name}}`).join('')}]`;

/** Scripts whose words need joiners (ZWNJ, ZWJ) between their letters, such as Persian, Hindi and Sinhala. */
const JOINED_SCRIPTS = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'],
  ...['Khmr', 'Mymr', 'Tibt'],
];
const JOINED = `[${oneOf(JOINED_SCRIPTS)}&&[\\p{L}\\p{M}]]`;
const WORD_JOINER = new RegExp(`(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`, 'gv');

const PICTURE = '\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?';
/** Emoji that are made of several, such as families, and flags of regions, whose letters are tag characters. */
const EMOJI = new RegExp(
  `${PICTURE}(?:\\u200D${PICTURE})+|\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}`,
  'gv',
);

/** Variation selectors choose the form of the character before them; they are no text of their own. */
const UNSEEN =
  /\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|[\p{Default_Ignorable_Code_Point}--[\u{180B}-\u{180D}\u{180F}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]]/v;

/** What turns the direction of text beyond its own line of thought, and control characters but tab and line ends. */
const MISLEADING = /[\p{Cc}--[\n\r\t]]|[\u202A-\u202E\u2066-\u2069]/v;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

/** The first character of a name that does not show where it stands, as people write code points: U+200B. */
export function unseenInName(text: string): string | undefined {
  const found = UNSEEN.exec(text.replaceAll(EMOJI, '').replaceAll(WORD_JOINER, ''))?.[0];
  return found && codePoint(found);
}

/** The first such character of an identifier, where no joiner is needed and nothing has two forms. */
export function unseenInIdentifier(text: string): string | undefined {
  const found = (UNSEEN.exec(text) ?? /\p{Default_Ignorable_Code_Point}/u.exec(text))?.[0];
  return found && codePoint(found);
}

/** The first character of a longer text that may make it read as something else. */
export function misleadingInText(text: string): string | undefined {
  const found = MISLEADING.exec(text)?.[0];
  return found && codePoint(found);
}

const SCRIPTS = [
  ...['Latn', 'Cyrl', 'Grek', 'Armn', 'Geor', 'Hebr', 'Arab', 'Syrc', 'Thaa', 'Ethi', 'Deva', 'Beng', 'Guru', 'Gujr'],
  ...['Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Thai', 'Laoo', 'Tibt', 'Mymr', 'Khmr', 'Mong', 'Cher', 'Cans'],
  ...['Tfng', 'Nkoo', 'Copt', 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo'],
];
/** Japanese, Korean and Chinese are written in several scripts (Unicode UTS #39). */
const WRITTEN_TOGETHER = [
  ...SCRIPTS.map(script => [script]),
  ['Hani', 'Hira', 'Kana'],
  ['Hani', 'Hang'],
  ['Hani', 'Bopo'],
];
/** Digits, marks and signs belong to every script. */
const SHARED = '[[[\\p{N}\\p{P}\\p{S}]&&\\p{scx=Zyyy}]\\p{sc=Zinh}]';
const ALL_OTHERS = `[[\\p{L}\\p{M}]--${oneOf(SCRIPTS)}]`;
const OF_ONE_SCRIPT = [...WRITTEN_TOGETHER.map(oneOf), ALL_OTHERS].map(
  letters => new RegExp(`^[${letters}${SHARED}]*$`, 'v'),
);

/** Whether all letters are of one script, so that none of them imitates one of another: аdmin with a Cyrillic а. */
export const isOfOneScript = (text: string): boolean => OF_ONE_SCRIPT.some(pattern => pattern.test(text));
