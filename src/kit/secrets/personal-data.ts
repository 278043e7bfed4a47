import { randomBytes, randomUUID } from 'node:crypto'
import { type Generated, type Insertable, type RawBuilder, sql } from 'kysely'
import type { TObject } from 'typebox'
import { statement } from '../db/statement.ts'
import type { Tables, Tx } from '../db/tables.ts'
import { found, refuse } from '../errors.ts'
import { retention } from '../retention/rules.ts'
import { type Keys, openWith, sealWith } from './keys.ts'
import { maskOf, personalIn, type Reveal } from './personal-fields.ts'
import { resealing } from './rotation.ts'

export { masksOf, RevealedOf, RevealOf } from './personal-fields.ts'

declare module '../db/tables.ts' {
  interface Tables {
    person_keys: {
      id: string
      wrapped: Buffer | null
      erased_at: Generated<string | null>
      created_at: Generated<string>
    }
    personal_data_reads: {
      id: Generated<number>
      person_key: string
      actor_id: number
      table_name: string
      record_id: number
      fields: string[]
      reason: string
      request_id: string | null
      created_at: Generated<string>
    }
  }
}

/** The key that encrypts a person's data. A record stores the id in its column `person_key`. */
export type PersonKey = { id: string; key: Buffer }

export async function newPersonKey(tx: Tx, keys: Keys): Promise<PersonKey> {
  const person = drawPersonKey()
  await keepPersonKeys(tx, keys, [person])
  return person
}

/** Generates a new key. Values sealed with it can be opened as long as the key is stored. */
export function drawPersonKey(): PersonKey {
  return { id: randomUUID(), key: randomBytes(32) }
}

export async function keepPersonKeys(tx: Tx, keys: Keys, people: PersonKey[]) {
  if (!people.length) return
  const ids = people.map(({ id }) => id)
  await insertKeys(tx, { ids, wrapped: people.map(({ id, key }) => keys.seal(PURPOSE, key, id)) })
}

const insertKeys = statement(
  (_db, { ids, wrapped }: { ids: string[]; wrapped: Buffer[] }) =>
    sql`insert into person_keys (id, wrapped) select * from unnest(${ids}::uuid[], ${wrapped}::bytea[])`,
)

/** Reads the key of an existing person and locks its row, so that a concurrent erasure waits. Refuses if it was erased. */
export async function personKey(tx: Tx, keys: Keys, id: string): Promise<PersonKey> {
  const { wrapped } = found(
    await tx.selectFrom('person_keys').select('wrapped').where('id', '=', id).forShare().executeTakeFirst(),
  )
  return wrapped ? { id, key: keys.open(PURPOSE, wrapped, id) } : refuseErased()
}

/** The body for the database: personal fields encrypted together with their masks, all other fields unchanged. */
export function sealed<Body extends object>(person: PersonKey, table: string, fields: TObject, body: Body) {
  const personal = personalIn(fields)
  const written = Object.entries(body).map(([name, value]) => {
    const field = personal.includes(name) ? fields.properties[name] : undefined
    return [
      name,
      field && typeof value === 'string' ? seal(person, `${table}.${name}`, maskOf(field, value), value) : value,
    ]
  })
  return Object.fromEntries(written) as Sealed<Body>
}

/** Personal fields become SQL expressions, which Kysely accepts in place of values. */
type Sealed<Body> = { [K in keyof Body]: Body[K] | RawBuilder<Exclude<Body[K], undefined>> }

export type Revealing = Reveal & {
  person_key: string
  table: string
  record_id: number
  actor: { id: number }
  request_id: string
}

/** Decrypts personal fields of one record, and logs in the same transaction who read them and why. */
export async function reveal(tx: Tx, keys: Keys, asked: Revealing): Promise<Record<string, string | null>> {
  const { person_key, table, record_id, fields, actor, reason, request_id } = asked
  const person = await personKey(tx, keys, person_key)
  const columns = fields.map((field) => sql`(${sql.ref(field)}).sealed as ${sql.ref(field)}`)
  const { rows } = await sql<Record<string, Buffer | null>>`
    select ${sql.join(columns)} from ${sql.table(table)} where id = ${record_id} and person_key = ${person_key}`.execute(
    tx,
  )
  const row = found(rows[0])
  await logReads(tx, [{ person_key, table_name: table, record_id, fields, actor_id: actor.id, reason, request_id }])
  return Object.fromEntries(fields.map((field) => [field, opened(person, `${table}.${field}`, row[field])]))
}

