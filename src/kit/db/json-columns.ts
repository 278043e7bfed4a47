import type { TObject } from 'typebox'

/** A checked body as its table takes it: a list of objects is one JSON value there, not an array of the database. */
export const packed = <B extends object>(fields: TObject, body: B): B =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isList(fields, name) && value ? JSON.stringify(value) : value]),
    // The one cast: to the driver a JSON value is a text.
  ) as B

const isList = ({ properties }: TObject, name: string) => {
  const { items } = (properties[name] ?? {}) as { items?: { properties?: object } }
  return items?.properties !== undefined
}
