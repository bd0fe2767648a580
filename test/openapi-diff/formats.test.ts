import { describe, expect, it } from 'vitest';
import { hasFormat } from '../../src/openapi-diff/containment/formats.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, changes, sending } from './documents.ts';

// A value that is wrongly taken for one of the format hides a breaking change: what is not certain is unknown.

const label = 'a'.repeat(63);
const longest = `${label}.${label}.${label}.${'b'.repeat(61)}`;

const ROWS: [format: string, certain: JsonValue[], unknown: JsonValue[]][] = [
  ['int8', [-128, 127, 1.0, true], [128, 1.5]],
  ['int64', [JSON.rawJSON('9223372036854775807')], [JSON.rawJSON('9223372036854775808'), 'abc']],
  ['uint64', [0], [-1, '-1']],
  ['float', [0.1, -3.4e38], [3.5e38, JSON.rawJSON('1e400')]],
  ['double', [1e308], [JSON.rawJSON('1e400'), JSON.rawJSON('-1e400')]],
  ['date', ['2024-02-29', 5], ['2023-02-29', '2024-2-9', '2024-02-29\n', '02024-02-29', '٢024-02-29']],
  [
    'date-time',
    ['2024-02-29T23:59:59Z', '2024-02-29T00:00:00.123+14:00'],
    ['2024-02-30T00:00:00Z', '2024-02-29T24:00:00Z', '2024-02-29T00:00:00', '2024-02-29T00:00:00.Z', '2024-02-29'],
  ],
  [
    'uuid',
    ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'],
    [
      '2eb8aa08aa9811eab4aa73b441d16380',
      '{2eb8aa08-aa98-11ea-b4aa-73b441d16380}',
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638g',
    ],
  ],
  [
    'ipv4',
    ['0.0.0.0', '255.249.199.99'],
    [
      '1.2.3.4.',
      '1.2.3',
      '1.2.3.',
      '1.2.3.256',
      '01.2.3.4',
      '1.2.3.04',
      '1.2.3.4.5',
      ' 1.2.3.4',
      '1.2.3.4\n',
      '1.2..4',
    ],
  ],
  [
    'hostname',
    ['a', 'localhost', 'a-b.example', '1a.2b', longest],
    [
      ...['', '.', 'a.', '.a', 'a..b', '-a', 'a-', 'a.-b', 'a_b', 'é', `${longest}b`, `a${label}`],
      // RFC 1123, 2.1: not in the form of an address; RFC 5890, 2.3.1: with a meaning of its own.
      ...['1.2.3.4', 'a.1', 'xn--x', 'ab--c', 'a.xn--x.b'],
    ],
  ],
  [
    'email',
    ['a@b.cd', 'a+b_c.d-e@f-g.example', `${'a'.repeat(64)}@b.cd`],
    [
      ...['a@-.aa', 'a@b-.cd', 'a@-b.cd', '.a@b.cd', 'a.@b.cd', 'a..b@c.de', 'a@b..cd', 'a@b@c.de', '@b.cd', 'ab.cd'],
      ...[`${'a'.repeat(65)}@b.cd`, `a@${longest}`, `a@a${label}.cd`, 'é@b.cd', 'a@é.cd', 'a@1.2.3.4', 'a b@c.de'],
    ],
  ],
  [
    'uri',
    [
      ...['http://a', 'https://a.b:80/c/%7E;d?e=f/?g#h?/', 'urn:a:b', 'mailto:a@b.cd', 'tel:+1-2', 'file:///a'],
      ...["http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", 'a:', 'a:/b', 'http://a/b:c@d', 'ftp://a@b/c'],
    ],
    [
      ...[
        'http://é',
        'http://a/é',
        'http://a/%zz',
        'http://a/%',
        'http://a/%4',
        'http://a/b c',
        'http://a#b#c',
        '/a',
        '//a',
      ],
      ...[
        'http://a[b',
        'http://a/[b]',
        'http://a?[',
        'http://[a',
        'http://a:b:c',
        'http://a@b@c',
        'http://a:x',
        '1a://b',
      ],
      ...[
        'http://a/b\\c',
        'http://a/b|c',
        'http://a/b^c',
        'http://a/`',
        'http://a/{b}',
        'http://a/"',
        'http://a\n',
        '',
        'a',
      ],
    ],
  ],
];

describe.each(ROWS)('a value has the format %s', (format, certain, unknown) => {
  it.each(certain)('certainly: %j', value => {
    expect(hasFormat(format, value)).toBe(true);
  });

  it.each(unknown)('perhaps not: %j', value => {
    expect(hasFormat(format, value)).toBe(null);
  });
});

it.each(['ipv6', 'time', 'duration', 'uri-reference', 'json-pointer', 'regex', 'idn-email', 'idn-hostname', 'iri'])(
  'nothing is known of values of the format %s',
  format => expect(hasFormat(format, '')).toBe(null),
);

it('senders of a value that has not the format break where the format replaces it', () => {
  const [before, after] = [
    { type: 'string', enum: ['1.2.3.4.'] },
    { type: 'string', format: 'ipv4' },
  ];
  expect(changes(sending(before), sending(after))).toContain('BREAKING request-body-type-changed');
});

