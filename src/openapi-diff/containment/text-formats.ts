/** Whether a text is an existing date, as RFC 3339 writes it. `new Date` alone reads February 30 as March 2. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

const CLOCK = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const isDateTime = (text: string): boolean => isDay(text.slice(0, 10)) && CLOCK.test(text.slice(10));

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
const OCTET = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = new RegExp(String.raw`^(${OCTET}\.){3}${OCTET}$`);

const LABEL = String.raw`[a-z\d]([a-z\d-]{0,61}[a-z\d])?`;
const LABELS = new RegExp(String.raw`^${LABEL}(\.${LABEL})*$`, 'i');
/** A last label of digits, as in an address (RFC 1123, 2.1), or a label that may encode a name (RFC 5890, 2.3.1). */
const SPECIAL = /(^|\.)(\d+$|..--)/;
/** RFC 1035, 2.3.4, which also counts the length of the first label and the end. */
const MAX_HOSTNAME = 253;
const isHostname = (text: string): boolean => text.length <= MAX_HOSTNAME && LABELS.test(text) && !SPECIAL.test(text);

const MAILBOX = /^[\w+-]+(\.[\w+-]+)*$/;
/** RFC 5321, 4.5.3.1: a path has 256 characters with its angle brackets. */
const MAX_EMAIL = 254;
const MAX_MAILBOX = 64;
const isEmail = (text: string): boolean => {
  const [mailbox = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || text.length > MAX_EMAIL || mailbox.length > MAX_MAILBOX) return false;
  return MAILBOX.test(mailbox) && domain.includes('.') && isHostname(domain);
};

/** RFC 3986, without addresses in brackets. */
const NAME = String.raw`-\w.~!$&'()*+,;=%`;
const AUTHORITY = String.raw`//([${NAME}:]*@)?[${NAME}]*(:\d*)?`;
const PATH = `[${NAME}:@/]*`;
const QUERY = `[${NAME}:@/?]*`;
const URI = new RegExp(
  String.raw`^[a-z][a-z\d+.-]*:(${AUTHORITY}(/${PATH})?|(?!//)${PATH})(\?${QUERY})?(#${QUERY})?$`,
  'i',
);
const LONE_PERCENT = /%(?![\da-f]{2})/i;
const isUri = (text: string): boolean => URI.test(text) && !LONE_PERCENT.test(text) && URL.canParse(text);

/** Whether a text has a format, by its name. They may refuse valid texts, but accept no others. */
export const TEXT_TESTS: Record<string, (text: string) => boolean> = {
  date: isDay,
  'date-time': isDateTime,
  uuid: text => UUID.test(text),
  ipv4: text => IPV4.test(text),
  email: isEmail,
  hostname: isHostname,
  uri: isUri,
};
