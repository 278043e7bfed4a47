import { amountIn, span } from 'guidon-design/formats'
import { type NotNull, sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { enqueue, inBatches, type Jobs, type JobTools, type QueuedJob } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { type Locale, localTime, say, type Words } from '../../kit/words/words.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { makeBookingLinks } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderFor } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { areOpenToStrangers, keptForProof } from '../planned-trips/seats.ts'
import { customerColumns } from './customer-facts.ts'
import { depositDue, reasonIn, standingOf } from './customer-states.ts'
import { recordLetter } from './history.ts'
import { type OtherDate, otherDates } from './open-trip-facts.ts'
import type { LeftTrip } from './status.ts'
import { bookingNow, leftParams, type Told, type ToldLine, toldOf } from './told.ts'
import { isLetter, type Letter, lineWords, type Mailable, noticeOfLetter, statusWords } from './words.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** `traveler_id` is the traveler who was cancelled or restored, `left` the trip before a transfer. */
    'bookings.mail': { booking_id: number; step: Mailable; told: Told; traveler_id?: number; left?: LeftTrip }
  }
}

/** Queues a mail to the contact. It contains the values of now, also if the booking changes before the mail leaves. */
export async function queueLetter(tx: Tx, booking_id: number, step: Letter, traveler_id?: number) {
  const told = toldOf(found(await bookingNow(tx, { booking_id })))
  enqueue(tx, 'bookings.mail', { booking_id, step, told, ...(traveler_id !== undefined && { traveler_id }) })
}

/** Makes the paper of a booking for a mail. */
type PaperFor = (
  mailed: { booking_id: number; mail_id: string; sent_to: string },
  tools: JobTools,
) => Promise<Attachment[]>
/** The steps whose mails carry the quotation or the confirmation. */
const withPaper: readonly Letter[] = ['register', 'receipt', 'confirm-contact', 'offer', 'accept', 'confirm']

const BATCH = 20

/** Sends mails of bookings, with the papers that `paperFor` makes. */
export function mailBooking(paperFor: PaperFor) {
  return inBatches(BATCH, {
    prefetch: async (jobs: QueuedJob<Mailing>[], { database }: JobTools) => {
      const bookings = await mailed(database.db, { ids: jobs.map(({ data }) => data.booking_id) })
      return withLinks(database, bookings)
    },
    work: async (mailing: Mailing, tools, id, bookings) => {
      const { booking_id, step, told, left } = mailing
      const booking = bookings.get(booking_id)
      if (!booking || !isLetter(step) || isUndone(mailing, booking)) return
      const { contact_email: to, reply_to: replyTo } = booking
      // No paper for an unproved mailbox, because it contains text that the caller typed; and none if the booking has changed,
      // because a paper shows it as it is now.
      const hasPaper = booking.is_proved && withPaper.includes(step) && isUnchanged(told, booking)
      const attachments = hasPaper ? await paperFor({ booking_id, mail_id: id, sent_to: to }, tools) : []
      await sendLetter(tools, { id, to, replyTo, attachments }, letterOf(booking, { step, told, left }, tools))
      const sent = { booking_id, mail_id: id, sentence: noticeOf(step, told, booking.is_proved), sent_to: to }
      await tools.database.transaction({}, (tx) => recordLetter(tx, sent))
    },
  })
}
type Mailing = Jobs['bookings.mail']

