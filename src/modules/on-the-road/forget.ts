import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { forgetFields } from '../audit/actions.ts'
import { forgetNames, patternOf } from '../forget-names.ts'
import { forgetAbout } from '../notifications/notify.ts'
import { forgetNamesInCosts } from '../planned-trips/costs.ts'

/** What leaders and the office write about a trip in their own words. */
const texts = {
  day_notes: ['text'],
  roll_calls: ['name', 'place'],
  trip_expenses: ['description', 'no_voucher_reason', 'reason'],
  leader_advances: ['note'],
  leader_accounts: ['reason'],
  incidents: ['place', 'what', 'done', 'needs', 'reported_to', 'result'],
} as const

/**
 * Takes an erased traveler out of what was written on the road. An incident that concerns nobody else loses its text, because it tells of
 * the person without a name; of the others only the name goes.
 */
export async function forgetOnTheRoad(tx: Tx, { traveler_id, booking_id, names }: Events['traveler.erased']) {
  const trip = await tripOf(tx, booking_id)
  await emptyIncidents(tx, traveler_id)
  await tx.deleteFrom('incident_travelers').where('traveler_id', '=', traveler_id).execute()
  await forgetInTexts(tx, trip, names)
}

/** Takes the name of an erased contact out of what was written on the road. */
export async function forgetContactOnTheRoad(tx: Tx, { booking_id, names }: Events['booking.erased']) {
  await forgetInTexts(tx, await tripOf(tx, booking_id), names)
}

const tripOf = async (tx: Tx, booking: number) =>
  (await tx.selectFrom('bookings').select('planned_trip_id').where('id', '=', booking).executeTakeFirstOrThrow())
    .planned_trip_id

const emptyIncidents = async (tx: Tx, traveler: number) => {
  const { rows } = await sql<{ id: number }>`
    update incidents set place = null, what = ${ERASED_NAME}, done = null, needs = null, result = case when result is not null then ${ERASED_NAME} end
     where id in (select incident_id from incident_travelers group by incident_id having array_agg(traveler_id) = array[${traveler}::integer])
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length) await sql`delete from incident_updates where incident_id = any (${ids}::integer[])`.execute(tx)
  await forgetFields(tx, 'incidents', ids, texts.incidents)
}

const forgetInTexts = async (tx: Tx, trip: number, names: readonly string[]) => {
  for (const [table, fields] of Object.entries(texts) as [keyof typeof texts, readonly string[]][]) {
    const ids = await forgetNames(tx, names, { table, fields, trip })
    if (table === 'trip_expenses' && ids.length)
      await forgetAbout(tx, 'planned_trip', [trip], ['trip-expense.questioned', 'trip-expense.refused'])
  }
  await forgetNamesInCosts(tx, names, trip)
  const pattern = patternOf(names)
  if (pattern !== undefined)
    await sql`update incident_updates set text = regexp_replace(text, ${pattern}, '••', 'gi')
      where incident_id in (select id from incidents where planned_trip_id = ${trip}) and text ~* ${pattern}`.execute(
      tx,
    )
}
