import { type AliasedRawBuilder, sql } from 'kysely'
import { type Static, type TObject, Type } from 'typebox'
import { line, oneOf } from '../fields.ts'

/** The names of the fields that are kept sealed. */
export const personalIn = ({ properties }: TObject) =>
  Object.entries(properties).flatMap(([name, field]) => ('personal' in field ? [name] : []))

/** Whether a body holds something that is to be sealed. */
export const hasPersonal = (fields: TObject, body: object) =>
  personalIn(fields).some((name) => (Reflect.get(body, name) ?? null) !== null)

/** What is seen of a sealed value: at most its last three characters, and those only of a long one. */
export const maskOf = (field: object | undefined, value: string) => {
  const signs = [...value]
  const isShown = (field as { personal?: string } | undefined)?.personal === 'ending' && signs.length >= 7
  return isShown ? `•••${signs.slice(-3).join('')}` : '•••'
}

/** Selects what is seen of the personal fields of a table. */
export const masksOf = (of: string, fields: TObject) => personalIn(fields).map((name) => maskAt(of, name))

export const maskAt = (of: string, name: string): AliasedRawBuilder<string | null, string> =>
  sql<string | null>`(${sql.ref(`${of}.${name}`)}).mask`.as(name)

/** What a person says to see personal fields in clear. */
export const RevealOf = (fields: TObject) =>
  Type.Object({
    fields: Type.Array(oneOf(personalIn(fields)), { minItems: 1, maxItems: 50, uniqueItems: true }),
    reason: line(500, '為旅客開票'),
  })
export type Reveal = Static<ReturnType<typeof RevealOf>>

/** The fields that were asked for, in clear. */
export const RevealedOf = (fields: TObject) =>
  Type.Partial(
    Type.Object(
      Object.fromEntries(
        personalIn(fields).map((name) => [name, Type.Unsafe<string | null>({ type: ['string', 'null'] })]),
      ),
    ),
  )
