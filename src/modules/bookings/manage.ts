import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { membersOf } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { currency, day, flag, line, money, nullable, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import { mayTake, namesOf, possibleSteps } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { mailboxFingerprint } from '../../kit/http/server/caller.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { endLinks } from '../links/links.ts'
import { keptForProof } from '../planned-trips/seats.ts'
import { travelerOfLine, tripInEnglish } from '../shown-names.ts'
import { ownChecks } from '../travelers/checks.ts'
import { EnteredTraveler } from '../travelers/schema.ts'
import { oneTraveler, ShownTraveler } from '../travelers/traveler.ts'
import type { Check } from '../travelers/words.ts'
import type { Reader } from '../users/reader.ts'
import { Booking, BookingDetails, Contact, type LineKind, lineKinds, sum } from './booking.ts'
import { declineOffer } from './cancel.ts'
import { changeBooking } from './change.ts'
import { ChangeOutcome, changeOrAsk, PricedChange, previewChange } from './change-requests/change-or-ask.ts'
import { confirmContact } from './confirm-contact.ts'
import { addressToProve, askToProve } from './contact-changes.ts'
import { bookingFlow, stateOf } from './flow.ts'
import { openLink, openMailedLink } from './links.ts'
import { queueLetter } from './mails.ts'
import { reportedAmount } from './payment-reports/payment-report.ts'
import { contact, missingPrices, position } from './read.ts'
import { acceptOffer } from './steps.ts'

/** The fields that the holder of a link may fill in. */
export const Completion = Type.Partial(BookingDetails)
export type Completion = Static<typeof Completion>
export const TravelerCompletion = Type.Partial(EnteredTraveler)

const { deposit, deposit_due_on, balance_due_on, hold_expires_at, proof_until } = Booking.properties
const { customer_note, booking_number } = Booking.properties
const { payment_method, travel_purpose, marketing_source } = Booking.properties
const { name, phone, email, line_id } = Contact.properties

const ReceiptLine = Type.Object({
  kind: Type.Enum([...lineKinds]),
  description: Type.String({ examples: ['大人'] }),
  description_en: orNull(Type.String({ examples: ['Adult'] })),
  quantity: Type.Integer({ examples: [2] }),
  unit_price: sum(),
  amount: sum(),
  ...shownFields({ currency: currency() }),
  traveler_name: orNull(Type.String({ examples: ['王小美'] })),
})
/** A booking as the holder of its link sees it. */
export const Managed = Type.Object({
  ...shownFields({ booking_number, status: oneOf(bookingStatuses) }),
  waitlist_position: orNull(Type.Integer({ examples: [3] })),
  trip: Type.Object(
    shownFields({
      serial: line(40, 'CNX270128A'),
      name: line(200),
      name_en: nullable(line(200)),
      departure_date: day(),
      return_date: day(),
    }),
  ),
  contact: Type.Object(shownFields({ name, phone: nullable(phone), email: nullable(email), line_id })),
  /** Another mail address, which was mailed a link and is not confirmed yet. Until then mails go to the contact. */
  ...shownFields({ email_to_prove: nullable(email) }),
  travelers: Type.Array(
    Type.Object({
      ...shownFields({ id: ref(), name: line(100), passenger_type: nullable(oneOf(['adult', 'child', 'infant'])) }),
      checks: Type.Array(Type.String({ examples: ['passport_missing'] })),
    }),
  ),
  /** The passenger types whose price comes later. */
  missing_prices: Type.Array(Type.Enum(['infant'])),
  price_lines: Type.Array(ReceiptLine),
  ...shownFields({ currency: currency() }),
  total: sum(),
  ...shownFields({ paid: money() }),
  /** What the customer says it has paid, and nobody has checked yet. */
  reported: sum(),
  balance: sum(),
  ...shownFields({
    deposit,
    deposit_due_on,
    balance_due_on,
    hold_expires_at,
    proof_until,
    is_contact_proved: flag(),
    is_offered: flag(),
  }),
  ...shownFields({ payment_method, travel_purpose, marketing_source, customer_note }),
  possible: Type.Array(Type.String({ examples: ['accept'] })),
})

type ManagedLine = {
  kind: LineKind
  description: string
  description_en: string | null
  quantity: number
  unit_price: number
  amount: number
  currency: string
  traveler_name: string | null
}
type ManagedTraveler = { id: number; name: string; passenger_type: string | null; checks: Check[] }

type ManagedTrip = { serial: string; name: string; name_en: string | null; departure_date: string; return_date: string }
const managedTrip = sql<ManagedTrip>`(
  select json_build_object(${membersOf('t', ['serial', 'name', 'departure_date', 'return_date'])}, 'name_en', ${tripInEnglish('t')})
    from planned_trips t where t.id = bookings.planned_trip_id)`
const managedLines = sql<ManagedLine[]>`(
  select coalesce(json_agg(json_build_object(${membersOf('l', ['kind', 'description', 'description_en', 'quantity', 'unit_price', 'amount', 'currency'])}, 'traveler_name', ${travelerOfLine('l')}) order by l.id), '[]')
    from booking_price_lines l where l.booking_id = bookings.id)`
const managedTravelers = sql<ManagedTraveler[]>`(
  select coalesce(json_agg(json_build_object('id', travelers.id, 'name', travelers.name,
      'passenger_type', travelers.passenger_type, 'checks', ${ownChecks}) order by travelers.id), '[]')
    from travelers where travelers.booking_id = bookings.id and travelers.status = 'active')`

/** Steps that need a mailed link. For other links they are not listed as possible. */
const ofMailbox: readonly string[] = ['confirm-contact', 'accept']

/** A booking as its customer sees it: with the missing data of each traveler, without internal data. */
export async function receiptOf(db: Db, booking_id: number, { is_mailed }: { is_mailed: boolean }) {
  const { offered_at, contact_proved_at, cancel_cause, ...receipt } = found(
    await managedBooking(db, { id: booking_id }),
  )
  const possible = possibleSteps(
    bookingFlow,
    stateOf({ status: receipt.status, offered_at, contact_proved_at, cancel_cause, paid: receipt.paid }),
    ['customer'],
  )
  return {
    ...receipt,
    is_contact_proved: contact_proved_at !== null,
    is_offered: receipt.status === 'held' && offered_at !== null,
    possible: possible.filter((step) => is_mailed || !ofMailbox.includes(step)),
  }
}

const managedBooking = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings')
    .select([
      'booking_number',
      'status',
      'offered_at',
      'contact_proved_at',
      'cancel_cause',
      'hold_expires_at',
      'currency',
      'total',
      'paid',
      'balance',
    ])
    .select(reportedAmount('bookings').as('reported'))
    .select(['deposit', 'deposit_due_on', 'balance_due_on', 'payment_method', 'travel_purpose', 'marketing_source'])
    .select(sql<string | null>`case when ${keptForProof('bookings')} then proof_until end`.as('proof_until'))
    .select([
      'customer_note',
      addressToProve.as('email_to_prove'),
      position.as('waitlist_position'),
      managedTrip.as('trip'),
      contact.as('contact'),
    ])
    .select([managedLines.as('price_lines'), managedTravelers.as('travelers'), missingPrices.as('missing_prices')])
    .where('bookings.id', '=', id),
)
export type Receipt = Awaited<ReturnType<typeof receiptOf>>

