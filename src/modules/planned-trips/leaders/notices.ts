import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import type { Words } from '../../../kit/words/words.ts'
import { accountsOf } from '../../leader-calendar/people.ts'
import { notify } from '../../notifications/actions.ts'
import type { Duty } from './schema.ts'

/** Notifies the new and the previous leader. */
export const notifyLeaders = async (tx: Tx, changed: Events['trip-leader.changed']) => {
  const { planned_trip_id, duty, from, to, actor_id } = changed
  if (to !== null) await notifyAll(tx, planned_trip_id, to, actor_id, `${duty}`, comes[duty])
  if (from !== null) await notifyAll(tx, planned_trip_id, from, actor_id, `${duty}-released`, goes[duty])
}

const comes: Record<Duty, Words> = {
  assigned: ['您已被指派帶團', 'You lead a trip'],
  briefing: ['您已被指派主持說明會', 'You brief the travelers of a trip'],
}
const goes: Record<Duty, Words> = {
  assigned: ['您不再帶領此團', 'You no longer lead a trip'],
  briefing: ['您不再主持此說明會', 'You no longer brief the travelers of a trip'],
}

const notifyAll = async (tx: Tx, id: number, leader: number, except: number, event: string, title: Words) => {
  const { serial, name, departure_date, return_date } = await tx
    .selectFrom('planned_trips')
    .select(['serial', 'name', 'departure_date', 'return_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const people = await accountsOf(tx, leader)
  const body = `${serial} ${name} ${departure_date} – ${return_date}`
  await notify(
    tx,
    people.filter((person) => person !== except),
    { event: `trip-leader.${event}`, title, body: [body, body], subject: { type: 'planned_trip', id } },
  )
}
