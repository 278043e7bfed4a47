import type { Operation, Schema } from './operations.ts'

/** A field of a body at any depth: its path and its schema. */
export type Field = { path: (string | number)[]; schema: Schema; isRequired: boolean }

/** Every field of a body; index 0 stands for all items of a list. */
export const fieldsIn = ({ properties = {}, required = [] }: Schema, above: (string | number)[] = []): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name]
    const inside = schema.items ? fieldsIn(schema.items, [...path, 0]) : fieldsIn(schema, path)
    return [{ path, schema, isRequired: required.includes(name) }, ...inside]
  })

/** A copy of the body with one value replaced. */
export const withValue = (body: unknown, [step, ...rest]: (string | number)[], value: unknown): unknown => {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(body) && body.length ? body : [{}]
    return list.with(step, withValue(list[step], rest, value))
  }
  const record = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const old = Object.entries(record).find(([name]) => name === step)?.[1]
  // Object.fromEntries accepts the key `__proto__`; an assignment would not.
  return Object.fromEntries([...Object.entries(record), [step, withValue(old, rest, value)]])
}

/** Whether a refusal names this field, a field above it or a field below it. */
export const isNamed = (errors: Record<string, unknown> | undefined, path: (string | number)[]) => {
  const place = path.join('.')
  return Object.keys(errors ?? {}).some(
    (name) => name === place || place.startsWith(`${name}.`) || name.startsWith(`${place}.`),
  )
}

export const takesJson = ({ body }: Operation) => body?.media === 'application/json'
