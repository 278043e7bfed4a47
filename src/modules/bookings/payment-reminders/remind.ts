import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuse } from '../../../kit/errors.ts'
import { flag } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { readerOf } from '../../users/reader.ts'
import { cashiers } from '../flow.ts'
import { lockedBooking } from '../locks.ts'
import { Reminder, remindersOf, shownReminder } from './reminder.ts'
import { sendReminder } from './send.ts'

const Reminding = Type.Object({ dry_run: Type.Optional(flag()) })
const Reminded = Type.Object({ ...Reminder.properties, is_sent: flag() })

/** `POST /api/bookings/{id}/remind` */
export function remindRoute(on: On, { publicUrl }: FastifyInstance) {
  on.post(
    '/:id/remind',
    {
      name: 'remindBooking',
      access: cashiers,
      summary:
        'Remind the customer of what is to be paid next; a dry run shows the mail as it will be sent, and says why it would not be',
      body: Reminding,
      returns: Reminded,
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const reminder = await readyReminder(tx, actor, params.id)
      if (!body.dry_run) {
        if (reminder.why) refuse('step_not_possible', { detail: reminder.why, also: { possible: [] } })
        await sendReminder(tx, reminder, { actor_id: actor.id })
      }
      return { ...shownReminder(reminder, publicUrl), is_sent: !body.dry_run }
    },
  )
}

const readyReminder = async (tx: Tx, actor: Actor, id: number) => {
  await lockedBooking(tx, readerOf(actor), id)
  const [reminder] = await remindersOf(tx, { ids: [id] })
  return found(reminder)
}
