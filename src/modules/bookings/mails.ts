import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import { letter } from '../../kit/mail.ts'
import { type Locale, localTime, say, type Words } from '../../kit/words/words.ts'
import { makeLink } from '../links/actions.ts'
import type { StepName } from './flow.ts'
import { isLetter, keptCosts, letters, lineWords, statusWords, unprovedLetter } from './labels.ts'
import { position } from './queries.ts'
import type { LineKind } from './schema.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** `turn` is the step; queued jobs of an earlier release use this name. */
    'bookings.mail': { booking_id: number; turn: StepName | 'cancel-traveler' }
  }
}

// The link is created when the mail is sent, so that no secret is stored in the job queue.
export const mailBooking = async (
  { booking_id, turn: step }: Jobs['bookings.mail'],
  { database, mailer, publicUrl, zone }: JobTools,
  id: string,
) => {
  const booking = await mailed(database.db, { booking_id })
  if (!booking?.contact_email || !isLetter(step)) return
  // An offer that has expired before its mail is sent is not mailed.
  if (step === 'offer' && !booking.offered_at) return
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking_id))
  const isProved = booking.contact_proved_at !== null
  const { subject, says } = letterOf(step, booking)
  const { locale, booking_number } = booking
  const link = `${publicUrl}/l/booking/${token}`
  await mailer.send({
    id,
    to: booking.contact_email,
    subject: `${booking_number} ${say(subject, locale)}`,
    // Until the mailbox is proved, a mail contains nothing that the caller typed, so that it cannot be abused for spam.
    text: letter(locale, isProved ? booking.contact_name : null, [
      says,
      stands(booking, zone),
      ...charged(booking),
      ...dues(booking),
      [`查看與補齊資料：${link}`, `See it and complete your details: ${link}`],
    ]),
  })
}

const letterOf = (step: keyof typeof letters, { contact_proved_at, cancellation_fee }: Mailed) => {
  if (step === 'register' && contact_proved_at === null) return unprovedLetter
  return step === 'call_off' && cancellation_fee ? { ...letters.call_off, says: keptCosts } : letters[step]
}

type Mailed = NonNullable<Awaited<ReturnType<typeof mailed>>>

const stands = (booking: Mailed, zone: string): Words => {
  const { booking_number, serial, trip, trip_en, departure_date, return_date, status, place, hold_expires_at } = booking
  const until = (locale: Locale) => (hold_expires_at ? localTime(hold_expires_at, zone, locale) : '')
  const inLine: Words = place === null ? ['', ''] : [`（第 ${place} 位）`, ` (number ${place} in line)`]
  const kept: Words =
    status === 'held' && hold_expires_at ? [`\n保留至：${until('zh-TW')}`, `\nKept until: ${until('en')}`] : ['', '']
  const [zh, en] = statusWords[status]
  return [
    `訂單編號：${booking_number}\n行程：${serial} ${trip}（${departure_date} – ${return_date}）\n狀態：${zh}${inLine[0]}${kept[0]}`,
    `Booking: ${booking_number}\nTrip: ${serial} ${trip_en} (${departure_date} – ${return_date})\nStatus: ${en}${inLine[1]}${kept[1]}`,
  ]
}

const charged = ({ lines, currency, total }: Mailed): Words[] => {
  if (!lines.length) return []
  const written = (side: 0 | 1) =>
    lines.map(({ kind, quantity, amount, currency }) => `${lineWords[kind][side]} × ${quantity}  ${currency} ${amount}`)
  return [
    [
      [...written(0), `合計：${currency} ${total}`].join('\n'),
      [...written(1), `Total: ${currency} ${total}`].join('\n'),
    ],
  ]
}

const dues = (booking: Mailed): Words[] => {
  const { status, currency, deposit, deposit_due_on, balance_due_on, cancellation_fee, refund } = booking
  if (status === 'cancelled')
    return [
      [
        `取消費：${currency} ${cancellation_fee ?? 0}\n應退：${currency} ${refund ?? 0}`,
        `Fee: ${currency} ${cancellation_fee ?? 0}\nTo be paid back: ${currency} ${refund ?? 0}`,
      ],
    ]
  if (!deposit_due_on || (status !== 'held' && status !== 'confirmed')) return []
  const first: Words = deposit
    ? [
        `訂金：${currency} ${deposit}（${deposit_due_on} 前）\n`,
        `Deposit: ${currency} ${deposit} (by ${deposit_due_on})\n`,
      ]
    : ['', '']
  return [[`${first[0]}尾款期限：${balance_due_on}`, `${first[1]}Balance due: ${balance_due_on}`]]
}

const mailed = oneRow((db, { booking_id }: { booking_id: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select([
      'booking_number',
      'contact_name',
      'contact_email',
      'locale',
      'bookings.status',
      'offered_at',
      'contact_proved_at',
    ])
    .select(['hold_expires_at', 'currency', 'total', 'deposit', 'deposit_due_on', 'balance_due_on'])
    .select(sql<string>`coalesce(t.name_en, t.name)`.as('trip_en'))
    .select(['cancellation_fee', 'refund', 't.serial', 't.name as trip', 't.departure_date', 't.return_date'])
    .select([
      position.as('place'),
      sql<{ kind: LineKind; quantity: number; amount: number; currency: string }[]>`(
        select coalesce(json_agg(l order by l.id), '[]') from booking_price_lines l where l.booking_id = bookings.id)`.as(
        'lines',
      ),
    ])
    .where('bookings.id', '=', booking_id),
)
