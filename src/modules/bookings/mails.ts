import { type NotNull, sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { statement } from '../../kit/db/statement.ts'
import { found } from '../../kit/errors.ts'
import { inBatches, type Jobs, type JobTools, type QueuedJob } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { amountIn, localTime, say, type Words } from '../../kit/words/words.ts'
import { makeBookingLinks } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { keptForProof } from '../planned-trips/seats.ts'
import { travelerOfLine, tripCalled } from '../shown-names.ts'
import type { LineKind } from './booking.ts'
import type { StepName } from './flow.ts'
import { position } from './read.ts'
import { isLetter, type Letter, lineWords, noticeOfLetter, statusWords } from './words.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.mail': { booking_id: number; step: StepName | 'cancel-traveler' }
  }
}

/** Gives the paper of a booking for a mail. */
type PaperFor = (
  mailed: { booking_id: number; mail_id: string; sent_to: string },
  tools: JobTools,
) => Promise<Attachment[]>
/** The steps whose mails carry the quotation or the confirmation. */
const withPaper: readonly Letter[] = ['register', 'confirm-contact', 'offer', 'accept', 'confirm']

const BATCH = 20

/** Mails of bookings, with the papers that `paperFor` gives. */
export function mailBooking(paperFor: PaperFor) {
  return inBatches(BATCH, {
    prefetch: async (jobs: QueuedJob<Mailing>[], { database }: JobTools) => {
      const bookings = await mailed(database.db, { ids: jobs.map(({ data }) => data.booking_id) })
      return withLinks(database, bookings)
    },
    work: async ({ booking_id, step }: Mailing, tools, id, bookings) => {
      const booking = bookings.get(booking_id)
      if (!booking || !isLetter(step)) return
      // An offer that has expired before its mail is sent is not mailed.
      if (step === 'offer' && !booking.offered_at) return
      // Neither is a call to prove the mailbox that is proved already, or too late.
      if (step === 'call_up' && !booking.is_kept) return
      const { contact_email: to, reply_to: replyTo } = booking
      // Nothing that a stranger typed is printed for a mailbox that is not proved.
      const hasPaper = booking.contact_proved_at !== null && withPaper.includes(step)
      const attachments = hasPaper ? await paperFor({ booking_id, mail_id: id, sent_to: to }, tools) : []
      await tools.mailer.send({ id, to, replyTo, ...letter(booking, step, tools), attachments })
    },
  })
}
type Mailing = Jobs['bookings.mail']

// A link is created when its mail is sent, so that no secret is stored in the job queue.
const withLinks = async ({ transaction }: Database, bookings: Mailed[]) => {
  const ids = bookings.map(({ id }) => id)
  const tokens = await transaction({}, (tx) => makeBookingLinks(tx, ids))
  return new Map(bookings.map((booking) => [booking.id, { ...booking, token: found(tokens.get(booking.id)) }]))
}

const letter = (booking: Mailed & { token: string }, step: Letter, { publicUrl, zone }: JobTools) => {
  const { locale, contact_proved_at, contact_name, token } = booking
  const params = { ...paramsOf(booking, zone), link: `${publicUrl}/l/booking/${token}` }
  // Until the mailbox is proved, a mail contains nothing that the caller typed, so that it cannot be abused for spam.
  return mailOf(noticeOf(step, booking), params, { locale, name: contact_proved_at === null ? null : contact_name })
}

const noticeOf = (step: Letter, { status, contact_proved_at, cancellation_fee }: Mailed) => {
  if (step === 'register' && contact_proved_at === null) return 'booking.register/unproved'
  return step === 'call_off' && cancellation_fee ? 'booking.call_off/costs' : noticeOfLetter(step, status)
}

type Mailed = Awaited<ReturnType<typeof mailed>>[number]

