import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { labelled, line, text } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { actingOf } from '../users/reader.ts'
import { enterOnce, fromPhone, refuseCorrection, refuseFarDay } from './entry.ts'
import {
  Incident,
  IncidentUpdate,
  incidentOffice,
  incidentReads,
  incidentReadsOfTrip,
  oneIncident,
  ShownIncident,
  traveler_ids,
} from './incident.ts'

export type IncidentNews = 'reported' | 'updated' | 'taken' | 'passed_on' | 'closed'

declare module '../../kit/events.ts' {
  interface Events {
    'incident.changed': { incident_id: number; planned_trip_id: number; what: IncidentNews; actor_id: number }
  }
}

const { kind, severity, happened_at, place, what, done, needs } = Incident.properties
const told = { kind, severity, happened_at, place, what, done, needs }
const NewIncident = Type.Object({ ...fromPhone, ...told, traveler_ids: Type.Optional(traveler_ids) })
const Correction = Type.Partial(Type.Object({ ...told, traveler_ids }), { minProperties: 1 })
const NewUpdate = Type.Pick(IncidentUpdate, ['text'])
const PassedOn = Type.Object({ reported_to: labelled(line(200, '觀光署、富邦產物保險'), ['通報單位', 'Reported to']) })
const Closing = Type.Object({ result: labelled(text(4000, '已取得入國證明書，隨團返台。'), ['處理結果', 'Result']) })

const writers = [...incidentOffice, 'leader'] as const

