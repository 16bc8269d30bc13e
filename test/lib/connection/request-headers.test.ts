import { describe, expect, it } from 'vitest';
import { RequestHeaders } from '@/lib/connection/connection-items';
import {
  type HeaderProblem,
  readHeader,
  readHeaders,
  splitHeader,
} from '@/lib/connection/request-headers';

const ID = '88bf3b6d86161464f6509f7219099e57.access';

describe('the name of a header', () => {
  it.each(['X-Pass', 'CF-Access-Client-Id', "a!#$%&'*+.^_`|~9", 'Secure', 'Proxied'])(
    'may be %s',
    (name) => expect(readHeader({ name, value: '-' })).toHaveProperty('name'),
  );

  it.each<[HeaderProblem, string[]]>([
    ['nameEmpty', ['']],
    ['nameCharacters', ['X Pass', 'X-Paß', 'X(1)', 'X\nY']],
    ['nameSetByExtension', ['Authorization', 'ACCEPT', 'content-type']],
    [
      'nameForbidden',
      [
        ...['Cookie', 'cookie2', 'Host', 'Origin', 'Proxy-Authorization', 'Sec-Fetch-Site'],
        ...['Referer', 'TE', 'Content-Length', 'X-HTTP-Method-Override', 'X-Method-Override'],
      ],
    ],
  ])('is refused as %s: %j', (problem, names) => {
    for (const name of names) {
      expect(readHeader({ name, value: '-' }), name).toEqual({ problem });
    }
  });
});

it.each<[HeaderProblem, string]>([
  ['valueEmpty', '  '],
  ['valueIsName', 'x-pass'],
  ['valueCharacters', 'a\nb'],
  ['valueCharacters', 'a\u0000b'],
  ['valueCharacters', '–'],
  ['valueTooLong', 'a'.repeat(4097)],
])('the value of a header is refused as %s: %j', (problem, value) => {
  expect(readHeader({ name: 'X-Pass', value })).toEqual({ problem });
});

it.each(['a', 'a b', ' é ', 'a'.repeat(4096)])('the value of a header may be %j', (value) => {
  const read = { name: 'X-Pass', value: value.trim() };
  expect(readHeader({ name: ' X-Pass ', value })).toEqual(read);
});

it.each<[string, [string, string], [string, string]]>([
  [
    'a header line in the name field',
    [`CF-Access-Client-Id: ${ID}`, ''],
    ['CF-Access-Client-Id', ID],
  ],
  ['a header line in the value field', ['', `X-Pass:${ID}`], ['X-Pass', ID]],
  ['a line with the same name in the value field', ['x-pass', ` X-Pass:  ${ID}`], ['X-Pass', ID]],
  ['a name with its colon', ['X-Pass:', ID], ['X-Pass', ID]],
  ['a value that looks like another header', ['X-Pass', 'user: rosa'], ['X-Pass', 'user: rosa']],
  ['an address', ['', 'https://a.example/'], ['', 'https://a.example/']],
  ['an unfinished name and value', ['X-Pa', 's'], ['X-Pa', 's']],
])('splitHeader reads %s', (_, [name, value], [ownName, ownValue]) => {
  expect(splitHeader({ name, value })).toEqual({ name: ownName, value: ownValue });
});

describe('several headers', () => {
  const header = (name: string) => ({ name, value: 'some value' });

  it('are read in order, with the stored value for an empty value', () => {
    const fields = [header('X-One'), { name: 'x-two', value: '' }];
    const read = readHeaders(fields, [{ name: 'X-Two', value: '2' }]);
    expect(read).toEqual({ value: [header('X-One'), { name: 'x-two', value: '2' }] });
  });

  it('cannot have the same name twice', () => {
    const problem = 'nameRepeated';
    expect(readHeaders([header('X-One'), header('x-one')])).toEqual({ problem });
  });

  it.each([
    [[header('X-One'), header('X-Two')], true],
    [[], true],
    [[header('X-One'), header('x-one')], false],
    [[header('Cookie')], false],
    [[{ name: 'X-One', value: 'a\nb' }], false],
  ])('are valid in storage only if they can be sent: %j', (headers, isValid) => {
    expect(RequestHeaders.safeParse(headers).success).toBe(isValid);
  });
});