/** Whether the step of this mail was undone before it left, or is described by a later mail. */
const isUndone = ({ step, told, traveler_id }: Mailing, now: Mailed) => {
  const hasEnded = isOver(told.status) ? now.status !== told.status : isOver(now.status)
  const hasMovedOn = now.planned_trip_id !== told.planned_trip_id || (isWaiting(told.status) && !isWaiting(now.status))
  if (hasEnded || hasMovedOn) return true
  if (step === 'offer') return now.offered_at === null
  // The call to prove the mailbox is obsolete: it is proved already, or the time is over.
  if (step === 'call_up') return !now.is_kept
  if (step === 'cancel-traveler' || step === 'restore-traveler') {
    const isActive = now.travelers.some(({ id, status }) => id === traveler_id && status === 'active')
    // A return is told only to who was told of the cancellation.
    return step === 'cancel-traveler' ? isActive : !isActive || !now.has_lost_traveler
  }
  return asksForProof(step) && !told.is_proved && now.is_proved
}
const isOver = (status: BookingStatus) => status === 'cancelled' || status === 'expired'
const isWaiting = (status: BookingStatus) => status === 'waitlisted'
const asksForProof = (step: Mailable) => step === 'register' || step === 'receipt'

const isUnchanged = (told: Told, now: Mailed) =>
  told.status === now.status && told.total === now.total && told.paid === now.paid

// A link is created when its mail is sent, so that no secret is stored in the job queue.
const withLinks = async ({ transaction }: Database, bookings: Mailed[]) => {
  const ids = bookings.map(({ id }) => id)
  const tokens = await transaction({}, (tx) => makeBookingLinks(tx, ids))
  return new Map(bookings.map((booking) => [booking.id, { ...booking, token: found(tokens.get(booking.id)) }]))
}

const letterOf = (
  booking: Mailed & { token: string },
  { step, told, left }: { step: Letter; told: Told; left: LeftTrip | undefined },
  { publicUrl, zone }: JobTools,
) => {
  const { locale, is_proved, contact_name, sender, token } = booking
  const params = { ...paramsOf(booking, told, zone), ...leftParams(left), link: `${publicUrl}/l/booking/${token}` }
  // Until the mailbox is proved, a mail contains nothing that the caller typed, so that it cannot be abused for spam.
  return mailOf(noticeOf(step, told, is_proved), params, { locale, name: is_proved ? contact_name : null, sender })
}

const noticeOf = (step: Letter, { status, cancellation_fee, paid }: Told, isProved: boolean) => {
  if ((asksForProof(step) || step === 'link') && !isProved) {
    // Somebody who has paid, or is confirmed, does not register any more: only the address is new.
    if (paid > 0 || status === 'confirmed') return 'booking.receipt/unproved'
    return isWaiting(status) ? 'booking.register/waitlisted-unproved' : 'booking.register/unproved'
  }
  return step === 'call_off' && cancellation_fee ? 'booking.call_off/costs' : noticeOfLetter(step, status)
}

type Mailed = Awaited<ReturnType<typeof mailed>>[number]

const paramsOf = (booking: Mailed, told: Told, zone: string) => {
  const { number, serial, trip, trip_en, departure, kept_until, currency, total, paid, lines } = told
  return {
    ...{ number, serial, trip, trip_en, departure, return: told.return },
    contact: null,
    status: statusIn(told, booking.locale),
    kept_until: kept_until && paid === 0 ? localTime(kept_until, zone) : null,
    lines: lines.length ? lines.map((line) => lineIn(line, booking)).join('\n') : null,
    total: lines.length ? amountIn(currency, total) : null,
    paid: paid > 0 ? amountIn(currency, paid) : null,
    ...dues(told, zone),
    reason: reasonIn(booking, booking.locale),
    ...standingParams(booking, zone),
  }
}

// The line that settles a cancelled booking has no quantity; that of a cancelled traveler has the name of the traveler.
const lineIn = (line: ToldLine, { locale, is_proved, travelers }: Mailed) => {
  const { kind, quantity, currency, amount, description, description_en, traveler_id } = line
  // Until the mailbox is proved, the mail contains no name that the caller typed.
  const traveler = is_proved ? travelers.find(({ id }) => id === traveler_id) : undefined
  const whose = traveler ? say([`（${traveler.name}）`, ` (${traveler.name})`], locale) : ''
  const name =
    kind === 'cancellation'
      ? `${say([description ?? '', description_en ?? description ?? ''], locale)}${whose}`
      : `${say(lineWords[kind], locale)} × ${quantity}`
  return `${name}  ${amountIn(currency, amount)}`
}

