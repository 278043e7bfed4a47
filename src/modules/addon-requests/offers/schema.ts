import { Type } from 'typebox'
import { currency, day, line, moment, money, nullable, oneOf, shown, text, whole } from '../../../kit/fields.ts'
import { responses } from '../schema.ts'

/** What a link shows: the offer and its subject. */
export const Offer = shown(
  Type.Object({
    request_number: line(20, 'AR0000001'),
    type_name: line(100),
    type_name_en: nullable(line(100)),
    traveler_name: line(100),
    trip_serial: line(40),
    trip_name: line(200),
    departure_date: day(),
    quantity: whole(1),
    message: text(5000),
    quoted_price: money(),
    currency: currency(),
    customer_response: oneOf(responses),
    customer_response_deadline: nullable(moment()),
  }),
)

/** The answer to an answer by link: only itself, nothing of the offer. */
export const Receipt = Type.Object({ customer_response: oneOf(responses) })
