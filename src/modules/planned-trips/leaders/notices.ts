import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import type { Words } from '../../../kit/words/words.ts'
import { accountsOf } from '../../leader-calendar/people.ts'
import { notify } from '../../notifications/actions.ts'
import { thoseIn } from '../../users/queries.ts'
import { briefingWords } from './labels.ts'
import { briefingOf } from './queries.ts'
import type { Duty } from './schema.ts'

/** Notifies the new and the previous leader. */
export const notifyLeaders = async (tx: Tx, changed: Events['trip-leader.changed']) => {
  const { planned_trip_id, duty, from, to, actor_id } = changed
  if (to !== null) await notifyAll(tx, planned_trip_id, to, actor_id, `${duty}`, comes[duty])
  if (from !== null) await notifyAll(tx, planned_trip_id, from, actor_id, `${duty}-released`, goes[duty])
  if (to === null) await notifyOp(tx, planned_trip_id, actor_id, duty)
}

const comes: Record<Duty, Words> = {
  assigned: ['您已被指派帶團', 'You lead a trip'],
  briefing: ['您已被指派主持說明會', 'You brief the travelers of a trip'],
}
const goes: Record<Duty, Words> = {
  assigned: ['您不再帶領此團', 'You no longer lead a trip'],
  briefing: ['您不再主持此說明會', 'You no longer brief the travelers of a trip'],
}

/** Notifies the briefing leader of new hours. */
export const notifyOfBriefing = async (tx: Tx, { planned_trip_id, actor_id }: Events['trip-briefing.changed']) => {
  const { briefing_leader_id } = await briefingOf(tx, planned_trip_id)
  if (briefing_leader_id !== null)
    await notifyAll(tx, planned_trip_id, briefing_leader_id, actor_id, 'briefing-moved', movedWords)
}

// A trip or a briefing without a leader is work for operations.
const notifyOp = async (tx: Tx, id: number, except: number, duty: Duty) => {
  const { op_user_id, serial, name, departure_date } = await briefingOf(tx, id)
  const people = op_user_id === null ? await thoseIn(tx, 'department', 'op') : [op_user_id]
  const title = lacks[duty]
  await notify(
    tx,
    people.filter((person) => person !== except),
    {
      event: 'trip-leader.released',
      title: [`${serial} ${title[0]}`, `${serial} ${title[1]}`],
      body: bothOf(`${serial} ${name} ${departure_date}`),
      subject: { type: 'planned_trip', id },
    },
  )
}
const lacks: Record<Duty, Words> = {
  assigned: ['領隊已卸下，待改派', 'has no leader any more'],
  briefing: ['說明會領隊已卸下，待改派', 'has no briefing leader any more'],
}

const movedWords: Words = ['說明會時間異動', 'New hours of a briefing']

const notifyAll = async (tx: Tx, id: number, leader: number, except: number, event: string, title: Words) => {
  const trip = await briefingOf(tx, id)
  const body: Words = event.startsWith('briefing')
    ? briefingWords(trip)
    : bothOf(`${trip.serial} ${trip.name} ${trip.departure_date} – ${trip.return_date}`)
  const people = await accountsOf(tx, leader)
  await notify(
    tx,
    people.filter((person) => person !== except),
    { event: `trip-leader.${event}`, title, body, subject: { type: 'planned_trip', id } },
  )
}

const bothOf = (text: string): Words => [text, text]
