import type { Generated } from 'kysely'
import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { defaulted, email, line, nullable, oneOf, phone, ref } from '../../kit/fields.ts'

export const bookingStatuses = ['waitlisted', 'held', 'confirmed', 'cancelled', 'completed', 'expired'] as const

export const Booking = Type.Object({
  booking_number: line(50, 'CNX270128A-001'),
  planned_trip_id: ref(),
  source: defaulted(oneOf(['public', 'staff'])),
  status: defaulted(oneOf(bookingStatuses)),
  contact_name: line(100, '王小美'),
  contact_phone: nullable(phone()),
  contact_email: nullable(email()),
  customer_user_id: nullable(ref()),
  sales_user_id: nullable(ref()),
})

export const Traveler = Type.Object({
  booking_id: ref(),
  name: line(100, '王小美'),
  surname_en: nullable(line(60, 'WANG')),
  given_name_en: nullable(line(60, 'HSIAO-MEI')),
  status: defaulted(oneOf(['active', 'cancelled'])),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    bookings: Table<typeof Booking>
    travelers: Table<typeof Traveler>
    booking_price_lines: {
      id: Generated<number>
      booking_id: number
      kind: string
      description: string
      quantity: Generated<number>
      unit_price: number
      amount: number
      currency: string
      source: string
      addon_request_id: number | null
      created_at: Generated<string>
    }
  }
}
