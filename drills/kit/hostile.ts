import type { Schema } from './operations.ts'

/** `never`: must be refused at its field. `as is`: may be accepted, and must then be stored unchanged. */
export type Hostile = { name: string; value: unknown; verdict: 'never' | 'as is' }

/** Values that an attacker or a broken client sends instead of a valid one. */
export const hostileFor = (schema: Schema): Hostile[] => {
  const kinds = [schema.type].flat().map(String)
  if (schema.contentMediaType || !schema.type) return []
  const takes = (kind: string) => kinds.includes(kind) || (kind === 'integer' && kinds.includes('number'))
  const strangers = Object.entries(kindred).filter(([kind]) => !takes(kind))
  const own = kinds.filter((kind) => kind !== 'null').flatMap((kind) => ofKind[kind]?.(schema, takes) ?? [])
  return [...strangers.flatMap(([kind, values]) => never(`a ${kind}`, values)), ...own]
}

const never = (name: string, values: unknown[]): Hostile[] => values.map((value) => ({ name, value, verdict: 'never' }))

// One value of each JSON type, sent where another type is expected.
const kindred: Record<string, unknown[]> = {
  null: [null],
  boolean: [true],
  integer: [7],
  string: ['7', 'NaN'],
  array: [[], ['a'], [1]],
  object: [{}, { toString: 1 }],
}

const unstorable = ['a\0b', '\0', 'a\ud800b', '\udc00\ud800']
const metacharacters = [
  "'; drop table users; --",
  '" or ""="',
  '{{7*7}}{7*7}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '%s%n%x \\x00 \\u0000',
  '../../../../etc/passwd',
  '=HYPERLINK("http://evil.example","x")',
  '𠮷野家 \u202e txt.exe ﷽ 👨‍👩‍👧',
  'constructor',
  '__proto__',
]
const noDays = [
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-99-99',
  'infinity',
  'now',
  '2026-1-1',
  '20260101',
  '2026-01-01T00:00:00Z',
  '٢٠٢٦-٠١-٠١',
  '2026-01-01 BC',
]
const noMoments = [
  '2026-02-30T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:61:00Z',
  'infinity',
  '-infinity',
  'now',
  'tomorrow',
  '+275760-09-13T00:00:01Z',
  '12:00',
  '2026-01-01T00:00:00Z\n',
]
const noMail = [
  'a@b',
  'a b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '"<script>"@example.com',
  'a@-example.com',
  '@',
  'a@example.com\0',
]
const noLinks = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://',
  '//example.com',
  'data:text/html,x',
  'http://exa mple.com',
]

type OfKind = (schema: Schema, takes: (kind: string) => boolean) => Hostile[]
const ofKind: Record<string, OfKind> = {
  string: ({ format = '', pattern, enum: values, maxLength, contentEncoding }, takes) => {
    if (contentEncoding) return []
    if (values)
      return never('not in the list', ['no such value', `${values[0]}\0`, `${values[0]} `, '__proto__', 'toString'])
    const forms: Record<string, unknown[]> = { date: noDays, 'date-time': noMoments, email: noMail, uri: noLinks }
    const long = maxLength === undefined ? [] : ['長'.repeat(maxLength + 1), 'x'.repeat(maxLength + 50_000)]
    const misfits = pattern && !takes('number') ? metacharacters.filter((text) => !new RegExp(pattern).test(text)) : []
    const isFree = !pattern && !forms[format] && (maxLength ?? 0) >= 40
    return [
      ...never('text that cannot be stored', unstorable),
      ...never('too long', long),
      ...never(`no ${format}`, forms[format] ?? []),
      ...never('not of the pattern', misfits),
      ...(isFree ? metacharacters.map((value): Hostile => ({ name: 'metacharacters', value, verdict: 'as is' })) : []),
    ]
  },
  integer: ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }) =>
    never('out of range', [minimum - 1, maximum + 1, 2 ** 53, 2 ** 63, -(2 ** 63), 1.5, 1e308, -1e308]),
  number: ({ minimum, maximum }) =>
    never('out of range', [
      ...(minimum === undefined ? [] : [minimum - 0.01]),
      ...(maximum === undefined ? [] : [maximum + 0.01]),
      1e308,
      -1e308,
    ]),
  boolean: () => never('not a boolean', ['true', 'false', 0, 1]),
  array: ({ items, maxItems, uniqueItems }) => [
    ...(maxItems === undefined || maxItems > 2000
      ? []
      : never('too many', [Array.from({ length: maxItems + 1 }, (_, i) => i + 1)])),
    ...never('holes', items?.type === 'integer' ? [[null], ['a'], [1.5], [[1]]] : [[null], [[]]]),
    ...(uniqueItems && items?.type === 'integer' ? never('twice', [[1, 1]]) : []),
  ],
  object: ({ properties }) =>
    properties
      ? never('unknown keys', [{ no_such_key: 1 }, JSON.parse('{"__proto__": {"a": 1}}'), { constructor: 1 }])
      : never('unstorable', [{ a: 'a\0b' }, { '\ud800': 1 }, nested(40)]),
}

const nested = (depth: number): object => (depth ? { a: nested(depth - 1) } : {})
