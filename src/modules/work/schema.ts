import { Type } from 'typebox'
import { anyText, oneOf, orNull, ref } from '../../kit/fields.ts'

/** The teams of an operator, each with its own work. */
export const teams = ['sales', 'op', 'ticketing', 'line_control', 'finance', 'leader', 'admin'] as const
export type Team = (typeof teams)[number]

const whole = () => Type.Integer({ minimum: 0 })

/** One record that waits, and the one action that settles it. */
const WorkItem = Type.Object({
  record: Type.Object({
    type: anyText('booking'),
    id: ref(),
    number: orNull(anyText('JPN261201A-003')),
    name: orNull(anyText('王小美')),
    name_en: orNull(anyText('WANG/HSIAO-MEI')),
  }),
  /** Until which day, and until which moment if there is one. */
  due_on: orNull(anyText('2026-12-01')),
  due_at: orNull(anyText('2026-12-01T10:00:00Z')),
  urgency: oneOf(['overdue', 'today', 'week', 'later']),
  action: Type.Object({ method: oneOf(['GET', 'POST', 'PUT', 'PATCH']), path: anyText('/api/bookings/7/confirm') }),
})

export const WorkGroup = Type.Object({
  key: anyText('holds_expiring'),
  team: oneOf(teams),
  label: anyText('即將到期的名額保留'),
  label_en: anyText('Holds that expire'),
  says: anyText('在到期前確認訂單'),
  says_en: anyText('Confirm the booking before its hold expires'),
  /** Counted up to 1000. */
  count: whole(),
  overdue: whole(),
  items: Type.Array(WorkItem),
})

export const WorkCounts = Type.Object({
  count: whole(),
  overdue: whole(),
  groups: Type.Record(Type.String(), whole()),
})
