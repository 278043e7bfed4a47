import type { Answer, Ask } from './client.ts'
import type { Context } from './context.ts'
import type { Caller } from './people.ts'

export type Fixtures = ReturnType<typeof fixturesFor>

/** Creates the records that drills compete for, all over HTTP. */
export const fixturesFor = ({ people, query, random }: Context, ask: Ask) => {
  const as =
    (caller: Caller) =>
    (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(method, path, { body, headers, token: people[caller].token })
  const made = async (answer: Promise<Answer>): Promise<number> => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(`a record could not be created: ${status} ${text.slice(0, 600)}`)
    return body.data.id
  }
  const idIn = async (text: string, values: unknown[] = []) => {
    const [row] = await query<{ id: number }>(text, values)
    if (!row) throw new Error(`no row found by: ${text}`)
    return row.id
  }
  const admin = as('admin')
  const request = async () => {
    const type_id = await idIn(
      `select id from addon_request_types where pricing_type = 'quotation_required' and is_active and not requires_approval limit 1`,
    )
    const traveler_id = await idIn(
      'select t.id from travelers t join bookings b on b.id = t.booking_id join planned_trips p on p.id = b.planned_trip_id where b.customer_user_id = $1 order by p.departure_date desc limit 1',
      [people.customer.id],
    )
    // A customer is refused more of a type than one person may have, so sales ask for it.
    return made(as('sales')('POST', '/api/addon-requests', { type_id, traveler_id }))
  }
  return {
    as,
    request,
    /** A request with an offer that waits for its answer. */
    offer: async (customer_response_deadline?: string) => {
      const id = await request()
      const forward = as('sales')('POST', `/api/addon-requests/${id}/communications/sales-forward`, {
        quoted_price: 900,
        ...(customer_response_deadline && { customer_response_deadline }),
      })
      return { id, offer: await made(forward) }
    },
    /** A session with `capacity` seats. */
    session: async (capacity: number, is_public = false) => {
      const title = `說明會 ${random.text(6)}`
      const seminar = await made(
        admin('POST', '/api/seminars', { kind: 'product_talk', title, status: 'open', is_public }),
      )
      return made(
        admin('POST', `/api/seminars/${seminar}/sessions`, {
          starts_at: '2083-03-01T19:00',
          ends_at: '2083-03-01T21:00',
          timezone: 'Asia/Taipei',
          capacity,
          status: 'open',
          venue: '會議室',
        }),
      )
    },
    /** A trip open for registration with `capacity` seats. */
    saleOf: async (package_id: number, departure_date: string, capacity: number) => {
      const body = { package_id, departure_date, capacity, status: 'open' }
      return made(admin('POST', '/api/planned-trips', body))
    },
    /** Registers a party without an account, each time from another address. */
    register: (planned_trip_id: number, n: number, timeout = 20_000) =>
      ask('POST', '/api/trip-registrations', {
        timeout,
        headers: { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
        body: registrationOf(planned_trip_id, n),
      }),
    /** A published package of `days` days. */
    package: async (days = 3) => {
      const code = `D${random.text(6).toUpperCase()}`
      const id = await made(
        admin('POST', '/api/packages', {
          package_code: code,
          name: `行程 ${code}`,
          kind: 'group',
          days,
          nights: days - 1,
        }),
      )
      await admin('PUT', `/api/packages/${id}/segments`, { segments: [{ day_from: 1, day_to: days, title: '全程' }] })
      await admin('POST', `/api/packages/${id}/prices`, { adult: 30_000, infant: 0, currency: 'TWD' })
      await admin('POST', `/api/packages/${id}/publish`)
      return id
    },
    trip: (package_id: number, departure_date: string) =>
      made(admin('POST', '/api/planned-trips', { package_id, departure_date })),
    leader: () =>
      made(
        admin('POST', '/api/tour-leaders', {
          name: `領隊 ${random.text(5)}`,
          employment_type: 'freelance',
          licenses: [{ type: '外語領隊執業證' }],
        }),
      ),
  }
}

/** The body with which the n-th visitor registers one traveler. */
export const registrationOf = (planned_trip_id: number, n: number) => ({
  planned_trip_id,
  contact: { name: `客 ${n}`, phone: '0912345678', email: `guest${n}@example.com` },
  travelers: [{ name: `客 ${n}` }],
  payment_method: 'bankTransfer',
  travel_purpose: 'family',
  marketing_source: 'referral',
  privacy_consent: true,
})

/** The n-th day of a future year. */
export const dayOf = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)