/**
 * The holder of the link fills in missing data, as long as the booking is active. A proved contact stays until another mail address is
 * proved, so that a wrong letter locks nobody out.
 */
export async function completeBooking(tx: Tx, keys: Keys, booking_id: number, body: Completion) {
  const booking = found(
    await tx
      .selectFrom('bookings')
      .select(['status', 'offered_at', 'contact_email', 'contact_proved_at', 'cancel_cause', 'paid'])
      .where('id', '=', booking_id)
      .executeTakeFirst(),
  )
  mayTake(bookingFlow, 'change', stateOf(booking), ['customer'])
  const wasProved = booking.contact_proved_at !== null
  const { email, ...contact } = body.contact ?? {}
  const isNew = email !== undefined && email.toLowerCase() !== booking.contact_email?.toLowerCase()
  const isToBeProved = wasProved && isNew
  await changeBooking(tx, keys, booking_id, isToBeProved ? { ...body, contact } : body, undefined)
  if (!isNew) return
  await throttle(tx, limits['contacts of booking'], booking_id)
  await throttle(tx, limits['mail to a stranger'], mailboxFingerprint(keys, email))
  if (isToBeProved) return askToProve(tx, booking_id, email)
  // Nobody has proved the former address either. Links that were mailed to it end, and the new one gets its own.
  await endLinks(tx, 'booking', booking_id, { mailedOnly: true })
  await queueLetter(tx, booking_id, 'receipt')
}

