import type { OpenApi, Schema } from './document.ts'
import { typeOf } from './schema.ts'

/** The document with a name for each nested schema that is used more than once. Without names the types would repeat it. */
export const withNamedShapes = (document: OpenApi): OpenApi => {
  const { schemas } = document.components
  const names = namesOf(
    Object.entries(schemas).flatMap(([owner, schema]) => usesIn(owner, schema)),
    schemas,
  )
  const replaced = replacing(new Map([...names].map(([text, { name }]) => [text, name])))
  const named = [...names.values()].map(({ name, schema }) => [name, replaced.within(schema)])
  const known = Object.entries(schemas).map(([name, schema]) => [name, replaced.within(schema)])
  return {
    ...document,
    paths: JSON.parse(JSON.stringify(document.paths), (_key, value) =>
      isLongEnum(value) ? replaced.whole(value) : value,
    ),
    components: { ...document.components, schemas: Object.fromEntries([...known, ...named]) },
  }
}

/** Where a schema is used: a field, and the record that the field belongs to. */
type Use = { owner: string; key: string; schema: Schema }

const LONG_ENUM = 12

/** An object, or a long list of values. Shorter ones are easier to read in place. */
const isShape = ({ properties = {}, enum: values }: Schema) => Object.keys(properties).length > 1 || isLong(values)
const isLong = (values: unknown) => Array.isArray(values) && values.length > LONG_ENUM
// Within `paths` only long lists of values are replaced, because an object there is the body of one operation.
const isLongEnum = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'enum' in value && isLong(value.enum)

/** A schema as text, without its alternative null and without comments: a field may be described differently in two records. */
const textOf = (schema: Schema) => typeOf(withoutNull(undescribed(schema)))
const undescribed = ({ description: _, ...schema }: Schema): Schema => ({
  ...schema,
  ...(schema.properties && { properties: mapped(schema.properties, undescribed) }),
  ...(schema.items && { items: undescribed(schema.items) }),
  ...(schema.anyOf && { anyOf: schema.anyOf.map(undescribed) }),
})
const withoutNull = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.properties && { type: 'object' }),
  ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
})

const usesIn = (owner: string, schema: Schema): Use[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    branchesOf(field).flatMap((branch) => [
      ...(isShape(branch) ? [{ owner, key, schema: branch }] : []),
      ...usesIn(owner, branch),
    ]),
  )

/** A field itself, the items of its list, and its alternatives. */
const branchesOf = (schema: Schema): Schema[] => [
  schema,
  ...(schema.items ? branchesOf(schema.items) : []),
  ...(schema.anyOf ?? []).flatMap(branchesOf),
]

type Named = Map<string, { name: string; schema: Schema }>

/** A schema is named after its field and the record with the shortest name that has it. */
const namesOf = (uses: Use[], known: Record<string, Schema>): Named => {
  const taken = new Set(Object.keys(known))
  const result: Named = new Map()
  for (const [text, same] of Map.groupBy(uses, ({ schema }) => textOf(schema))) {
    const [first] = same.toSorted((a, b) => a.owner.length - b.owner.length || (a.owner < b.owner ? -1 : 1))
    if (same.length < 2 || !first) continue
    const short = singular(first.key)
    const name = [
      shortName(first.schema) ?? (first.schema.enum ? short : first.owner + short),
      `${first.owner}${short}Shape`,
    ].find((one) => !taken.has(one))
    if (!name) continue
    taken.add(name)
    result.set(text, { name, schema: withoutNull(first.schema) })
  }
  return result
}

/** The usual fields of another record: its id and its names. */
const shortName = ({ properties = {} }: Schema) =>
  Object.keys(properties).sort().join() === 'id,name,name_en' ? 'NamedRecord' : undefined

const singular = (key: string) =>
  key
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1')
    .replace(/(^|[_-])(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase())

const replacing = (names: Map<string, string>) => {
  const whole = (schema: Schema): Schema => {
    const name = isShape(schema) ? names.get(textOf(schema)) : undefined
    if (!name) return within(schema)
    const { description } = schema
    const reference = { $ref: `#/components/schemas/${name}`, ...(description && { description }) }
    return mayBeNull(schema) ? { anyOf: [reference, { type: 'null' }], ...(description && { description }) } : reference
  }
  const within = (schema: Schema): Schema => ({
    ...schema,
    ...(schema.properties && { properties: mapped(schema.properties, whole) }),
    ...(schema.items && { items: whole(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(whole) }),
  })
  return { whole, within }
}

const mayBeNull = ({ type, enum: values }: Schema) => [type].flat().includes('null') || Boolean(values?.includes(null))
const mapped = (fields: Record<string, Schema>, change: (schema: Schema) => Schema) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, change(field)]))
