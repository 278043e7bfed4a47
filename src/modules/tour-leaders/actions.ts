import { sql } from 'kysely'
import { remove, touch } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { nulls } from '../../kit/fields.ts'
import { eraseFile } from '../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { erase, newPersonKey, type PersonKey, personKey, sealed } from '../../kit/secrets/personal-data.ts'
import { personalIn } from '../../kit/secrets/personal-fields.ts'
import { forgetValues } from '../audit/actions.ts'
import { fingerprintsOf, noFingerprints } from '../fingerprints.ts'
import { keepRest } from '../leader-calendar/actions.ts'
import { forgetReasons } from '../leader-calendar/unavailabilities/actions.ts'
import { forgetAllTo } from '../notifications/notify.ts'
import { linkLeader } from '../users/actions.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { forgetInViews } from '../views/erase.ts'
import { dutiesToCome, lockedLeader } from './queries.ts'
import { complete } from './rules.ts'
import { EmergencyContact, type LeaderChange, License, type NewLeader, TourLeader } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** A leader leaves: trips and briefings that end after that day lose their leader. */
    'tour-leader.leaving': { tour_leader_id: number; after: string; actor_id: number }
  }
}

export async function createLeader(tx: Tx, keys: Keys, { user_id, ...body }: NewLeader) {
  const person = await newPersonKey(tx, keys)
  const { id } = await tx
    .insertInto('tour_leaders')
    .values({ ...written(keys, person, body), name: body.name, person_key: person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (user_id) await linkLeader(tx, id, user_id)
  return id
}

export async function changeLeader(
  tx: Tx,
  { reader, keys }: { reader: Reader; keys: Keys },
  id: number,
  { user_id, release, ...body }: LeaderChange,
  { expected, actor_id }: { expected: Expected; actor_id: number },
) {
  const leader = await lockedLeader(tx, reader, id)
  guardVersion(leader, expected)
  const isPersonal = personalIn(TourLeader).some((name) => name in body)
  const person = isPersonal ? await personKey(tx, keys, leader.person_key) : undefined
  await tx
    .updateTable('tour_leaders')
    .set({ ...written(keys, person, body), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (user_id !== undefined) await linkLeader(tx, id, user_id)
  await leave(tx, id, leader, body, { release, actor_id })
  if ((body.min_rest_days ?? leader.min_rest_days) !== leader.min_rest_days) await keepRest(tx, id)
}

type Employment = Pick<LeaderChange, 'status' | 'left_on'>

/**
 * A leader with future trips leaves only explicitly: the change is refused with these trips, or `release` removes the leader from
 * them.
 */
const leave = async (
  tx: Tx,
  id: number,
  was: Employment,
  change: Employment,
  { release = false, actor_id }: { release: boolean | undefined; actor_id: number },
) => {
  const goes = (change.status === 'inactive' && was.status !== 'inactive') || change.left_on
  if (!goes) return
  const { after, duties } = await dutiesToCome(tx, id)
  if (!duties.length) return
  if (!release) refuse('leader_conflict', { detail: stillLeads, also: { conflicts: duties } })
  await emit(tx, 'tour-leader.leaving', { tour_leader_id: id, after, actor_id })
}

/** Removes a leader without any references. The encrypted data can then never be read again. */
export async function removeLeader(tx: Tx, reader: Reader, id: number, expected: Expected) {
  const leader = await lockedLeader(tx, reader, id)
  guardVersion(leader, expected)
  await remove(tx, 'tour_leaders', id, retire)
  await erase(tx, leader.person_key)
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
const stillLeads = [
  '這位領隊仍有未來的團或說明會；請先改派，或選擇一併卸下。',
  'The leader still has trips or briefings to come: give them to others first, or choose to release the leader from them.',
] as const
const retire = [
  '帶過團的領隊不能刪除，請將狀態改為離職。',
  'A leader who led once cannot be removed: set its status to “Left”.',
] as const
const nameless = { name: '•••', name_en: null }
const leavesFirst = ['請先將狀態改為離職。', 'Set its status to “Left” first.'] as const

// Personal fields are stored encrypted and with fingerprints, lists as JSON with all keys.
const written = (
  keys: Keys,
  person: PersonKey | undefined,
  { languages, licenses, emergency_contact, ...plain }: Omit<LeaderChange, 'user_id' | 'release'>,
) => ({
  ...(person ? sealed(person, 'tour_leaders', TourLeader, plain) : plain),
  ...fingerprintsOf(keys, plain),
  ...(languages && { languages: asJson(languages) }),
  ...(licenses && { licenses: asJson(licenses.map((license) => complete(License, license))) }),
  ...(emergency_contact !== undefined && {
    emergency_contact: emergency_contact && complete(EmergencyContact, emergency_contact),
  }),
})

const asJson = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`
