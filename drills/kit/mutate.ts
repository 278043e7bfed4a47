import type { Random } from './random.ts'

/** Breaks a body: a wrong value, a missing field, an unknown field, or another type altogether. */
export const mutated = (random: Random, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(junk)
  if (Array.isArray(value))
    return value.length ? value.with(random.int(0, value.length - 1), random.pick(junk)) : [random.pick(junk)]
  const names = Object.keys(value)
  const name = random.maybe(names)
  const how = random.int(0, 3)
  if (!name || how === 0) return { ...value, [random.pick(oddNames)]: random.pick(junk) }
  const { [name]: old, ...rest } = value as Record<string, unknown>
  if (how === 1) return rest
  return { ...rest, [name]: random.chance(0.6) ? nearly(random, old) : random.pick(junk) }
}

/** A valid value with one defect. */
const nearly = (random: Random, value: unknown): unknown => {
  if (typeof value === 'string') return value + random.pick(['\0', '\ud800', '\u2028', ' ', '\n', 'x'.repeat(5_000)])
  if (typeof value === 'number') return random.pick([-value - 1, value + 0.5, value * 1e10, 2 ** 31, 2 ** 53])
  return mutated(random, value)
}

const oddNames = ['id', 'role', 'status', '__proto__', 'constructor', 'toString', '', 'a.b', '\0', 'x'.repeat(300)]

// biome-ignore format: a few of each kind per row.
const junk: unknown[] = [
  null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, '', ' ', '0', 'null', 'NaN', 'infinity',
  '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', '\u2028', 'x'.repeat(10_000),
  '2026-02-30', '0000-00-00', '9999-12-31', '2026-01-01T24:00:00Z', '+275760-09-13',
  "'; drop table users; --", '%', '_', '\\', '{{7*7}}', '<script>', '../../etc/passwd',
  [], {}, [[]], [null], ['a', 'a'], { a: { b: {} } }, { length: 1 }, { toString: 1 },
]
