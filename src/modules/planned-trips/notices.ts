import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { accountsOf } from '../leader-calendar/people.ts'
import { notify } from '../notifications/actions.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { isBack, steps, type TripStep } from './flow.ts'
import { briefingWords } from './leaders/labels.ts'
import { briefingOf } from './leaders/queries.ts'

/** Notifies the people in charge of a trip of its status. */
export const notifyOfStatus = (tx: Tx, { planned_trip_id, status, from, actor_id }: Events['planned-trip.entered']) =>
  notifyAll(tx, planned_trip_id, `planned-trip.${status}`, titleOf(from, status), actor_id)

/** Notifies the people in charge of a trip of its new dates. */
export const notifyOfDates = (tx: Tx, { planned_trip_id, actor_id, from, to }: Events['planned-trip.moved']) =>
  notifyAll(tx, planned_trip_id, 'planned-trip.moved', ['出團日期異動', 'New dates'], actor_id, `${from} → ${to}`)

const titleOf = (from: TripStatus, status: TripStatus): Words => {
  const { title, back }: TripStep = steps[status]
  return back && isBack(from, status) ? back : title
}

const notifyAll = async (tx: Tx, id: number, event: string, [zh, en]: Words, except: number, more = '') => {
  const trip = await tx.selectFrom('planned_trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { serial, name, departure_date, return_date } = trip
  const body = [serial, name, more || `${departure_date} – ${return_date}`].join(' ')
  const people = await peopleOf(tx, trip)
  await notify(
    tx,
    people.filter((person) => person !== except),
    { event, title: [`${serial} ${zh}`, `${serial} ${en}`], body: [body, body], subject: { type: 'planned_trip', id } },
  )
  await notifyBriefingLeader(tx, id, event, [`${serial} ${zh}`, `${serial} ${en}`], [...people, except])
}

// Who only briefs is told of the briefing, and only if the trip has moved or does not take place.
const notifyBriefingLeader = async (tx: Tx, id: number, event: string, title: Words, told: number[]) => {
  const briefing = await briefingOf(tx, id)
  const concerns = ['planned-trip.moved', 'planned-trip.cancelled'].includes(event)
  if (!concerns || briefing.briefing_leader_id === null) return
  const people = await accountsOf(tx, briefing.briefing_leader_id)
  await notify(
    tx,
    people.filter((person) => !told.includes(person)),
    { event, title, body: briefingWords(briefing), subject: { type: 'planned_trip', id } },
  )
}

type Staffed = {
  id: number
  op_user_id: number | null
  sales_user_id: number | null
  ticketing_user_id: number | null
  assigned_leader_id: number | null
}

/** Its people in charge, its leader, and the sales of its bookings. */
const peopleOf = async (tx: Tx, trip: Staffed) => {
  const sold = await tx
    .selectFrom('bookings')
    .select('sales_user_id')
    .distinct()
    .where('planned_trip_id', '=', trip.id)
    .execute()
  const leaders = trip.assigned_leader_id === null ? [] : await accountsOf(tx, trip.assigned_leader_id)
  const people = [trip.op_user_id, trip.sales_user_id, trip.ticketing_user_id, ...sold.map((one) => one.sales_user_id)]
  return [...people.filter((person) => person !== null), ...leaders]
}
