import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { TObject } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { newPersonKey, type PersonKey, personKey, sealed } from '../../kit/secrets/personal-data.ts'
import { personalIn } from '../../kit/secrets/personal-fields.ts'
import { fingerprintsOf } from '../fingerprints.ts'
import { keepRest } from '../leader-calendar/block.ts'
import { staffedStatuses } from '../trip-statuses.ts'
import { linkLeader } from '../users/manage.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { oneLeader, shownLeader } from './read.ts'
import { editors } from './rules.ts'
import { EmergencyContact, LeaderChange, License, NewLeader, TourLeader } from './schema.ts'
import { lockedLeader } from './visible.ts'

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

async function changeLeader(
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

/** What a leader leads or briefs after its last day: the day on which it left, or today. */
const dutiesToCome = async (db: Db, id: number) => {
  const { rows } = await sql<{ after: string; duties: object[] }>`
    select after::text, coalesce((select json_agg(d order by d.starts_on, d.id) from (
      select t.id, 'planned_trip' as type, duty, t.serial || ' ' || t.name as title, t.departure_date as starts_on, t.return_date as ends_on
        from planned_trips t cross join lateral (values ('assigned', assigned_leader_id), ('briefing', briefing_leader_id)) duties (duty, leader)
       where leader = l.id and t.return_date > after and ${isOneOf('t.status', staffedStatuses)}
      union all
      select s.id, 'seminar_session', 'briefing', m.title, (s.starts_at at time zone s.timezone)::date, (s.ends_at at time zone s.timezone)::date
        from seminars m join seminar_sessions s on s.seminar_id = m.id
       where m.briefing_leader_id = l.id and s.status in ('draft', 'open') and s.starts_at > now()) d), '[]') as duties
      from tour_leaders l
     cross join lateral (select case l.status when 'inactive' then today() - 1 else greatest(l.left_on, today() - 1) end as after) day
     where l.id = ${id}`.execute(db)
  const [found] = rows
  return { after: found?.after ?? '', duties: found?.duties ?? [] }
}

const stillLeads = [
  '這位領隊仍有未來的團或說明會；請先改派，或選擇一併卸下。',
  'The leader still has trips or briefings to come: give them to others first, or choose to release the leader from them.',
] as const

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

/** All keys of a schema, with null for missing ones. */
const complete = <T extends object>({ properties }: TObject, given: T): T => ({
  ...Object.fromEntries(Object.keys(properties).map((name) => [name, null])),
  ...given,
})

export function changeRoutes(on: On, { keys }: FastifyInstance) {
  on.create(
    '',
    { access: editors, summary: 'Create a leader', body: NewLeader, ...shownLeader, refuses: ['duplicate'] },
    async ({ tx, actor, body }) => {
      const id = await createLeader(tx, keys, body)
      return { id, ...(await oneLeader(tx, { ...readerOf(actor), id })) }
    },
  )

  on.put(
    '/:id',
    {
      access: editors,
      summary:
        'Change a leader; a new number of rest days applies to all future trips, and who leaves is released from them',
      body: LeaderChange,
      ...shownLeader,
      refuses: ['duplicate', 'stale', 'leader_conflict', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeLeader(tx, { reader: readerOf(actor), keys }, params.id, body, { expected, actor_id: actor.id })
      return oneLeader(tx, { ...readerOf(actor), ...params })
    },
  )
}
