import { sql } from 'kysely'
import { Type } from 'typebox'
import { remove, touch } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { nulls } from '../../kit/fields.ts'
import { eraseFile } from '../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { erase } from '../../kit/secrets/personal-data.ts'
import { forgetValues } from '../audit/actions.ts'
import { noFingerprints } from '../fingerprints.ts'
import { forgetReasons } from '../leader-calendar/days-off.ts'
import { forgetAllTo } from '../notifications/notify.ts'
import { linkLeader } from '../users/manage.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { forgetInViews } from '../views/erase.ts'
import { oneLeader, shownLeader } from './read.ts'
import { editors } from './rules.ts'
import { TourLeader } from './schema.ts'
import { lockedLeader } from './visible.ts'

/** Removes a leader without any references. The encrypted data can then never be read again. */
export async function removeLeader(tx: Tx, reader: Reader, id: number, expected: Expected) {
  const leader = await lockedLeader(tx, reader, id)
  guardVersion(leader, expected)
  await remove(tx, 'tour_leaders', id, retire)
  await erase(tx, leader.person_key)
}

const retire = [
  '帶過團的領隊不能刪除，請將狀態改為離職。',
  'A leader who led once cannot be removed: set its status to “Left”.',
] as const

declare module '../../kit/events.ts' {
  interface Events {
    'tour-leader.erased': { tour_leader_id: number }
  }
}

/** Erases the personal data of a former leader. Trips keep the name, unless it is erased too. */
export async function eraseLeader(
  tx: Tx,
  actor: Actor,
  id: number,
  { withName = false, expected }: { withName?: boolean; expected?: Expected } = {},
) {
  const leader = await lockedLeader(tx, readerOf(actor), id)
  guardVersion(leader, expected)
  if (leader.status !== 'inactive') refuse('step_not_possible', { detail: leavesFirst, also: { possible: [] } })
  if (withName) await forgetInViews(tx, 'leader', id)
  const files = await eraseFiles(tx, actor, id)
  await erase(tx, leader.person_key)
  await forgetReasons(tx, id)
  await tx
    .updateTable('tour_leaders')
    .set({ ...nothing, licenses: sql`'[]'`, ...(withName && nameless) })
    .where('id', '=', id)
    .execute()
  await linkLeader(tx, id, null)
  await forgetAllTo(tx, 'tour_leader_id', id)
  await emit(tx, 'tour-leader.erased', { tour_leader_id: id })
  await touch(tx, 'tour_leaders', id)
  // This is the last step, so that the audit rows of the erasure itself are cleared too.
  await forgetValues(tx, 'tour_leaders', [id])
  await forgetValues(tx, 'leader_files', files)
}

const eraseFiles = async (tx: Tx, actor: Actor, tour_leader_id: number) => {
  const files = await tx
    .deleteFrom('leader_files')
    .where('tour_leader_id', '=', tour_leader_id)
    .returning(['id', 'file_id'])
    .execute()
  for (const { file_id } of files) await eraseFile(tx, file_id, actor)
  return files.map(({ id }) => id)
}

const nothing = { ...nulls(TourLeader, ['name_en', 'gender', 'joined_on', 'left_on', 'daily_fee']), ...noFingerprints }
const nameless = { name: '•••', name_en: null }
const leavesFirst = ['請先將狀態改為離職。', 'Set its status to “Left” first.'] as const

export function eraseRoutes(on: On) {
  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a leader that nothing refers to',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeLeader(tx, readerOf(actor), params.id, expected)
      return null
    },
  )

  on.post(
    '/:id/erase',
    {
      access: ['admin'],
      summary: 'Erase the person of a former leader; its trips stay',
      ...shownLeader,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await eraseLeader(tx, actor, params.id, { expected })
      return oneLeader(tx, { ...readerOf(actor), ...params })
    },
  )
}
