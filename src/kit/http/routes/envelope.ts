import { type TSchema, Type } from 'typebox'

/** The envelope of every answer. */
export function Enveloped(data: TSchema, meta?: TSchema) {
  return Type.Object({ success: Type.Literal(true), data, ...(meta && { meta }) }, { additionalProperties: false })
}

const alreadyClosed = new WeakMap<TSchema, TSchema>()

/**
 * The schema with `additionalProperties: false` at every depth, so that unknown fields are refused. Repeated calls return the same
 * object.
 */
export function closed(schema: TSchema): TSchema {
  const made = alreadyClosed.get(schema) ?? close(schema)
  alreadyClosed.set(schema, made)
  return made
}

const close = (schema: TSchema): TSchema => {
  const { properties, items, ...rest } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  if (properties) {
    const inner = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closed(field)]))
    return Type.Unsafe({ ...rest, properties: inner, additionalProperties: false })
  }
  return items ? Type.Unsafe({ ...rest, items: closed(items) }) : schema
}