const statusIn = ({ status, position }: Told, locale: Locale) => {
  const inLine: Words = position === null ? ['', ''] : [`（第 ${position} 位）`, ` (number ${position} in line)`]
  return `${say(statusWords[status], locale)}${say(inLine, locale)}`
}

/** Of a booking that has ended: what comes back and what to do now, and the other dates of a tour whose trip was cancelled. */
const standingParams = (booking: Mailed, zone: string) => {
  const { locale, today, other_dates } = booking
  const { now, offersOtherDates } = standingOf(booking, { today, zone }, locale)
  const dates = other_dates.map(
    ({ serial, departure_date, return_date }) => `${serial} ${span(departure_date, return_date, locale)}`,
  )
  return {
    now: isOver(booking.status) ? now : null,
    dates: offersOtherDates && dates.length ? dates.join(say(['、', ', '], locale)) : null,
  }
}

/** What is still to be paid and until when; for a cancelled booking, what is settled. */
const dues = (told: Told, zone: string) => {
  const { status, currency, total, paid, deposit, deposit_due_on, balance_due_on, kept_until } = told
  const isCancelled = status === 'cancelled'
  const isDue = deposit_due_on !== null && (status === 'held' || status === 'confirmed')
  const due = depositDue({ ...told, hold_expires_at: kept_until })
  return {
    deposit: due ? amountIn(currency, deposit) : null,
    deposit_until: due && 'at' in due ? localTime(due.at, zone) : null,
    deposit_due: due && 'on' in due ? due.on : null,
    balance_due: isDue && paid < total ? balance_due_on : null,
    fee: isCancelled ? amountIn(currency, told.cancellation_fee ?? 0) : null,
    refund: isCancelled ? amountIn(currency, told.refund ?? 0) : null,
  }
}

const today = sql<string>`today()::text`
const otherDatesOf = sql<OtherDate[]>`(
  select ${otherDates(areOpenToStrangers)} from planned_trips where planned_trips.id = bookings.planned_trip_id)`

/** SQL: the salesperson of the booking, or else of its trip `t`. */
export const salesId = sql`coalesce(bookings.sales_user_id, t.sales_user_id)`
/** SQL: the address to which the customer's replies go. */
export const inCharge = sql<string | null>`(
  select s.email from users s where s.id = ${salesId} and s.status = 'active')`

type Party = readonly { id: number; name: string; status: 'active' | 'cancelled' }[]
const party = sql<Party>`(
  select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'status', v.status)), '[]')
    from travelers v where v.booking_id = bookings.id)`

// More mails of cancelled travelers were sent than of restored ones.
const hasLostTraveler = sql<boolean>`(
  select count(*) filter (where sentence = 'booking.cancel-traveler') > count(*) filter (where sentence = 'booking.restore-traveler')
    from booking_letters where booking_letters.booking_id = bookings.id)`

/** The recipients, and the current state of their bookings. Bookings without a mail address are left out. */
const mailed = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['bookings.id', 'contact_name', 'contact_email', 'locale'])
    .select(sql<boolean>`contact_proved_at is not null`.as('is_proved'))
    .select(['planned_trip_id', 'offered_at', today.as('today'), otherDatesOf.as('other_dates')])
    .select(customerColumns)
    .select([keptForProof('bookings').as('is_kept'), party.as('travelers'), hasLostTraveler.as('has_lost_traveler')])
    .select([inCharge.as('reply_to'), senderFor(salesId, sql`bookings.branch_id`).as('sender')])
    .where(sql<boolean>`bookings.id = any (${ids}::integer[])`)
    .where('contact_email', 'is not', null)
    .$narrowType<{ contact_email: NotNull }>(),
)
