// The shapes of the answers, with which Fastify writes JSON faster.

const text = { type: ['string', 'null'] }
const whole = { type: 'integer' }
const money = { type: ['number', 'null'] }
const object = (properties) => ({ type: 'object', properties })
const named = object({ name: text, name_en: text })

const page = (row) => ({
  response: {
    200: object({
      success: { type: 'boolean' },
      data: { type: 'array', items: object(row) },
      meta: object({ current_page: whole, per_page: whole, total: whole }),
    }),
  },
})

export const requestPage = page({
  ...{ id: whole, request_number: text, quantity: whole, priority: text, department: text, status: text },
  ...{ response_deadline: text, needed_by: text, final_cost: money, quoted_price: money, estimated_cost: money },
  ...{ currency: text, type: named, traveler: object({ name: text }), unread_count: whole },
  trip: object({ serial: text, departure_date: text }),
  next_action: { ...object({ who: text, due: text }), nullable: true },
})

export const tripPage = page({
  ...{ id: whole, serial: text, name: text, name_en: text, departure_date: text, return_date: text, capacity: whole },
  ...{ min_pax: whole, status: text, guarantee_state: text, assigned_leader: { ...named, nullable: true } },
  seats: object({ held: whole, confirmed: whole, waitlisted: whole, remaining: whole }),
})

export const bookingPage = page({
  ...{ id: whole, booking_number: text, status: text, payment_due_on: text, balance: money, total: money },
  ...{ currency: text, contact: object({ name: text }), party_size: whole, is_overdue: { type: 'boolean' } },
  trip: object({ name: text, departure_date: text }),
})