describe.each([
  ['int32', 'double'],
  ['uint32', 'double'],
  ['int16', 'float'],
  ['int8', 'double'],
  ['int32', 'double-int'],
])('integers of the format %s have the format %s', (narrow, wide) => {
  const [integer, number] = [
    { type: 'integer', format: narrow },
    { type: 'number', format: wide },
  ];

  it('so that senders of them go on, and readers of the wider one', () => {
    expect(changes(sending(integer), sending(number))).toEqual(['INFO request-body-type-generalized']);
    expect(changes(answering(number), answering(integer))).toEqual(['INFO response-body-type-specialized']);
  });

  it('but not the reverse', () => {
    expect(changes(sending(number), sending(integer))).toEqual(['BREAKING request-body-type-changed']);
    expect(changes(answering(integer), answering(number))).toEqual(['BREAKING response-body-type-generalized']);
  });
});

it.each([
  ['int64', 'double'],
  ['int32', 'float'],
])('not all integers of the format %s have a place in the format %s', (narrow, wide) => {
  const [integer, number] = [
    { type: 'integer', format: narrow },
    { type: 'number', format: wide },
  ];
  expect(changes(sending(integer), sending(number))).toEqual(['BREAKING request-body-type-changed']);
});

describe('a format of texts', () => {
  const severities = (before: JsonObject, after: JsonObject): string[] =>
    [sending, answering].flatMap(at => changes(at(before), at(after))).map(change => change.split(' ')[0] as string);

  it('says nothing about numbers', () => {
    const [plain, timed] = [{ type: 'integer' }, { type: 'integer', format: 'date-time' }];
    expect(severities(plain, timed)).toEqual(['INFO', 'INFO']);
    expect(severities(timed, plain)).toEqual(['INFO', 'INFO']);
    expect(severities(timed, { type: 'integer', format: 'int32' })).toEqual(['BREAKING', 'INFO']);
  });

  it('says nothing about numbers whose type changes', () => {
    const [integer, number] = [{ type: 'integer' }, { type: 'number', format: 'date-time' }];
    expect(severities(integer, number)).toEqual(['INFO', 'BREAKING']);
    expect(severities(number, integer)).toEqual(['BREAKING', 'INFO']);
    const either = { type: ['integer', 'string'], format: 'date-time' };
    expect(severities(integer, either)).toEqual(['INFO', 'BREAKING']);
    expect(severities(either, integer)).toEqual(['BREAKING', 'INFO']);
  });

  it('limits a query parameter that was a number, because all is text there', () => {
    const [integer, timed] = [{ type: 'integer' }, { format: 'date-time' }];
    const inQuery = (schema: JsonObject) => api({ parameters: [{ name: 'since', in: 'query', schema }] });
    expect(changes(inQuery(integer), inQuery(timed))).toEqual(['BREAKING request-parameter-type-changed']);
  });

  it.each<[string, JsonObject]>([
    ['texts among numbers', { type: ['integer', 'string'] }],
    ['texts, where nothing names a type', {}],
  ])('limits %s', (_, plain) => {
    expect(severities(plain, { ...plain, format: 'date-time' })).toEqual(['BREAKING', 'INFO']);
    expect(severities({ ...plain, format: 'date-time' }, plain)).toEqual(['INFO', 'BREAKING']);
  });

  it('leaves a format of numbers a limit', () => {
    const plain = { type: 'integer' };
    expect(severities(plain, { ...plain, format: 'int32' })).toEqual(['BREAKING', 'INFO']);
    expect(severities(plain, { ...plain, format: 'unixtime' })).toEqual(['BREAKING', 'INFO']);
  });
});

describe('where all is text, a format that some texts lack', () => {
  const [free, limited] = [{ type: 'string' }, { type: ['string', 'integer'], format: 'int32' }];
  const plain = (schema: JsonObject): JsonObject => ({ content: { 'text/plain': { schema } } });
  const sent = (schema: JsonObject): JsonObject => api({ requestBody: plain(schema) });
  const read = (schema: JsonObject): JsonObject => api({ responses: { 200: { description: 'ok', ...plain(schema) } } });

  it('breaks who sent the others, and who reads them now', () => {
    expect(changes(sent(free), sent(limited))).toEqual(['BREAKING request-body-type-changed']);
    expect(changes(read(limited), read(free))).toEqual(['BREAKING response-body-type-changed']);
  });

  it('is to be checked where the reader takes any text', () => {
    expect(changes(sent(limited), sent(free))).toEqual(['WARNING request-body-type-changed']);
    expect(changes(read(free), read(limited))).toEqual(['WARNING response-body-type-changed']);
  });

  it('is no reason to take any text for a number inside a parameter of a webhook', () => {
    const hook = (type: string): JsonObject => {
      const schema = { type: 'object', properties: { page: { type } } };
      const parameters = [{ name: 'filter', in: 'query', schema }];
      return { ...api({}), paths: {}, webhooks: { done: { post: { parameters, responses: {} } } } };
    };
    expect(changes(hook('integer'), hook('string'))).toEqual(['BREAKING response-parameter-property-type-changed']);
  });
});
