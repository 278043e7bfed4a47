import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { remove } from '../../../kit/db/rows.ts'
import { found } from '../../../kit/errors.ts'
import { labelled, without } from '../../../kit/fields.ts'
import { NewBooking, NewLine, NewPayment } from '../../bookings/booking.ts'
import {
  EnteredBooking,
  enterBookings,
  removeEntered,
  removeEnteredPayment,
  settleEntered,
} from '../../bookings/enter.ts'
import { tryPrice } from '../../bookings/gate.ts'
import { answersOfPayment, type EnteredPayment, enterPayments } from '../../bookings/payments.ts'
import { addLine } from '../../bookings/price-lines.ts'
import { addEnteredTravelers, partyFaults } from '../../travelers/add.ts'
import { removeEnteredTraveler } from '../../travelers/cancel.ts'
import { NewTraveler } from '../../travelers/schema.ts'
import { fieldWords } from '../../travelers/words.ts'
import { importKindWords } from '../../words/import-labels.ts'
import {
  type Context,
  column,
  columns,
  type Fault,
  inList,
  inOptions,
  type Kind,
  keyFrom,
  oneByOne,
  reference,
  type WrittenLine,
} from '../kind.ts'
import { byColumn, byQuery } from './find.ts'
import { branchColumn } from './house.ts'
import { languageCalled } from './spoken.ts'
import { salesColumn, tripColumn } from './trips.ts'

const { name, phone, email, line_id } = NewBooking.properties.contact.properties
const { booking_number, ...fields } = without(EnteredBooking, [
  'planned_trip_id',
  'contact',
  'branch_id',
  'sales_user_id',
]).properties
/** What the booking should owe in the end, below zero what is owed back. */
const balance = Type.Optional(Type.Number())

type BookingLine = Omit<EnteredBooking, 'contact'> & {
  contact_name: string
  contact_phone: string
  contact_email?: string | null
  contact_line_id?: string | null
  balance?: number
}

export const bookingKind: Kind = {
  code: 'bookings',
  noun: importKindWords.bookings,
  of: 'bookings',
  columns: [
    column('booking_number', booking_number, { words: ['訂單編號', 'Booking number'] }),
    tripColumn,
    column('contact_name', name, { words: ['聯絡人', 'Contact'], personWith: 'contact_phone' }),
    column('contact_phone', phone, { words: ['聯絡電話', 'Phone of the contact'] }),
    column('contact_email', email, { words: ['聯絡信箱', 'Mail address of the contact'] }),
    column('contact_line_id', line_id, { words: ['聯絡人 LINE', 'LINE of the contact'] }),
    ...columns(fields, {
      status: inList('booking_status'),
      booked_at: { words: ['報名時間', 'Booked at'] },
      locale: inList('locale'),
      payment_method: inOptions('payment-method'),
      travel_purpose: inOptions('travel-purpose'),
      marketing_source: inOptions('marketing-source'),
      privacy_consent_how: inList('consent'),
      cancelled_at: { words: ['取消時間', 'Cancelled at'] },
      cancel_reason: { words: ['取消原因', 'Reason of the cancellation'] },
    }),
    column('balance', labelled(balance, ['餘額', 'Balance']), { example: '0' }),
    branchColumn,
    salesColumn,
  ],
  keyOf: keyFrom('booking_number'),
  find: byColumn('bookings', 'booking_number'),
  write: ({ tx, actor_id }, bodies: readonly BookingLine[]) => enterBookings(tx, bodies.map(bookingOf), actor_id),
  remove: ({ tx }, id) => removeEntered(tx, id),
  finish: { work: compareAccounts },
}

const bookingOf = ({
  contact_name: name,
  contact_phone: phone,
  contact_email: email = null,
  contact_line_id: line_id = null,
  balance: _balance,
  ...body
}: BookingLine): EnteredBooking => ({ ...body, contact: { name, phone, email, line_id } })

/** Once travelers, lines and payments are there, the balance must be that of the file, and a completed booking must owe nothing. */
async function compareAccounts({ tx }: Context, lines: readonly WrittenLine[]): Promise<Fault[]> {
  const faults: Fault[] = []
  const settled = await settleEntered(
    tx,
    lines.map(({ id }) => id),
  )
  for (const { line, id, body } of lines) {
    const { balance, currency, status } = found(settled.get(id))
    const is = amountIn(currency, balance)
    if (typeof body.balance === 'number' && body.balance !== balance) {
      const said = amountIn(currency, body.balance)
      faults.push({
        line,
        column: 'balance',
        code: 'other_balance',
        message: [
          `明細與收款算出的餘額是 ${is}，檔案寫 ${said}。`,
          `By its lines and payments the balance is ${is}, and the file says ${said}.`,
        ],
      })
    } else if (body.status === 'completed' && status !== 'completed')
      faults.push({
        line,
        column: 'status',
        code: 'not_settled',
        message: [
          `已完成的訂單須已回團且餘額為零，目前餘額 ${is}。`,
          `A completed booking is of a trip that has returned and owes nothing; its balance is ${is}.`,
        ],
      })
  }
  return faults
}

