import { sql } from 'kysely'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import type { Reader } from '../../users/reader.ts'
import { isLeaderSeen } from '../visible.ts'
import { LeaderFile } from './schema.ts'

export type OneFile = { id: number; file: number }
type Given = Reader & { id: number }

/** The documents of a leader that the reader may see. */
const papers = (db: Db, { id, ...reader }: Given) =>
  db
    .selectFrom('leader_files as p')
    .innerJoin('files as f', 'f.id', 'p.file_id')
    .select(columnsOf('p', LeaderFile))
    .select(['f.name', 'f.media_type', 'f.size'])
    .select(sql<string>`'/api/tour-leaders/' || p.tour_leader_id || '/files/' || p.id`.as('url'))
    .where('p.tour_leader_id', '=', id)
    .where(isLeaderSeen(reader, 'p.tour_leader_id'))

const leaderAt = (db: Db, { id, ...reader }: Given) =>
  db.selectFrom('tour_leaders').select('id').where('id', '=', id).where(isLeaderSeen(reader))

export const filesOf = jsonArrayOf(leaderAt, (db, given) => papers(db, given).orderBy('p.kind').orderBy('p.id'))
export const oneFile = jsonRecord((db, { file, ...given }: Reader & OneFile) =>
  papers(db, given).where('p.id', '=', file),
)

export const fileAt = oneRow((db, { file, ...given }: Reader & OneFile) =>
  papers(db, given).clearSelect().select('p.file_id').where('p.id', '=', file),
)

export async function lockedFile(tx: Tx, { id, file }: OneFile) {
  return found(
    await tx
      .selectFrom('leader_files')
      .selectAll()
      .where('tour_leader_id', '=', id)
      .where('id', '=', file)
      .forUpdate()
      .executeTakeFirst(),
  )
}