/** Decrypts personal fields of many records by id, and logs each reading. Fields of erased people, and empty ones, are null. */
export async function revealAll(tx: Tx, keys: Keys, { ids, ...asked }: RevealingAll) {
  const { table, fields, actor, reason, request_id } = asked
  const columns = fields.map((field) => sql`(t.${sql.ref(field)}).sealed as ${sql.ref(field)}`)
  const { rows } = await sql<
    Record<string, Buffer | null> & { id: number; person_key: string; wrapped: Buffer | null }
  >`
    select t.id, k.id as person_key, k.wrapped, ${sql.join(columns)} from ${sql.table(table)} t
      join person_keys k on k.id = t.person_key where t.id = any(${ids}::integer[]) order by k.id for share of k`.execute(
    tx,
  )
  const read = { table_name: table, fields, actor_id: actor.id, reason, request_id }
  await logReads(
    tx,
    rows.map(({ id, person_key }) => ({ ...read, person_key, record_id: id })),
  )
  return new Map(rows.map((row) => [row.id, openedFields(keys, asked, row)]))
}
type RevealingAll = Omit<Revealing, 'person_key' | 'record_id'> & { ids: number[] }
export type SealedRow = Record<string, Buffer | null> & { person_key: string; wrapped: Buffer | null }

/** Decrypts fields of a row that was read with the key of its person. This is not logged, so the values may not be shown. */
export function openedFields(keys: Keys, { table, fields }: Pick<Revealing, 'table' | 'fields'>, row: SealedRow) {
  const { person_key: id, wrapped } = row
  const person = wrapped && { id, key: keys.open(PURPOSE, wrapped, id) }
  return Object.fromEntries(fields.map((field) => [field, person && opened(person, `${table}.${field}`, row[field])]))
}

/** Logs who read the personal data of which record, or found it by its fingerprint, and why. */
export async function logReads(tx: Tx, reads: Insertable<Tables['personal_data_reads']>[]) {
  if (reads.length) await tx.insertInto('personal_data_reads').values(reads).execute()
}

/** Decrypts one value for a computation, such as an age. The value itself is not shown, so the read is not logged. */
export async function consulted(tx: Tx, keys: Keys, { person_key, table, record_id, field }: Consulting) {
  const person = await personKey(tx, keys, person_key)
  const { rows } = await sql<{ value: Buffer | null }>`
    select (${sql.ref(field)}).sealed as value from ${sql.table(table)} where id = ${record_id}`.execute(tx)
  return opened(person, `${table}.${field}`, found(rows[0]).value)
}
type Consulting = { person_key: string; table: string; record_id: number; field: string }

/** What stands in the place of a name that was erased. */
export const ERASED_NAME = '•••'

/** Deletes a person's key, so that values sealed with it can never be read again. The masks are cleared with the record. */
export function erase(tx: Tx, personKeyId: string) {
  return tx
    .updateTable('person_keys')
    .set({ wrapped: null, erased_at: sql`now()` })
    .where('id', '=', personKeyId)
    .where('erased_at', 'is', null)
    .execute()
}

/** A keyed hash by which equal values are recognized, such as the same passport. It reveals nothing else. */
export function fingerprint(keys: Keys, kind: string, value: string) {
  return keys.mac(`fingerprint ${kind}`, value.normalize('NFKC').toUpperCase().replace(/[\s-]/g, ''))
}

export const personalReadsRetention = retention({
  what: 'log of reads of personal data',
  table: 'personal_data_reads',
  from: sql`created_at`,
  since: 'the access',
  after: '5 years',
  why: 'The law requires access logs for five years.',
})

const PURPOSE = 'person key'
export const personKeyRotation = resealing('person_keys', 'wrapped', { purpose: PURPOSE, bound: 'id' })

// The id and the column are authenticated, so a value that was moved to another person or column cannot be opened.
const seal = ({ id, key }: PersonKey, column: string, mask: string, value: string) =>
  sql`row(${mask}::text, ${sealWith(key, value, `${column} ${id}`)}::bytea)::personal`

const opened = ({ id, key }: PersonKey, column: string, value: Buffer | null | undefined) =>
  value ? openWith(key, value, `${column} ${id}`).toString() : null

const refuseErased = () =>
  refuse('step_not_possible', {
    detail: [
      '此人的個人資料已刪除，無法再讀取或更改。',
      'The personal data of this person was erased; it can be neither read nor changed.',
    ],
    also: { possible: [] },
  })
