import { Ajv, type FuncKeywordDefinition, type Options } from 'ajv'
import { formats, isStorableJson, momentOf, moneyOf } from './formats.ts'

/** Bodies are JSON and are taken at their word; paths and queries arrive as text and are coerced. */
export const validators = (zone: string) => ({
  body: ajv({ coerceTypes: false }, zone),
  text: ajv({ coerceTypes: true }, zone),
})

const ajv = (options: Options, zone: string) => {
  const made = new Ajv({
    ...options,
    verbose: true,
    allErrors: true,
    strict: false,
    removeAdditional: false,
    useDefaults: false,
    messages: false,
  })
  for (const [name, holds] of Object.entries(formats)) made.addFormat(name, holds)
  return made.addKeyword(takes(zone))
}

/** `takes: 'money' | 'moment' | 'json'`: a value with more than one spelling becomes its one meaning. */
const takes = (zone: string): FuncKeywordDefinition => ({
  keyword: 'takes',
  modifying: true,
  errors: false,
  validate: (
    kind: string,
    value: unknown,
    _schema?: unknown,
    place?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
  ) => {
    if (value === null) return true
    const meant = meaning(kind, value, zone)
    if (meant === undefined) return false
    if (place) place.parentData[place.parentDataProperty] = meant
    return true
  },
})

const meaning = (kind: string, value: unknown, zone: string) => {
  if (kind === 'money') return moneyOf(value)
  if (kind === 'moment') return typeof value === 'string' ? momentOf(value, zone) : undefined
  return isStorableJson(value) ? value : undefined
}
