import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { BackgroundWork } from '../async/settle.ts'

/** All tables. Each module adds its own by declaration merging, next to the fields of its records. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Tables {}

/** Reads take a Db. Writes take a Tx: the compiler then refuses a write outside a transaction. */
export type Db = Kysely<Tables>
export type Tx = Kysely<Tables> &
  Readonly<TxContext> & {
    readonly jobs: Job[]
    readonly background: BackgroundWork
    /** Nobody is told of what it writes: no notice, no mail, no webhook. */
    readonly isSilent?: true
  }

/** Values that every transaction carries. They are given when the database is opened; modules add them by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled elsewhere.
export interface TxContext {}

/** A job that is inserted into the queue with the commit. */
export type Job = { name: string; payload: object } & When
/**
 * `at`: when it starts, otherwise at once: a moment, or a time from now on such as `30 seconds`, by the clock of the database.
 * `group`: jobs of one group share a limit of how many run at the same time.
 * `key`: while a job of this key waits to start, no second one is queued. It finds what this transaction has written.
 */
export type When = { at?: string; group?: string; key?: string }

/** The columns that every record has in addition to its own fields. */
export type Stamps = {
  id: Generated<number>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** The table of a record. Fields that are optional in a create are optional in an insert. */
export type Table<Fields extends TSchema> = Stamps & Columns<Fields>

/** The same without the stamps. */
export type Columns<Fields extends TSchema> = ColumnsOf<Static<Fields>>

type ColumnsOf<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]-?: Optional<Exclude<T[K], undefined>>
}
type Optional<T> = ColumnType<T, T | undefined, T>
