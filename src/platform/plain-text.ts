/**
 * What a person does not see but a program obeys: control characters (a line feed and a tab are none here), the
 * characters that turn the direction of writing (Unicode UAX #9), and the invisible tag characters.
 */
const UNSEEN = /[\p{Cc}--[\n\t]]|\p{Bidi_Control}|[\u{E0000}-\u{E007F}]/gv;

/** Text without what nobody sees; line ends become line feeds, lone surrogates the replacement character. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(UNSEEN, '').toWellFormed();