const token = Type.String({ maxLength: 200 })
const tokenParams = Type.Object({ token })
const managed = { access: 'public', returns: Managed, etag: 'none' } as const

export function manageRoutes(on: On, app: FastifyInstance) {
  ownBookingRoutes(on, app)
  stepRoutesByLink(on)
  travelerRoutesByLink(on, app)
}

const ownBookingRoutes = (on: On, { keys }: FastifyInstance) => {
  on.get(
    '/:token',
    {
      ...managed,
      summary: "The booking of a receipt's link",
      params: tokenParams,
      refuses: ['not_found', 'forbidden'],
    },
    async ({ db, params }) => {
      const opened = await openLink(db, params.token)
      return receiptOf(db, opened.booking, opened)
    },
  )
  on.put(
    '/:token',
    {
      ...managed,
      summary: 'Complete the booking',
      params: tokenParams,
      body: Completion,
      refuses: ['not_found', 'forbidden', 'step_not_possible'],
    },
    async ({ tx, params, body }) => {
      const opened = await openLink(tx, params.token)
      await completeBooking(tx, keys, opened.booking, body)
      return receiptOf(tx, opened.booking, opened)
    },
  )
}

const stepsByLink = {
  'confirm-contact': [
    confirmContact,
    openMailedLink,
    'Confirm the mailbox of the contact by the link that was mailed to it, so that the seats are kept',
    ['step_not_possible', 'answer_too_late'],
  ],
  accept: [acceptOffer, openMailedLink, 'Accept the seats that are offered', ['step_not_possible', 'answer_too_late']],
  decline: [declineOffer, openLink, 'Give up the place in line, or the seats that are offered', ['step_not_possible']],
} as const

const stepRoutesByLink = (on: On) => {
  for (const name of namesOf(stepsByLink)) {
    const [act, open, summary, refuses] = stepsByLink[name]
    const route = { ...managed, summary, params: tokenParams, refuses: [...refuses, 'not_found', 'forbidden'] } as const
    on.post(`/:token/${name}`, route, async ({ tx, params }) => {
      const opened = await open(tx, params.token)
      const { booking, reader } = opened
      await act(tx, booking, { reader, actor_id: undefined, roles: ['customer'] })
      return receiptOf(tx, booking, opened)
    })
  }
}

const byLink = (reader: Reader, keys: Keys) => ({ reader, actor_id: undefined, roles: ['customer'], keys }) as const

const travelerRoutesByLink = (on: On, { keys }: FastifyInstance) => {
  const one = Type.Object({ token, id: ref() })
  const given = { access: 'public', params: one, returns: ShownTraveler, etag: 'none' } as const
  on.get(
    '/:token/travelers/:id',
    {
      ...given,
      summary: 'One traveler of the booking, with masked personal data',
      refuses: ['not_found', 'forbidden'],
    },
    async ({ db, params: { token, id } }) => oneTraveler(db, { ...(await openLink(db, token)).reader, id }),
  )
  on.put(
    '/:token/travelers/:id',
    {
      ...given,
      summary: 'Complete a traveler of the booking; once that is confirmed, changes of what was given become a request',
      body: TravelerCompletion,
      meta: ChangeOutcome,
      unchanged: { change_request: null },
      refuses: ['not_found', 'forbidden', 'step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, params: { token, id }, body, expected }) => {
      const { reader } = await openLink(tx, token)
      const { change_request } = await changeOrAsk(tx, byLink(reader, keys), id, body, expected)
      return { ...(await oneTraveler(tx, { ...reader, id })), meta: { change_request } }
    },
  )
  on.post(
    '/:token/travelers/:id/price',
    {
      access: 'public',
      params: one,
      summary: 'Preview what a change of a traveler costs, and whether sales have to accept it; nothing is saved',
      body: TravelerCompletion,
      returns: PricedChange,
      etag: 'none',
      refuses: ['not_found', 'forbidden', 'step_not_possible'],
    },
    async ({ tx, params: { token, id }, body }) => {
      const { reader } = await openLink(tx, token)
      return previewChange(tx, byLink(reader, keys), id, body)
    },
  )
}