/** Once all travelers are there: infants travel with an adult, whichever comes first in the file. */
async function refuseParties({ tx }: Context, lines: readonly WrittenLine[]): Promise<Fault[]> {
  const faults = await partyFaults(
    tx,
    lines.map(({ id }) => id),
  )
  return lines.flatMap(({ line, id }) => {
    const message = faults.get(id)
    return message ? [{ line, column: 'birth_date', code: 'refused', message }] : []
  })
}

export const bookingColumn = reference(
  'booking_number',
  { field: 'booking_id', to: 'bookings', by: ['booking_number'] },
  { words: ['訂單編號', 'Booking number'], example: 'CNX270128A-001', isRequired: true },
)

// The option lists of the fields of a traveler.
const lists: Record<string, string> = {
  nationality: 'nationality',
  passport_status: 'passport-status',
  passport_country: 'nationality',
  meal_requirement: 'meal-requirements',
  food_restrictions: 'food-restrictions',
  ticket_handling: 'ticket-handling',
  class_preference: 'class-preference',
  bed_type: 'bed-type',
  seat_preference: 'seat-preference',
}

const phoneBeside: Record<string, string> = { name: 'mobile', emergency_name: 'emergency_phone' }

const { booking_id: _booking, ...ofTraveler } = NewTraveler.properties

export const travelerKind: Kind = {
  code: 'travelers',
  noun: importKindWords.travelers,
  of: 'travelers',
  columns: [
    bookingColumn,
    ...columns(
      ofTraveler,
      Object.fromEntries(
        Object.keys(ofTraveler).map((field) => [
          field,
          {
            ...(field in fieldWords && { words: fieldWords[field as keyof typeof fieldWords] }),
            ...(lists[field] && inOptions(lists[field])),
            ...(field === 'gender' && inList('gender')),
            ...(field === 'language' && { example: ['日文', 'Japanese'] as const, read: languageCalled }),
            ...(field === 'birth_date' && { example: '1985-04-12' }),
            ...(field in phoneBeside && { personWith: phoneBeside[field] }),
          },
        ]),
      ),
    ),
  ],
  keyOf: keyFrom('booking_number', 'name'),
  isPersonal: true,
  find: byQuery(sql`
    select v.id, lower(b.booking_number || '/' || v.name) as key from travelers v join bookings b on b.id = v.booking_id`),
  write: ({ tx, keys, actor_id }, bodies: readonly NewTraveler[]) => addEnteredTravelers(tx, keys, bodies, actor_id),
  remove: ({ tx }, id, removed) => removeEnteredTraveler(tx, id, (booking_id) => removed('bookings', booking_id)),
  finish: { work: refuseParties },
}

export const lineKind: Kind = {
  code: 'price-lines',
  noun: importKindWords['price-lines'],
  of: 'booking_price_lines',
  columns: [
    bookingColumn,
    ...columns(without(NewLine, ['override', 'confirmed_rate', 'reason']).properties, { kind: inList('price_line') }),
  ],
  keyOf: keyFrom('booking_number', 'kind', 'description', 'unit_price', 'quantity'),
  write: oneByOne(({ tx }, { booking_id, ...body }: NewLine & { booking_id: number }) =>
    tryPrice(tx, booking_id, () => addLine(tx, booking_id, ['admin'], { ...body, ...takenOver(body) })),
  ),
  remove: ({ tx }, id) => remove(tx, lineKind.of, id),
}
// A line of the former system was agreed, at the rate of its day: nobody has to approve or confirm it now.
const takenOver = ({ rate }: NewLine) => ({
  override: true,
  ...(rate !== undefined && { confirmed_rate: rate }),
  reason: '匯入 Imported',
})

export const paymentKind: Kind = {
  code: 'payments',
  noun: importKindWords.payments,
  of: 'booking_payments',
  columns: [
    bookingColumn,
    ...columns(without(NewPayment, answersOfPayment).properties, {
      kind: { ...inList('payment_kind'), example: 'payment' },
      method: inOptions('payment-method'),
    }),
  ],
  keyOf: (body) =>
    body.reference
      ? keyFrom('booking_number', 'kind', 'reference')(body)
      : keyFrom('booking_number', 'kind', 'amount', 'received_at')(body),
  write: ({ tx, actor_id }, bodies: readonly EnteredPayment[]) => enterPayments(tx, bodies, actor_id),
  remove: ({ tx }, id) => removeEnteredPayment(tx, id),
}
