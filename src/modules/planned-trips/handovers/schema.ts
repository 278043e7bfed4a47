import type { ColumnType } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { defaulted, flag, line, list, moment, nullable, oneOf, ref, text, without } from '../../../kit/fields.ts'
import { deadlineKey } from '../../packages/schema.ts'

const handoverKinds = ['sales_to_op', 'op_to_leader', 'leader_to_op'] as const
export type HandoverKind = (typeof handoverKinds)[number]
const Item = Type.Object({
  key: deadlineKey(),
  label: line(200, '分房表'),
  required: defaulted(flag()),
  done: defaulted(flag()),
})
export const TripHandover = Type.Object({
  planned_trip_id: ref(),
  kind: oneOf(handoverKinds),
  from_user_id: ref(),
  to_user_id: ref(),
  items: defaulted(list(Item, 60)),
  note: nullable(text(2000)),
  status: defaulted(oneOf(['pending', 'accepted', 'returned'])),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
})

// The giver and the decider are the caller.
/** An item of a body: its key is enough where the list is known. */
const Named = Type.Object({ ...Item.properties, label: Type.Optional(Item.properties.label) })
const { properties: said } = without(TripHandover, ['planned_trip_id', 'from_user_id', 'decided_by', 'decided_at'])
export const Handing = Type.Object({
  ...said,
  to_user_id: Type.Optional(said.to_user_id),
  items: defaulted(list(Named, 60)),
})
export type Handing = Static<typeof Handing>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    trip_handovers: Omit<Table<typeof TripHandover>, 'decided_at'> & {
      decided_at: ColumnType<string | null, unknown, unknown>
    }
  }
}
