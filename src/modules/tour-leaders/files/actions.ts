import { remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { dropFile, keepFile } from '../../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { readerOf } from '../../users/reader.ts'
import { lockedLeader } from '../queries.ts'
import { lockedFile, type OneFile } from './queries.ts'
import type { LeaderFileChange, NewLeaderFile } from './schema.ts'

export async function keepLeaderFile(tx: Tx, actor: Actor, leaderId: number, { file, ...told }: NewLeaderFile) {
  await lockedLeader(tx, readerOf(actor), leaderId)
  const { id: file_id } = await keepFile(tx, file, actor)
  const { id } = await tx
    .insertInto('leader_files')
    .values({ ...told, tour_leader_id: leaderId, file_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeFile(tx: Tx, one: OneFile, change: LeaderFileChange, expected: Expected) {
  const { id, version } = await lockedFile(tx, one)
  guardVersion({ version }, expected)
  await tx.updateTable('leader_files').set(change).where('id', '=', id).execute()
}

export async function removeFile(tx: Tx, actor: Actor, one: OneFile, expected: Expected) {
  const { id, version, file_id } = await lockedFile(tx, one)
  guardVersion({ version }, expected)
  await remove(tx, 'leader_files', id)
  await dropFile(tx, file_id, actor)
}
