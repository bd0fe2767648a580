import { describe, expect, it } from 'vitest';
import * as fields from '../../src/platform/fields.ts';
import { email } from '../../src/users/model.ts';

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
};

describe('a name', () => {
  it.each([
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Hindi', '\u0915\u094d\u200d\u0937'],
    ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['Hebrew', '\u05e9\u05dc\u05d5\u05dd'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a person of a colour at work', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
    ['a flag of a region', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
    ['a coloured heart', '\u2764\ufe0f'],
    ['a face in black and white', '\u263a\ufe0e'],
    ['a hand of a colour', '\u{1f44b}\u{1f3fd}\ufe0f'],
    ['a key with a digit', '1\ufe0f\u20e3'],
    ['Japanese', '\u845b\u{e0100}\u57ce'],
    ['Mongolian', '\u182d\u180b'],
  ])('keeps the joiners and the forms of %s', (_, text) => {
    expect(fields.name(text)).toBe(text.normalize('NFC'));
  });

  it.each([
    ['U+200B', 'zero\u200bwidth'],
    ['U+200D', 'Pet\u200dshop'],
    ['U+200C', '\u200c\u0645'],
    ['U+200C', '\u0645\u200c\u200c\u0645'],
    ['U+202E', 'pets\u202elmth.exe'],
    ['U+2067', '\u2067isolated'],
    ['U+200F', 'mark\u200f'],
    ['U+00AD', 'soft\u00adhyphen'],
    ['U+FEFF', 'mark\ufeff of order'],
    ['U+3164', '\u3164'],
    ['U+E0041', 'tag\u{e0041}'],
    ['U+000A', 'two\nlines'],
    ['U+2028', 'two\u2028lines'],
    ['U+001B', '\u001b[31mred'],
    ['U+0085', 'next\u0085line'],
    ['U+FE0F', '7.0\ufe0f'],
    ['U+FE0F', '1.0+\ufe0f1'],
    ['U+FE00', 'Ro\ufe00ot'],
    ['U+E0100', '\u{e0100}'.repeat(50)],
    ['U+180B', 'form\u180b'],
    ['U+FE0F', '\u2764\ufe0f\ufe0f'],
    ['U+180B', '\u7248\u180b\u672c'],
    ['U+180B', 'X\u2122\u180b'],
    ['U+E0100', '7.0\u00a9\u{e0100}'],
    ['U+E0100', '\u845b\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e0100}'],
    ['U+FE0E', '\u845b\u{1f468}\u200d\u{1f469}\ufe0f\ufe0e'],
    ['U+FFF9', 'note\ufff9'],
    ['U+FFFB', 'note\ufffb'],
  ])('contains no invisible %s', (character, text) => {
    const message = messageOf(() => fields.name(`a${text}b`, 'team_name'));
    expect(message).toMatch(
      /^team_name must not contain control, zero-width or direction characters: remove the invisible character U\+/,
    );
    expect(message).toContain(character);
  });

  it('is stored in composed form, so that one name has one spelling', () => {
    expect(fields.name(' Cafe\u0301 ')).toBe('Caf\u00e9');
    expect(fields.name('\u1100\u1161'.repeat(100))).toHaveLength(100);
  });
});

describe('a longer text', () => {
  it('keeps lines, tabs and every script', () => {
    const text = 'One\r\n\ttwo \u05e9\u05dc\u05d5\u05dd\u200f \u{1f468}\u200d\u{1f469}\n';
    expect(fields.description(text)).toBe(text);
  });

  it.each(['\u202e', '\u2066', '\u001b', '\u0007', '\u007f'])('refuses %j', character => {
    expect(messageOf(() => fields.description(`a${character}b`))).toMatch(
      /^description must not contain .* remove U\+/,
    );
  });
});

describe('an email', () => {
  it.each([
    ['ivan.petrov+docs_1@mail-2.example.com'],
    ['\u0438\u0432\u0430\u043d@\u043f\u043e\u0447\u0442\u0430.\u0440\u0444'],
    ['\u0438\u0432\u0430\u043d.petrov@example.com'],
    ['\u5c71\u7530\u30bf\u30ed\u30a6@example.jp'],
    ['jos\u00e9@example.com'],
    ["o'neil@example.com"],
  ])('%s is taken', address => {
    expect(email(address)).toBe(address);
  });

  it.each([
    ['two scripts in one word', '\u0430dmin@example.com', 'scripts'],
    ['two scripts in the domain', 'admin@ex\u0430mple.com', 'scripts'],
    ['Greek among Latin letters', 'r\u03bfot@example.com', 'scripts'],
    ['full-width letters', '\uff41dmin@example.com', 'plain letters'],
    ['a ligature', 'o\ufb03ce@example.com', 'plain letters'],
    ['a zero-width space', 'ad\u200bmin@example.com', 'U+200B'],
    ['a joiner', '\u0645\u06cc\u200c\u062e@example.com', 'U+200C'],
    ['a variation selector', 'admin\ufe0f@example.com', 'U+FE0F'],
    ['a direction', '\u202eadmin@example.com', 'U+202E'],
    ['a control character', 'admin\u0001@example.com', 'U+0001'],
  ])('with %s is refused: %j', (_, address, reason) => {
    expect(messageOf(() => email(address))).toMatch(/^email must not /);
    expect(messageOf(() => email(address))).toContain(reason);
  });

  it('has one spelling for every Unicode form', () => {
    expect(email(' Jose\u0301@Example.com ')).toBe('jos\u00e9@example.com');
  });
});
