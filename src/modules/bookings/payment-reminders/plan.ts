import { Type } from 'typebox'
import { day, labelled } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { refunders } from '../flow.ts'
import { Reminder, remindersOf, shownReminder } from './reminder.ts'
import { dueByRules } from './send.ts'

const MOST_SHOWN = 200

const Planned = Type.Object({ ...Reminder.properties, days: Type.Integer({ examples: [-3] }) })

/** `GET /api/payment-reminders/plan` */
export function planRoute(on: On) {
  on.get(
    '/plan',
    {
      name: 'planPaymentReminders',
      access: refunders,
      summary: `Who is reminded of which payment on a day, today if none is given, with the text and why not; at most ${MOST_SHOWN}. Money that comes and changes until then are not known yet`,
      query: Type.Object({ on: labelled(Type.Optional(day()), ['哪一天', 'On']) }, { additionalProperties: false }),
      returns: Type.Array(Planned),
      people: true,
      slow: true,
      etag: 'content',
    },
    async ({ db, query }) => {
      const due = await dueByRules(db, { after: 0, only: null, on: query.on ?? null, most: MOST_SHOWN })
      const days = new Map(due.map((each) => [each.id, each.days]))
      const reminders = await remindersOf(db, { ids: [...days.keys()], on: query.on ?? null })
      return reminders.map((reminder) => ({ ...shownReminder(reminder, undefined), days: days.get(reminder.id) ?? 0 }))
    },
  )
}
