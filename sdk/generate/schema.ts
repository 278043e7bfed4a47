import type { Schema } from './document.ts'

/** The TypeScript type of a JSON schema. */
export const typeOf = (schema: Schema): string => {
  if (schema.$ref) return lastOf(String(schema.$ref))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf))
  if (schema.contentMediaType || schema.format === 'binary') return 'Blob'
  return unionOf([schema.type ?? 'any'].flat().map((type) => ofType(type, schema)))
}

/** `name?: type` of each property, one a line. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema): string =>
  Object.entries(properties)
    .map(
      ([name, field]) => `${commentOf(field)}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}\n`,
    )
    .join('')

export const lastOf = (ref: string) => ref.split('/').at(-1) ?? ''

const ofType = (type: string, schema: Schema): string => {
  if (type === 'array') return `${grouped(schema.items ? typeOf(schema.items) : 'unknown')}[]`
  if (type === 'object') return objectOf(schema)
  return scalars[type] ?? 'unknown'
}

const scalars: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const objectOf = (schema: Schema) => {
  const { properties, additionalProperties: others } = schema
  if (properties && Object.keys(properties).length) return `{\n${fieldsOf(schema)}}`
  if (others === false) return 'Record<string, never>'
  return `Record<string, ${typeof others === 'object' ? typeOf(others as Schema) : 'unknown'}>`
}

const unionOf = (types: string[]) => [...new Set(types)].join(' | ')
const grouped = (type: string) => (/ \| /.test(type) && !type.startsWith('{') ? `(${type})` : type)
const keyOf = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name))
const commentOf = ({ description }: Schema) => (description ? `/** ${description.replaceAll('*/', '')} */\n` : '')
