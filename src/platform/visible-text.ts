/**
 * Checks names for invisible characters. A character that is invisible, or changes the writing direction (Unicode UAX
 * #9), makes two names look alike.
 */

const oneOf = (scripts: readonly string[]): string => `[${scripts.map(name => `\\p{scx=${name}}`).join('')}]`;

/** Scripts that need joiners (ZWNJ, ZWJ) inside words, such as those of Persian, Hindi and Sinhala. */
const JOINED_SCRIPTS = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'],
  ...['Khmr', 'Mymr', 'Tibt'],
];
const JOINED = `[${oneOf(JOINED_SCRIPTS)}&&[\\p{L}\\p{M}]]`;
const WORD_JOINER = `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`;

const PICTURE = '\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?';
/** Emoji made of several characters, such as families, and flags of regions, which use tag characters. */
const EMOJI = `${PICTURE}(?:\\u200D${PICTURE})+|\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}`;

/**
 * Variation selectors choose the form of the previous character (Unicode, section 23.4), such as the colour of an emoji. They are
 * permitted where it may have several forms: elsewhere they change nothing that a reader sees.
 */
const FORMS = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\uFE0E\\uFE0F]',
  '(?<=[0-9#*])[\\uFE0E\\uFE0F](?=\\u20E3)',
  '(?<=\\p{sc=Mong})[\\u180B-\\u180D\\u180F]',
  `(?<=${oneOf(['Hani', 'Hira', 'Kana', 'Phag', 'Mymr'])})[\\uFE00-\\uFE0D\\u{E0100}-\\u{E01EF}]`,
];

const PERMITTED = new RegExp([EMOJI, WORD_JOINER, ...FORMS].join('|'), 'gv');

/** Invisible characters, and those that mark annotations. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/v;

/** Marks that change the direction of the following text, and control characters except tabs and line ends. */
const MISLEADING = /[\p{Cc}--[\n\r\t]]|[\u202A-\u202E\u2066-\u2069]/v;

const SEEN = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a reader sees anything of a text. */
export const isSeen = (text: string): boolean => SEEN.test(text);

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

/** The first invisible character of a name, as a code point (U+200B); undefined if there is none. */
export function unseenInName(text: string): string | undefined {
  const found = UNSEEN.exec(text.replaceAll(PERMITTED, ''))?.[0];
  return found && codePoint(found);
}

/** Like `unseenInName`, for identifiers: joiners and variation selectors are refused after every character. */
export function unseenInIdentifier(text: string): string | undefined {
  const found = UNSEEN.exec(text)?.[0];
  return found && codePoint(found);
}

/** The first character that can make a longer text look like another text, as a code point; undefined if there is none. */
export function misleadingInText(text: string): string | undefined {
  const found = MISLEADING.exec(text)?.[0];
  return found && codePoint(found);
}

const SCRIPTS = [
  ...['Latn', 'Cyrl', 'Grek', 'Armn', 'Geor', 'Hebr', 'Arab', 'Syrc', 'Thaa', 'Ethi', 'Deva', 'Beng', 'Guru', 'Gujr'],
  ...['Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Thai', 'Laoo', 'Tibt', 'Mymr', 'Khmr', 'Mong', 'Cher', 'Cans'],
  ...['Tfng', 'Nkoo', 'Copt', 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo'],
];
/** Languages written in several scripts: Japanese, Korean and Chinese (Unicode UTS #39). */
const WRITTEN_TOGETHER = [
  ...SCRIPTS.map(script => [script]),
  ['Hani', 'Hira', 'Kana'],
  ['Hani', 'Hang'],
  ['Hani', 'Bopo'],
];
/** Digits, marks and symbols, which belong to every script. */
const SHARED = '[[[\\p{N}\\p{P}\\p{S}]&&\\p{scx=Zyyy}]\\p{sc=Zinh}]';
const ALL_OTHERS = `[[\\p{L}\\p{M}]--${oneOf(SCRIPTS)}]`;
const OF_ONE_SCRIPT = [...WRITTEN_TOGETHER.map(oneOf), ALL_OTHERS].map(letters => `^[${letters}${SHARED}]*$`);
/** Compiled at first use: most texts match the first pattern, and compiling all takes 10 ms. */
const compiled = new Map<string, RegExp>();

function matches(source: string, text: string): boolean {
  const pattern = compiled.get(source) ?? new RegExp(source, 'v');
  compiled.set(source, pattern);
  return pattern.test(text);
}

/** Whether all letters are of one script. Mixed scripts permit imitations: аdmin with a Cyrillic а. */
export const isOfOneScript = (text: string): boolean => OF_ONE_SCRIPT.some(source => matches(source, text));