const paramsOf = (booking: Mailed, zone: string) => {
  const { status, hold_expires_at, proof_until, is_kept, currency, total, lines } = booking
  const kept = status === 'held' ? hold_expires_at : is_kept ? proof_until : null
  return {
    number: booking.booking_number,
    serial: booking.serial,
    trip: booking.trip,
    trip_en: booking.trip_en,
    departure: booking.departure_date,
    return: booking.return_date,
    contact: null,
    status: statusIn(booking),
    kept_until: kept && localTime(kept, zone),
    lines: lines.length ? lines.map((line) => lineIn(line, booking)).join('\n') : null,
    total: lines.length ? amountIn(currency, total) : null,
    paid: booking.paid > 0 ? amountIn(currency, booking.paid) : null,
    ...dues(booking),
  }
}

// A line that settles the account of a cancelled booking has no quantity; one of a cancelled traveler names him.
const lineIn = (line: MailedLine, { locale, contact_proved_at }: Mailed) => {
  const { kind, quantity, currency, amount, description, description_en } = line
  // Until the mailbox is proved, nothing that was typed.
  const traveler_name = contact_proved_at === null ? null : line.traveler_name
  const whose = traveler_name === null ? '' : say([`（${traveler_name}）`, ` (${traveler_name})`], locale)
  const name =
    kind === 'cancellation'
      ? `${say([description, description_en ?? description], locale)}${whose}`
      : `${say(lineWords[kind], locale)} × ${quantity}`
  return `${name}  ${amountIn(currency, amount)}`
}

const statusIn = ({ status, place, locale }: Mailed) => {
  const inLine: Words = place === null ? ['', ''] : [`（第 ${place} 位）`, ` (number ${place} in line)`]
  return `${say(statusWords[status], locale)}${say(inLine, locale)}`
}

/** What is still to be paid and until when or, of a cancelled booking, what is settled. */
const dues = ({ status, currency, total, paid, deposit, deposit_due_on, balance_due_on, ...booking }: Mailed) => {
  const isCancelled = status === 'cancelled'
  const isDue = deposit_due_on !== null && (status === 'held' || status === 'confirmed')
  return {
    deposit: isDue && deposit && paid < deposit ? amountIn(currency, deposit) : null,
    deposit_due: isDue ? deposit_due_on : null,
    balance_due: isDue && paid < total ? balance_due_on : null,
    fee: isCancelled ? amountIn(currency, booking.cancellation_fee ?? 0) : null,
    refund: isCancelled ? amountIn(currency, booking.refund ?? 0) : null,
    reason: isCancelled ? booking.cancel_reason : null,
  }
}

// The sales person of the booking, or else of the trip.
const inCharge = sql<string | null>`(
  select s.email from users s where s.id = coalesce(bookings.sales_user_id, t.sales_user_id) and s.status = 'active')`

type MailedLine = {
  kind: LineKind
  description: string
  description_en: string | null
  quantity: number
  amount: number
  currency: string
  traveler_name: string | null
}
const mailedLines = sql<MailedLine[]>`(
  select coalesce(json_agg(l order by l.id), '[]')
    from (select p.*, ${travelerOfLine('p')} as traveler_name from booking_price_lines p where p.booking_id = bookings.id) l)`

// Those that have an address.
const mailed = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['bookings.id', 'booking_number', 'contact_name', 'contact_email', 'contact_proved_at', 'locale'])
    .select(['bookings.status', 'offered_at', 'bookings.cancel_reason'])
    .select(['proof_until', keptForProof('bookings').as('is_kept')])
    .select(['hold_expires_at', 'currency', 'total', 'paid', 'deposit', 'deposit_due_on', 'balance_due_on'])
    .select(['cancellation_fee', 'refund', 't.serial', 't.name as trip', 't.departure_date', 't.return_date'])
    .select(tripCalled('t').as('trip_en'))
    .select([position.as('place'), inCharge.as('reply_to'), mailedLines.as('lines')])
    .where(sql<boolean>`bookings.id = any (${ids}::integer[])`)
    .where('contact_email', 'is not', null)
    .$narrowType<{ contact_email: NotNull }>(),
)
