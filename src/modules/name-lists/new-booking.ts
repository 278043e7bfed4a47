import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { type FieldFaults, Refusal } from '../../kit/errors.ts'
import { line, oneOf, orNull, ref, without } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { NewBooking } from '../bookings/booking.ts'
import { createBooking } from '../bookings/create.ts'
import { steps } from '../bookings/flow.ts'
import { MOST_NAMED } from '../bookings/party-size.ts'
import { type Cells, dryRun, linesOf, personReader } from './people.ts'
import { type LineReport, ListReport, shownLines } from './report.ts'

const BookingOfList = Type.Object({
  ...without(NewBooking, ['travelers', 'rooms']).properties,
  rows: linesOf('travelers', MOST_NAMED),
  dry_run: dryRun(),
})
type BookingOfList = Static<typeof BookingOfList>

const BookedList = Type.Object({
  ...ListReport.properties,
  booking: orNull(
    Type.Object({ id: ref(), booking_number: line(50, 'CNX270128A-001'), status: oneOf(bookingStatuses) }),
  ),
})

type By = { actor: Actor; keys: Keys; zone: string }

/** Books the people of a list. If one of them is refused, and in a dry run, nothing stays. */
async function bookList(tx: Tx, { actor, keys, zone }: By, { rows, dry_run, ...booking }: BookingOfList) {
  const read = personReader('travelers', zone)
  const people = rows.map(read)
  const reports = (refused: (FieldFaults | undefined)[]) => rows.map((cells, i) => reportOf(i, cells, refused[i]))
  const unread = people.map(({ errors }) => (Object.keys(errors).length ? errors : undefined))
  if (unread.some(Boolean)) return { reports: reports(unread), booking_id: undefined }

  const takenBack = new Error('the booking is taken back')
  return attempt<{ reports: LineReport[]; booking_id: number | undefined }>(
    tx,
    async () => {
      // A cast, because the schema of the columns has validated them.
      const travelers = people.map(({ body }) => body as NewBooking['travelers'][number])
      const { booking_id } = await createBooking(tx, keys, actor, { ...booking, travelers })
      if (dry_run) throw takenBack
      return { reports: reports([]), booking_id }
    },
    async (error) => {
      if (error === takenBack) return { reports: reports([]), booking_id: undefined }
      return { reports: reports(ofLines(error, rows.length)), booking_id: undefined }
    },
  )
}

/** The faults of each line. A refusal of anything else is one of the whole booking. */
const ofLines = (error: unknown, count: number) => {
  if (!(error instanceof Refusal)) throw error
  const faults = Object.entries(error.extras.errors ?? {}).map(([field, words]) => {
    const [, at = '', name = ''] = /^travelers\.(\d{1,3})\.(\w+)$/.exec(field) ?? []
    return { at: at === '' ? undefined : Number(at), name, words }
  })
  if (!faults.length || faults.some(({ at }) => at === undefined)) throw error
  return Array.from({ length: count }, (_, i) => {
    const own = faults.filter(({ at }) => at === i).map(({ name, words }) => [name, words] as const)
    return own.length ? Object.fromEntries(own) : undefined
  })
}

const reportOf = (i: number, { name = '' }: Cells, errors: FieldFaults | undefined): LineReport => ({
  line: i + 1,
  name: name.trim(),
  ...(errors ? { result: 'refused', errors } : { result: 'created', traveler_id: null, checks: [] }),
})

/** `/api/bookings/import` */
export function bookingListRoute(on: On, { keys, zone }: FastifyInstance) {
  on.post(
    '/import',
    {
      name: 'importBooking',
      access: steps.register.by,
      summary:
        'Book the people of a list as one party: held if there are seats for all of it, else waitlisted. Either all of them are booked or nobody, with a report for every line',
      body: BookingOfList,
      returns: BookedList,
      etag: 'none',
    },
    async ({ tx, actor, body, locale }) => {
      const { reports, booking_id } = await bookList(tx, { actor, keys, zone }, body)
      const imported = booking_id !== undefined
      const booking = imported ? await bookingCalled(tx, booking_id) : null
      return { imported, booking, lines: shownLines(reports, imported, locale) }
    },
  )
}

const bookingCalled = (tx: Tx, id: number) =>
  tx.selectFrom('bookings').select(['id', 'booking_number', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
