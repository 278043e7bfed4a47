import type { Operation, Schema } from './operations.ts'

/** A field of a body, however deep: where it stands, and what may stand there. */
export type Place = { path: (string | number)[]; schema: Schema; isRequired: boolean }

/** Every field of a body; the first entry stands for all entries of a list. */
export const fieldsIn = ({ properties = {}, required = [] }: Schema, above: (string | number)[] = []): Place[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name]
    const inside = schema.items ? fieldsIn(schema.items, [...path, 0]) : fieldsIn(schema, path)
    return [{ path, schema, isRequired: required.includes(name) }, ...inside]
  })

/** The body of an example with one value put somewhere. */
export const withValue = (body: unknown, [step, ...rest]: (string | number)[], value: unknown): unknown => {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(body) && body.length ? body : [{}]
    return list.with(step, withValue(list[step], rest, value))
  }
  const record = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const old = Object.entries(record).find(([name]) => name === step)?.[1]
  // `__proto__` is a key like any other on the wire.
  return Object.fromEntries([...Object.entries(record), [step, withValue(old, rest, value)]])
}

/** Whether a refusal speaks of this place, or of the one it is in. */
export const isNamed = (errors: Record<string, unknown> | undefined, path: (string | number)[]) => {
  const place = path.join('.')
  return Object.keys(errors ?? {}).some(
    (name) => name === place || place.startsWith(`${name}.`) || name.startsWith(`${place}.`),
  )
}

export const takesJson = ({ body }: Operation) => body?.media === 'application/json'
