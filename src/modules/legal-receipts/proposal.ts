import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { ReceiptItem } from './receipt.ts'

/** To whom a receipt is issued. */
export type Buyer = {
  kind: 'person' | 'company'
  name: string
  ubn: string | null
  email: string | null
  address: string | null
}

export type Proposal = { seller_name: string; comment: string; buyer: Buyer; buyers: Buyer[]; items: ReceiptItem[] }

type Known = {
  house: string | null
  trip: string
  serial: string
  departure: string
  contact: string
  email: string | null
  travelers: number
  buyers: Buyer[]
  receipted: string[]
}

/**
 * What a receipt of a booking for an amount will say, unless somebody says otherwise: the next title that was asked for, else the contact. It
 * is mailed to the contact unless the title has an address of its own.
 */
export async function proposeReceipt(db: Db, booking_id: number, amount: number): Promise<Proposal> {
  const { rows } = await sql<Known>`
    select (select name from house) as house, t.name as trip, t.serial, t.departure_date::text as departure, b.contact_name as contact,
           b.contact_email as email,
           (select count(*)::integer from travelers v where v.booking_id = b.id and v.status = 'active' and v.passenger_type is distinct from 'infant') as travelers,
           (select coalesce(json_agg(json_build_object('kind', w.kind, 'name', w.name, 'ubn', w.ubn, 'email', coalesce(w.email, b.contact_email), 'address', w.address) order by w.id), '[]')
              from receipt_buyers w where w.booking_id = b.id) as buyers,
           array(select r.buyer_name from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id
                  where p.booking_id = b.id and r.status in ('queued', 'issued')) as receipted
      from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = ${booking_id}`.execute(db)
  const { house, trip, serial, departure, contact, email, travelers, buyers, receipted } = found(rows[0])
  const first = buyers.find(({ name }) => !receipted.includes(name)) ?? buyers[0]
  return {
    seller_name: cut(house ?? serial, 50),
    comment: cut(`${departure} ${trip}`, 50),
    buyer: first ?? { kind: 'person', name: cut(contact, 50), ubn: null, email, address: null },
    buyers,
    items: [itemOf(cut(`團費 ${serial} ${trip}`, LETTERS_OF_ONE), amount, travelers)],
  }
}

/** So long may each name be where a receipt has as many items as it can. */
const LETTERS_OF_ONE = 40

const itemOf = (name: string, amount: number, travelers: number): ReceiptItem =>
  travelers > 0 && amount % travelers === 0
    ? { name, count: travelers, unit: '人', price: amount / travelers, amount }
    : { name, count: 1, unit: '式', price: amount, amount }

const cut = (text: string, letters: number) => [...text].slice(0, letters).join('').trim()
