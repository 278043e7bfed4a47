import { fieldsIn } from './fields.ts'
import type { Operation, Schema } from './operations.ts'
import type { Random } from './random.ts'

/** The fields of a body that are personal or secret, according to the OpenAPI document. */
export const secretsIn = ({ body }: Operation) =>
  fieldsIn(body?.schema ?? {}).filter(
    ({ schema }) => schema.writeOnly === true || /Personal data: sealed/.test(String(schema.description)),
  )

/** A value that is valid for the field and cannot occur elsewhere by chance. */
export const markerFor = (
  random: Random,
  { format, pattern, minLength = 0, maxLength = 60 }: Schema,
): string | undefined => {
  if (format === 'date') return `19${random.int(31, 49)}-0${random.int(1, 9)}-${random.int(10, 28)}`
  const tries = [
    () => random.text(1).toUpperCase() + String(random.int(100_000_000, 999_999_999)),
    () => `${'ABCDEFGHJKLMNPQ'[random.int(0, 14)]}${random.int(1, 2)}${random.int(10_000_000, 99_999_999)}`,
    () => String(random.int(300_000_000, 399_999_999)),
    () => `marker ${random.text(14)}`.padEnd(minLength, 'x').slice(0, maxLength),
  ]
  if (!pattern) return tries.at(-1)?.()
  return tries.map((make) => make()).find((text) => new RegExp(pattern).test(text) && text.length <= maxLength)
}
