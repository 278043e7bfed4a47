import type { TObject } from 'typebox'

/** Converts a validated body for its table: a list of objects becomes one JSON value, not an array of PostgreSQL. */
export function packed<B extends object>(fields: TObject, body: B): B {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isList(fields, name) && value ? JSON.stringify(value) : value]),
    // The cast is needed because the driver takes a JSON value as a string.
  ) as B
}

const isList = ({ properties }: TObject, name: string) => {
  const { items } = (properties[name] ?? {}) as { items?: { properties?: object } }
  return items?.properties !== undefined
}
