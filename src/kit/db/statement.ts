import { type Compilable, CompiledQuery, type RawBuilder } from 'kysely'
import { found } from '../errors.ts'
import type { Db } from './tables.ts'

/** The builder of a statement: with Kysely, or in SQL. */
type Build<Given, Row> = (db: Db, given: Given) => Compilable<Row> | RawBuilder<Row>
type Variant = { query: CompiledQuery; slots: unknown[] }

const MAX_VARIANTS = 500

/**
 * A statement that is built once for each variant, and afterwards only filled with values. A variant is a set of given keys: the
 * builder gets placeholders, so it may ask whether a key is given, but never what its value is. Exceptions are `sees`, what a
 * reader may see, `acts_as`, its roles, and `locale`, its language, because they decide the text of the statement: their values are
 * part of the variant, and the builder gets them unchanged.
 */
export function statement<Given extends object, Row>(build: Build<Given, Row>) {
  const variants = new Map<string, Variant>()

  return async (db: Db, given: Given): Promise<Row[]> => {
    const keys = Object.keys(given).filter((key) => given[key as keyof Given] !== undefined)
    const literal = literalIn(given)
    const variant = `${Object.values(literal).join()}:${keys.join()}`
    const known = variants.get(variant) ?? variantOf(db, build(db, { ...placeholdersFor<Given>(keys), ...literal }))
    if (variants.size < MAX_VARIANTS) variants.set(variant, known)
    const parameters = known.slots.map((slot) => (slot instanceof Placeholder ? given[slot.key as keyof Given] : slot))
    const { rows } = await db.executeQuery<Row>({ ...known.query, parameters })
    return rows
  }
}

/** A statement that returns at most one row. */
export function oneRow<Given extends object, Row>(build: Build<Given, Row>) {
  const run = statement(build)
  return async (db: Db, given: Given): Promise<Row | undefined> => (await run(db, given))[0]
}

/** A statement that returns one row; 404 if there is none. */
export function theRow<Given extends object, Row>(build: Build<Given, Row>) {
  const read = oneRow(build)
  return async (db: Db, given: Given): Promise<Row> => found(await read(db, given))
}

// Takes the place of a value while the statement is built.
class Placeholder {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
}
const placeholdersFor = <Given>(keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, new Placeholder(key)])) as Given

const literalIn = (given: object) => ({
  ...('sees' in given && { sees: given.sees }),
  ...('acts_as' in given && { acts_as: given.acts_as }),
  ...('locale' in given && { locale: given.locale }),
})

const variantOf = (db: Db, built: Compilable<unknown> | RawBuilder<unknown>): Variant => {
  const { sql, query, parameters } = built.compile(db)
  return { query: { ...CompiledQuery.raw(sql), query }, slots: [...parameters] }
}
