import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { isNotice } from '../languages/samples.ts'
import { notify, type Person } from '../notifications/notify.ts'
import { isBack } from './flow.ts'
import { assemblyInWords, briefingInWords, briefingOf, tripInWords } from './leaders/queries.ts'
import { partyOf, sellersOf } from './manifests/party-queries.ts'

/** Notifies the people in charge of a trip of its status, and its customers once it is guaranteed to depart. */
export const notifyOfStatus = async (tx: Tx, entered: Events['planned-trip.entered']) => {
  const { planned_trip_id: id, status, from, actor_id: except } = entered
  if (status === 'draft') return
  const params = await tripInWords(tx, id)
  const about = { type: 'planned_trip', id }
  const corrected = `planned-trip.${status}/back`
  const event = isBack(from, status) && isNotice(corrected) ? corrected : (`planned-trip.${status}` as const)
  await notify(tx, { who: await peopleOf(tx, id), event, params, about, except })
  if (event === 'planned-trip.guaranteed')
    await notify(tx, { who: await partyOf(tx, id), event: 'planned-trip.guaranteed/booked', params, about })
  if (status === 'cancelled') await notifyBriefingLeader(tx, id, 'planned-trip.cancelled/briefing', except)
}

/** Notifies the people in charge of a trip of its new dates. */
export const notifyOfDates = async (tx: Tx, moved: Events['planned-trip.moved']) => {
  const { planned_trip_id: id, actor_id: except, from, to, ended } = moved
  const params = { ...(await tripInWords(tx, id)), from, to }
  const spans = { ...params, from: `${from} – ${ended}`, to: `${to} – ${params.ends}` }
  const about = { type: 'planned_trip', id }
  await notify(tx, { who: await peopleOf(tx, id), event: 'planned-trip.moved', params: spans, about, except })
  await notify(tx, { who: await partyOf(tx, id), event: 'planned-trip.moved/booked', params, about })
  await notifyBriefingLeader(tx, id, 'planned-trip.moved/briefing', except)
}

/** Notifies the leader and everybody who travels of a new meeting point. */
export const notifyOfAssembly = async (tx: Tx, { planned_trip_id: id, actor_id }: Events['trip-assembly.changed']) => {
  const { leader, ...params } = await assemblyInWords(tx, id)
  await notify(tx, {
    who: [...(leader === null ? [] : [{ leader }]), ...(await partyOf(tx, id))],
    event: 'trip-assembly.changed',
    params,
    about: { type: 'planned_trip', id },
    except: actor_id,
  })
}

type OfBriefing = 'planned-trip.moved/briefing' | 'planned-trip.cancelled/briefing'
// Who leads the trip too has been told already.
const notifyBriefingLeader = async (tx: Tx, id: number, event: OfBriefing, except: number) => {
  const { briefing_leader_id: leader, assigned_leader_id } = await briefingOf(tx, id)
  if (leader === null || leader === assigned_leader_id) return
  const params = await briefingInWords(tx, id)
  await notify(tx, { who: [{ leader }], event, params, about: { type: 'planned_trip', id }, except })
}

/** Its people in charge, its leader, and the sales of its bookings. */
const peopleOf = async (tx: Tx, id: number): Promise<Person[]> => {
  const { leader, ...trip } = await tx
    .selectFrom('planned_trips')
    .select(['op_user_id', 'sales_user_id', 'ticketing_user_id', 'assigned_leader_id as leader'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const people = [trip.op_user_id, trip.sales_user_id, trip.ticketing_user_id, ...(await sellersOf(tx, id))]
  return leader === null ? people : [...people, { leader }]
}
