import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../kit/db/connect.ts'
import type { Tx } from '../kit/db/tables.ts'
import { refuse } from '../kit/errors.ts'
import { StoreFault } from '../kit/files/backend.ts'
import type { Store } from '../kit/files/store.ts'
import type { Words } from '../kit/words/words.ts'
import { remember, remembered } from '../seeds/prepare.ts'

const KEY = 'file_store'
/** Marks an id that may not be written into the store yet, so that a start that was interrupted in between can be repeated. */
const NEW = 'new '

/**
 * One database has one file store. A process with another store would not find the files of the other processes, and their
 * sweeps would delete files that it stores. So the store contains an id, which the database stores too.
 */
export async function claimFileStore(database: Database, files: Store, note: (line: string) => void) {
  try {
    await database.transaction({}, async (tx) => {
      const proposed = { key: KEY, value: `${NEW}${randomUUID()}` }
      await tx
        .insertInto('installation')
        .values(proposed)
        .onConflict((known) => known.doNothing())
        .execute()
    })
    await database.transaction({}, (tx) => claim(tx, files))
  } catch (error) {
    // The start continues, because everything else works without the store.
    if (!(error instanceof StoreFault)) throw error
    note(`${error.message}; it is not known whether it is the store of this database`)
  }
}

const claim = async (tx: Tx, files: Store) => {
  // Processes that start at the same time wait here for the row lock until the id is written.
  await sql`set local lock_timeout = '1min'`.execute(tx)
  const { value } = await tx
    .selectFrom('installation')
    .select('value')
    .where('key', '=', KEY)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isNew = value.startsWith(NEW)
  const id = isNew ? value.slice(NEW.length) : value
  const found = await files.identity.read()
  if (found !== id && (found !== undefined || !isNew)) refuseStore(isNew ? ofAnother : elsewhere)
  if (found === undefined) await files.identity.write(id)
  if (isNew) await remember(tx, KEY, id)
}

/** After a restore: an unmarked store becomes the store of the restored database. */
export async function adoptFileStore(database: Database, files: Store) {
  const id = await remembered(database, KEY)
  if (id && !id.startsWith(NEW) && (await files.identity.read()) === undefined) await files.identity.write(id)
}

/** The fault of the store, if there is one; changes nothing. */
export async function faultOfFileStore(database: Database, files: Store): Promise<Words | undefined> {
  const id = await remembered(database, KEY)
  if (!id || id.startsWith(NEW)) return undefined
  return (await files.identity.read()) === id ? undefined : elsewhere
}

const refuseStore = (detail: Words) => refuse('step_not_possible', { detail, also: { possible: [] } })

const elsewhere = [
  '這個資料庫的檔案存放在別處；請讓所有程序使用相同的 FILES_URL，或共用 DATA_DIR/files。若檔案已搬移，請將 store-id 一併搬移。',
  'The files of this database are in another store. Give every process the same FILES_URL, or a shared DATA_DIR/files. If you moved the files, move store-id with them.',
] as const
const ofAnother = [
  '這個檔案儲存處屬於另一個資料庫；請為每個資料庫使用各自的儲存處。若那個資料庫已不存在，請刪除其中的 store-id。',
  'This file store belongs to another database. Give each database a store of its own; if that database is gone, delete store-id from the store.',
] as const
