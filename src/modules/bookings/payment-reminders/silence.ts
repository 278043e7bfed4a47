import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Events } from '../../../kit/events.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { retention } from '../../../kit/retention/rules.ts'
import { ERASED_NAME } from '../../../kit/secrets/personal-data.ts'
import { readerOf } from '../../users/reader.ts'
import { cashiers } from '../flow.ts'
import { lockedBooking } from '../locks.ts'
import { RemindersOfBooking, remindersOfBooking, Silence } from './of-booking.ts'

const { until, reason } = Silence.properties
const Silencing = Type.Object({ until, reason })

const silence = async (tx: Tx, actor: Actor, booking_id: number, given: Static<typeof Silencing>) => {
  const { trip } = await lockedBooking(tx, readerOf(actor), booking_id)
  if (given.until <= trip.today)
    refuseField('until', ['須晚於今天；當天就會恢復提醒。', 'Must be after today: on that day reminders begin again.'])
  const row = { ...given, set_by: actor.id }
  await tx
    .insertInto('payment_silences')
    .values({ booking_id, ...row })
    .onConflict((there) => there.column('booking_id').doUpdateSet({ ...row, updated_at: sql`now()` }))
    .execute()
}

const endSilence = async (tx: Tx, actor: Actor, booking_id: number) => {
  await lockedBooking(tx, readerOf(actor), booking_id)
  await tx.deleteFrom('payment_silences').where('booking_id', '=', booking_id).execute()
}

/** Erases why an erased contact was not reminded. The audit never had it. */
export async function forgetSilence(tx: Tx, { booking_id }: Events['booking.erased']) {
  await tx.updateTable('payment_silences').set({ reason: ERASED_NAME }).where('booking_id', '=', booking_id).execute()
}

export const oldSilences = retention({
  what: 'why customers were not reminded of payments',
  table: 'payment_silences',
  from: sql`until`,
  since: 'reminders began again',
  after: '1 year',
  why: 'It says nothing of what is owed today.',
})

/** `/api/bookings/{id}/payment-silence` */
export function silenceRoutes(on: On) {
  const access = cashiers
  const returns = RemindersOfBooking
  on.put(
    '/:id/payment-silence',
    {
      name: 'silenceBooking',
      access,
      summary:
        'Remind the customer of a booking of no payment until a day, and say why; it is reminded again on that day',
      body: Silencing,
      returns,
    },
    async ({ tx, actor, params, body }) => {
      await silence(tx, actor, params.id, body)
      return remindersOfBooking(tx, params)
    },
  )
  on.delete(
    '/:id/payment-silence',
    { name: 'endSilenceOfBooking', access, summary: 'Remind the customer of a booking of payments again', returns },
    async ({ tx, actor, params }) => {
      await endSilence(tx, actor, params.id)
      return remindersOfBooking(tx, params)
    },
  )
}
