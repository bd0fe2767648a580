/**
 * Invisible characters that programs interpret: control characters except line feed and tab, marks that change the writing
 * direction (Unicode UAX #9), and tag characters.
 */
const UNSEEN = /[\p{Cc}--[\n\t]]|\p{Bidi_Control}|[\u{E0000}-\u{E007F}]/gv;

/** Removes invisible characters. Line ends become line feeds; lone surrogates become the replacement character. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(UNSEEN, '').toWellFormed();
