import type { Schema } from './schema.ts'

/** Stores a schema under the first free name, or finds an equal one; returns a `$ref` to it. */
export type NameSchema = (schema: Schema, ...names: string[]) => Schema

export const namedSchemas = (schemas: Record<string, Schema>): NameSchema => {
  const known = new Map<string, string>()
  return (schema, ...names) => {
    if (!schema.properties) return schema
    const text = JSON.stringify(schema)
    const name = known.get(text) ?? names.find((name) => !(name in schemas))
    if (!name) return schema
    schemas[name] = schema
    known.set(text, name)
    return { $ref: `#/components/schemas/${name}` }
  }
}
