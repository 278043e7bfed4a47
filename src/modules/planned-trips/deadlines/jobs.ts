import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { JobTools } from '../../../kit/jobs/jobs.ts'
import { notify } from '../../notifications/notify.ts'
import { deadlineLabel } from './queries.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'planned-trips.deadlines': object
  }
}

const DAYS_BEFORE = 3

type Told = { serial: string; label: string; label_en: string; due_on: string }
type Due = Told & { id: number; owner_id: number | null; managers: number[] }
type Column = 'reminded_at' | 'escalated_at'

/** Reminds the owner of a deadline some days before it, and the manager once it is missed; each once. */
export const remindOfDeadlines = async (tx: Tx) => {
  for (const { id, owner_id, managers, ...due } of await stamped(tx, 'escalated_at', sql`d.due_on < today()`))
    await notifyAll(tx, id, [...own(owner_id), ...managers], 'overdue', due)
  for (const { id, owner_id, managers, ...due } of await stamped(
    tx,
    'reminded_at',
    sql`d.due_on between today() and today() + ${DAYS_BEFORE}::integer`,
  ))
    await notifyAll(tx, id, owner_id === null ? managers : [owner_id], 'soon', due)
}

// The time is recorded in the transaction of the reminder, so each is sent once.
const stamped = async (tx: Tx, column: Column, isDue: ReturnType<typeof sql>) => {
  const { rows } = await sql<Due>`
    update trip_deadlines d set ${sql.ref(column)} = now()
      from planned_trips t
     where t.id = d.planned_trip_id and d.done_at is null and d.${sql.ref(column)} is null and ${isDue}
       and t.status not in ('cancelled', 'settled')
    returning t.id, t.serial, ${deadlineLabel('d', 0)} as label, ${deadlineLabel('d', 1)} as label_en, d.due_on, ${managers} as managers,
              case d.owner when 'op' then t.op_user_id when 'sales' then t.sales_user_id else t.ticketing_user_id end as owner_id`.execute(
    tx,
  )
  return rows
}

// Those of a trip: the controller of its area, or else the administrators.
const managers = sql`coalesce(
  (select array[controller_user_id] from geographical_areas where id = t.area_id and controller_user_id is not null),
  array(select id from users where role = 'admin' and status = 'active' order by id))`

const notifyAll = (
  tx: Tx,
  id: number,
  people: number[],
  event: 'soon' | 'overdue',
  { serial, label, label_en, due_on }: Told,
) =>
  notify(tx, {
    who: people,
    event: `trip-deadline.${event}`,
    params: { serial, label, label_en, due: due_on },
    about: { type: 'planned_trip', id },
  })

const own = (id: number | null) => (id === null ? [] : [id])

export const remindOwners = (_nothing: object, { database }: JobTools) => database.transaction({}, remindOfDeadlines)
