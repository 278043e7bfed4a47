import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { BackgroundWork } from '../async/settle.ts'

/** Every module adds its own tables here by declaration merging, beside the fields they are made of. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Tables {}

/** Reads take a Db. Writes take a Tx: the compiler then refuses a write outside a transaction. */
export type Db = Kysely<Tables>
export type Tx = Kysely<Tables> & Readonly<TxContext> & { readonly jobs: Job[]; readonly background: BackgroundWork }

/** What every transaction carries, given when the database is opened. Whoever needs it there adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled elsewhere.
export interface TxContext {}

/** What is put on the list with the commit. */
export type Job = { name: string; payload: object } & When
/** At once unless told when; `group`: with whose jobs it shares its turns. */
export type When = { at?: string; group?: string }

/** What every record has beside its own fields. */
export type Stamps = {
  id: Generated<number>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** The table of a record: what a create may leave out, an insert may leave out. */
export type Table<Fields extends TSchema> = Stamps & Columns<Fields>

/** The same without the stamps. */
export type Columns<Fields extends TSchema> = ColumnsOf<Static<Fields>>

type ColumnsOf<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]-?: Optional<Exclude<T[K], undefined>>
}
type Optional<T> = ColumnType<T, T | undefined, T>
