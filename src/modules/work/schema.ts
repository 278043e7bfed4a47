import { Type } from 'typebox'
import { anyText, oneOf, orNull, ref } from '../../kit/fields.ts'
import { Names } from '../../kit/resource/names.ts'
import { Readiness } from '../planned-trips/readiness.ts'
import { OfTrip } from '../shown-names.ts'

/** The teams of an agency, each with its own work. */
export const teams = ['sales', 'op', 'ticketing', 'line_control', 'finance', 'leader', 'manager', 'admin'] as const
export type Team = (typeof teams)[number]

const whole = () => Type.Integer({ minimum: 0 })

/** One record that waits, and the action that does the work. */
const WorkItem = Type.Object({
  record: Type.Object({
    type: anyText('booking'),
    id: ref(),
    number: orNull(anyText('JPN261201A-003')),
    name: orNull(anyText('王小美')),
    name_en: orNull(anyText('WANG/HSIAO-MEI')),
  }),
  trip: orNull(OfTrip),
  /** The responsible person. */
  person: orNull(Names),
  amount: orNull(Type.Number({ examples: [47_800] })),
  currency: orNull(anyText('TWD')),
  /** The first words of a text that a person wrote. */
  words: orNull(anyText('請問可以改成靠窗的座位嗎')),
  /** The missing items with their names. */
  reasons: Readiness.properties.reasons,
  /** The day until which it must be done, and the exact time if there is one. */
  due_on: orNull(anyText('2026-12-01')),
  due_at: orNull(anyText('2026-12-01T10:00:00Z')),
  urgency: oneOf(['overdue', 'today', 'week', 'later']),
  /** With a `body`, sending it does the work without a further question; `label` is the text of the button. */
  action: Type.Object({
    method: oneOf(['GET', 'POST', 'PUT', 'PATCH']),
    path: anyText('/api/bookings/7/confirm'),
    body: orNull(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
    label: orNull(anyText('確認訂單')),
    label_en: orNull(anyText('Confirm')),
  }),
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

/** The amount of work for each person of a team. `person` is null for unassigned work. */
export const WorkOfPerson = Type.Object({ person: orNull(Names), count: whole(), overdue: whole() })
