import { type AliasedRawBuilder, sql } from 'kysely'
import { type Static, type TObject, Type } from 'typebox'
import { line, oneOf } from '../fields.ts'

/** The names of the encrypted fields. */
export function personalIn({ properties }: TObject) {
  return Object.entries(properties).flatMap(([name, field]) => ('personal' in field ? [name] : []))
}

/** Whether a body has a value for an encrypted field. */
export function hasPersonal(fields: TObject, body: object) {
  return personalIn(fields).some((name) => (Reflect.get(body, name) ?? null) !== null)
}

/** The mask of an encrypted value: at most its last three characters, and only if the value is long. */
export function maskOf(field: object | undefined, value: string) {
  const signs = [...value]
  const isShown = (field as { personal?: string } | undefined)?.personal === 'ending' && signs.length >= 7
  return isShown ? `•••${signs.slice(-3).join('')}` : '•••'
}

/** Selects the masks of the personal fields of a table. */
export function masksOf(of: string, fields: TObject) {
  return personalIn(fields).map((name) => maskAt(of, name))
}

export function maskAt(of: string, name: string): AliasedRawBuilder<string | null, string> {
  return sql<string | null>`(${sql.ref(`${of}.${name}`)}).mask`.as(name)
}

/** The body of a request for decrypted personal fields. */
export function RevealOf(fields: TObject) {
  return Type.Object({
    fields: Type.Array(oneOf(personalIn(fields)), { minItems: 1, maxItems: 50, uniqueItems: true }),
    reason: line(500, '為旅客開票'),
  })
}
export type Reveal = Static<ReturnType<typeof RevealOf>>

/** The requested fields, decrypted. */
export function RevealedOf(fields: TObject) {
  return Type.Partial(
    Type.Object(
      Object.fromEntries(
        personalIn(fields).map((name) => [name, Type.Unsafe<string | null>({ type: ['string', 'null'] })]),
      ),
    ),
  )
}
