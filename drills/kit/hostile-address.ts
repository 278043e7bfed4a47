import type { Answer } from './client.ts'
import { type Operation, type Parameter, plainPath } from './operations.ts'

/** Hostile values in the URL: as ids, as query values, as query names. */
export const hostileInAddress = (operation: Operation) => {
  const path = plainPath(operation)
  const isRead = operation.method === 'GET'
  const asked = operation.inQuery.flatMap((parameter) =>
    valuesFor(parameter).map((value) => ({
      at: `?${parameter.name}`,
      value,
      path: `${path}?${parameter.name}=${value}`,
    })),
  )
  const named = strangeNames.map((name) => ({ at: name, value: name, path: `${path}?${name}=1` }))
  const pathWithIds = operation.inPath.flatMap(({ name, schema }) =>
    (schema.type === 'integer' ? noIds : noTokens).map((value) => ({
      at: `{${name}}`,
      value,
      path: plainPath({ ...operation, path: operation.path.replace(`{${name}}`, value) }),
    })),
  )
  return [...(isRead ? asked : []), ...named, ...pathWithIds].map((each) => ({
    ...each,
    operation,
    body: undefined,
    fault: ({ status }: Answer) => (status < 300 || status >= 500 ? String(status) : undefined),
  }))
}

const strangeNames = ['no_such_key', '__proto__', 'constructor', 'a[b]', 'id%00', '%F0%9F']
const noIds = [
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1.0',
  '1e3',
  '0x1',
  '%2B1',
  '007',
  'NaN',
  'null',
  "1'--",
  '1%00',
  '%ED%A0%80',
  '%C0%AE',
  '..%2F..%2Fme',
  'x'.repeat(190),
]
const noTokens = ["'--", '%00', '%ED%A0%80', 'x'.repeat(190), '..%2F..%2Fme', '__proto__', '%7B%7B7*7%7D%7D']

// A filter for several values may also be repeated; one wrong value among them is refused.
const valuesFor = ({ schema, name }: Parameter): string[] => {
  if (schema.type === 'array' && schema.items) return [...wrongFor(schema.items), ',', '%00,%00']
  return [`1&${name}=2`, ...wrongFor(schema)]
}

// A search text may contain any character that can be stored.
const wrongFor = (schema: Parameter['schema']) => {
  const kinds = [schema.type].flat()
  if (kinds.includes('integer') || kinds.includes('number'))
    return ['abc', '1e999', '0x1F', '%00', '1%27', 'null', 'NaN', '%D9%A3']
  if (kinds.includes('boolean')) return ['yes', '2', 'TRUE', '%00']
  if (schema.enum) return ['no-such-value', '__proto__', '%00']
  if (schema.format === 'date') return ['2026-02-30', 'infinity', '0000-00-00', 'now', '%00']
  if (schema.format === 'date-time') return ['2026-02-30T00:00:00Z', 'infinity', 'now', '%00']
  return ['%00', 'a%00b', `${'x'.repeat(3000)}`]
}
