import { sql } from 'kysely'
import type { Condition } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { needlesOf } from '../../kit/list/search.ts'
import type { Reader } from '../users/reader.ts'
import { highlightsIn } from './highlights.ts'
import { type Found, type Kind, kinds, matches, texts } from './schema.ts'
import { type Source, sources } from './sources.ts'

/** The most records of each kind in an answer. */
const SHOWN = 5
// At most this many similar records are compared. If a word matches more of them, only some are compared.
const LOOKED_AT = 100

/** The matching records of each kind, exact matches first. Kinds without a match are left out. */
export async function found(db: Db, reader: Reader, typed: string, asked: readonly Kind[] = kinds) {
  const given = {
    ...reader,
    ...needlesOf(typed),
    ...Object.fromEntries(asked.map((kind) => [`in_${kind}` as const, true])),
  }
  const rows = (await read(db, given))?.groups ?? {}
  return kinds.flatMap((kind) => {
    const items = rows[kind]
    if (!items?.length) return []
    const { words, path } = sources[kind]
    const shown = items.slice(0, SHOWN).map((item) => ({ ...item, highlights: highlightsIn(item, typed) }))
    return [{ kind, label: words[0], label_en: words[1], path, has_more: items.length > SHOWN, items: shown }]
  })
}

type Given = Reader & { [K in Kind as `in_${K}`]?: true } & Partial<ReturnType<typeof needlesOf>>

const read = oneRow((_db, given: Given) => {
  const groups = kinds
    .filter((kind) => given[`in_${kind}`])
    .map((kind) => sql`${sql.lit(kind)}, ${groupOf(sources[kind], given)}`)
  const object = sql<Partial<Record<Kind, Found[]>>>`json_build_object(${sql.join(groups)})`
  return sql<{ groups: Partial<Record<Kind, Found[]>> }>`select ${object} as groups`
})

// Each kind of match is a separate query of the index, so that many similar records never hide an exact one.
const groupOf = (source: Source, given: Given) => {
  const { of, shownAs = 'id', isSeen, shows } = source
  const shown = shows(given)
  const columns = [...texts, 'status', 'day'] as const
  const id = sql.ref(`${of}.id`)
  return sql`(
    select json_agg(item order by item.rank, item.id desc)
      from (select ${sql.ref(`${of}.${shownAs}`)} as id, ${sql.join(columns.map((name) => sql`${shown[name] ?? sql`null`} as ${sql.ref(name)}`))},
                   best.rank, (${sql.lit(`{${matches.join()}}`)}::text[])[best.rank + 1] as match
              from (select id, min(rank) as rank from (${waysOf(source, isSeen(given), given)}) way
                     group by id order by min(rank), id desc limit ${sql.lit(SHOWN + 1)}) best
              join ${sql.table(of)} on ${id} = best.id) item)`
}

const waysOf = ({ of, parts, isNamed }: Source, isSeen: Condition, given: Given) => {
  const way = (where: Condition, rank: number, most: number) => sql`
          (select ${sql.ref(`${of}.id`)}, ${sql.lit(rank)} as rank from ${sql.table(of)}
            where ${where} and ${isSeen} limit ${sql.lit(most)})`
  const ways = [
    [given.exact, 0, SHOWN + 1],
    [given.wholePhone, 0, SHOWN + 1],
    [given.prefix, 1, LOOKED_AT],
    [given.similar, 2, LOOKED_AT],
    [given.phone, 2, LOOKED_AT],
  ] as const
  const asked = ways
    .filter(([needles]) => needles !== undefined)
    .map(([needles, rank, most]) => way(sql`${parts} @> ${needles}::text[]`, rank, most))
  if (isNamed && given.joined !== undefined) asked.push(way(isNamed(given.joined), 1, LOOKED_AT))
  return sql.join(asked, sql` union all `)
}
