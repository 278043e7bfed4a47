import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/notify.ts'
import { partyOf } from '../planned-trips/notices.ts'
import type { Retimed } from './actions.ts'
import { concerned, timesNow } from './people.ts'

/** Notifies OP, sales and the leader of changed times and cancelled flights, and all travelers if the change says so. */
export async function notifyOfTimes(tx: Tx, retimed: Events['trip-flights.retimed']) {
  const { planned_trip_id: id, actor_id, flights, tell_travelers } = retimed
  const { people, ...trip } = await concerned(tx, id)
  const changes = (await changed(tx, flights)).slice(0, TOLD)
  const params = {
    ...trip,
    changes: changes.map(([zh]) => zh).join('\n'),
    changes_en: changes.map(([, en]) => en).join('\n'),
  }
  const about = { type: 'planned_trip', id }
  await notify(tx, { who: people, event: 'trip-flights.retimed', params, about, except: actor_id })
  if (!tell_travelers) return
  await notify(tx, { who: await partyOf(tx, id), event: 'trip-flights.retimed/booked', params, about })
}

// The most lines in a notice.
const TOLD = 15

const changed = async (tx: Tx, were: Retimed[]) => {
  const now = await timesNow(
    tx,
    were.map(({ id }) => id),
  )
  return now.map(({ id, flight_number, origin, destination, status, ...times }): Words => {
    const before = were.find((flight) => flight.id === id)
    const [was, which] = [before ? `${span(before)} → ` : '', `${flight_number} ${origin}–${destination}`]
    if (status !== 'cancelled') return [`${which}：${was}${span(times)}`, `${which}: ${was}${span(times)}`]
    return [`${which}：${was}取消`, `${which}: ${was}cancelled`]
  })
}

// The date of the arrival is written only if it differs from that of the departure.
const span = ({ departs_local, arrives_local }: Omit<Retimed, 'id'>) => {
  const [day = '', time] = departs_local.split('T')
  return `${day} ${time}–${arrives_local.replace(`${day}T`, '').replace('T', ' ')}`
}
