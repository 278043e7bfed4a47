import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { day, defaulted, flag, moment, nullable, oneOf, ref, without } from '../../../kit/fields.ts'
import { deadlineKey, deadlineNames, type Owner, owners } from '../../packages/schema.ts'

export const TripDeadline = Type.Object({
  planned_trip_id: ref(),
  key: deadlineKey(),
  ...deadlineNames,
  owner: defaulted(oneOf(owners)),
  due_on: day(),
  done_at: nullable(moment()),
  done_by: nullable(ref()),
})

export const NewDeadline = without(TripDeadline, ['planned_trip_id', 'done_at', 'done_by'])
export type NewDeadline = Static<typeof NewDeadline>
const { properties: changeable } = without(NewDeadline, ['key'])
export const DeadlineChange = Type.Partial(Type.Object({ ...changeable, done: flag() }), { minProperties: 1 })
export type DeadlineChange = Static<typeof DeadlineChange>

type Told = ColumnType<string | null, unknown, unknown>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    trip_deadlines: Omit<Table<typeof TripDeadline>, 'done_at' | 'owner'> & {
      owner: Generated<Owner>
      done_at: Told
      reminded_at: Told
      escalated_at: Told
    }
  }
}