/** Keeps what went wrong. Whoever reports it for the office takes charge of it. */
async function report(tx: Tx, actor: Actor, trip: number, body: Static<typeof NewIncident>) {
  const { traveler_ids: concerned = [], ...incident } = body
  const entering = { table: 'incidents', trip, actor, body, by: incidentOffice } as const
  const { id, isNew } = await enterOnce(tx, entering, async (kept) => {
    await refuseFarDay(tx, trip, 'happened_at', body.happened_at)
    return tx
      .insertInto('incidents')
      .values({ ...incident, ...kept, office_user_id: hasOneOf(actor.roles, incidentOffice) ? actor.id : null })
      .onConflict((twice) => twice.column('entry_id').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (!isNew) return id
  await concern(tx, { id, planned_trip_id: trip }, concerned)
  await emit(tx, 'incident.changed', { incident_id: id, planned_trip_id: trip, what: 'reported', actor_id: actor.id })
  return id
}

/** Writes whom an incident concerns: people of its trip. */
const concern = async (tx: Tx, { id, planned_trip_id }: { id: number; planned_trip_id: number }, people: number[]) => {
  const { rows } = await sql<{ id: number }>`
    select v.id from travelers v join bookings b on b.id = v.booking_id
     where b.planned_trip_id = ${planned_trip_id} and v.id = any (${people}::integer[])`.execute(tx)
  if (rows.length < new Set(people).size) refuseField('traveler_ids', otherTrip)
  await sql`delete from incident_travelers where incident_id = ${id} and not traveler_id = any (${people}::integer[])`.execute(
    tx,
  )
  await sql`insert into incident_travelers (incident_id, traveler_id)
    select ${id}::integer, unnest(${people}::integer[]) on conflict do nothing`.execute(tx)
}
const otherTrip: Words = [
  '有人不在這個團；請重新讀取名單後再選擇相關旅客。',
  'Somebody is not on this trip: load the list of people again, then choose whom it concerns.',
]

type Acted = { actor: Actor; expected: Expected }

/** An incident that is open, which the caller sees. */
const openIncident = async (tx: Tx, id: number, actor: Actor) => {
  await oneIncident(tx, { ...actingOf(actor), id })
  const incident = found(
    await tx.selectFrom('incidents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  )
  if (incident.closed_at !== null) refuse('step_not_possible', { detail: isClosed, also: { possible: [] } })
  return incident
}
const isClosed: Words = [
  '這件事故已結案，內容不再更改；有新的情況，請另外通報一件。',
  'This incident is closed and stays as it is: report another one if something new has happened.',
]

const correct = async (tx: Tx, id: number, body: Static<typeof Correction>, { actor, expected }: Acted) => {
  const incident = await openIncident(tx, id, actor)
  await refuseCorrection(tx, { actor, entry: incident, expected, by: incidentOffice })
  const { traveler_ids: concerned, ...change } = body
  if (change.happened_at !== undefined)
    await refuseFarDay(tx, incident.planned_trip_id, 'happened_at', change.happened_at)
  if (concerned) await concern(tx, incident, concerned)
  await tx
    .updateTable('incidents')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

const update = async (tx: Tx, id: number, { text: said }: Static<typeof NewUpdate>, { actor, expected }: Acted) => {
  const incident = await openIncident(tx, id, actor)
  guardVersion(incident, expected)
  await tx.insertInto('incident_updates').values({ incident_id: id, text: said, written_by: actor.id }).execute()
  await tell(tx, incident, 'updated', actor)
}

type Change = { office_user_id: number } | { reported_to: string; reported_at: ReturnType<typeof now> } | Closed
type Closed = { result: string; closed_by: number; closed_at: ReturnType<typeof now> }
const now = () => sql<string>`now()`

const act = async (tx: Tx, id: number, what: IncidentNews, change: Change, { actor, expected }: Acted) => {
  const incident = await openIncident(tx, id, actor)
  guardVersion(incident, expected)
  await tx.updateTable('incidents').set(change).where('id', '=', id).execute()
  await tell(tx, incident, what, actor)
}

const tell = (
  tx: Tx,
  { id, planned_trip_id }: { id: number; planned_trip_id: number },
  what: IncidentNews,
  actor: Actor,
) => emit(tx, 'incident.changed', { incident_id: id, planned_trip_id, what, actor_id: actor.id })

/** Below `/api/planned-trips`: the incidents of a trip. */
export const incidentsOfTrip = routes((on) => {
  incidentReadsOfTrip(on)
  on.create(
    '/:id/incidents',
    {
      access: writers,
      summary:
        'Report an incident, which is told at once; the same `entry_id` with the same content answers the same incident',
      body: NewIncident,
      returns: ShownIncident,
      refuses: ['idempotency_mismatch', 'step_not_possible'],
      at: '/api/incidents',
    },
    async ({ tx, actor, params, body }) => {
      const id = await report(tx, actor, params.id, body)
      return { id, ...(await oneIncident(tx, { ...actingOf(actor), acts_as: incidentOffice, id })) }
    },
  )
})

const changed = { returns: ShownIncident, refuses: ['step_not_possible', 'stale'], etag: 'content' } as const

/** `/api/incidents`: what went wrong, and what was done about it. */
export const incidents = routes((on) => {
  incidentReads(on)
  on.put(
    '/:id',
    {
      ...changed,
      access: writers,
      summary: 'Correct an incident that is open: its author, while it leads the trip, and the office',
      body: Correction,
      refuses: [...changed.refuses, 'forbidden'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await correct(tx, params.id, body, { actor, expected })
      return oneIncident(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/updates',
    {
      ...changed,
      name: 'addIncidentUpdate',
      access: writers,
      summary: 'Write what has happened since, which is told at once',
      body: NewUpdate,
    },
    async ({ tx, actor, params, body, expected }) => {
      await update(tx, params.id, body, { actor, expected })
      return oneIncident(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/take',
    { ...changed, access: incidentOffice, summary: 'Take charge of an incident for the office' },
    async ({ tx, actor, params, expected }) => {
      await act(tx, params.id, 'taken', { office_user_id: actor.id }, { actor, expected })
      return oneIncident(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/report',
    {
      name: 'passOnIncident',
      ...changed,
      access: incidentOffice,
      summary: 'Record that an incident was reported to the authority or an insurer, which meets its deadline',
      body: PassedOn,
    },
    async ({ tx, actor, params, body, expected }) => {
      await act(tx, params.id, 'passed_on', { ...body, reported_at: now() }, { actor, expected })
      return oneIncident(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/close',
    {
      ...changed,
      access: incidentOffice,
      summary: 'Close an incident with its result, which everybody concerned is told',
      body: Closing,
    },
    async ({ tx, actor, params, body, expected }) => {
      await act(tx, params.id, 'closed', { ...body, closed_by: actor.id, closed_at: now() }, { actor, expected })
      return oneIncident(tx, { ...actingOf(actor), ...params })
    },
  )
})
