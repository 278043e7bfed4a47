import type { Answer } from './kit/client.ts'
import { drill } from './kit/drill.ts'
import { countIs, race, winnersOf } from './kit/race.ts'

const paid = { method: 'bankTransfer', received_at: '2026-01-05T10:00:00+08:00' }

export default drill({
  id: 'C7',
  title: 'two people approve and pay one refund at once, by its order and by the route of payments, in two processes',
  target: 'approved by another than who ordered it, and paid once, in each of ≥ 100 rounds; 0 × 5xx',
  run: async (context) => {
    let trip: number | undefined
    return race(context, {
      round: async (_, fixtures) => {
        const { as, saleOf } = fixtures
        trip ??= await saleOf(await fixtures.package(), '2083-03-01', 200)
        const { booking, order } = await orderedRefund(as, trip)
        return {
          send: async (client, { as }) => {
            if (client % 4 === 0) return as('manager')('POST', `/api/refund-orders/${order}/approve`)
            if (client % 4 === 1) return as('finance')('POST', `/api/refund-orders/${order}/approve`)
            if (client % 4 === 2) return as('finance')('POST', `/api/refund-orders/${order}/paid`, paid)
            const refund = { ...paid, kind: 'refund', amount: 1000 }
            return as('admin')('POST', `/api/bookings/${booking}/payments`, refund)
          },
          judge: async () => {
            // Whoever came before the approval was refused; now it is approved, and all pay once more.
            const again = await Promise.all(
              Array.from({ length: 8 }, (_, n) =>
                as(n % 2 ? 'finance' : 'admin')('POST', `/api/refund-orders/${order}/paid`, paid),
              ),
            )
            const [row] = await context.query<{ refunds: number; paid: number; seconded: number }>(
              `select (select count(*)::integer from booking_payments where booking_id = $1 and kind = 'refund') as refunds,
                      (select paid::integer from bookings where id = $1) as paid,
                      (select count(*)::integer from refund_orders where id = $2 and status = 'paid' and approved_by <> asked_by) as seconded`,
              [booking, order],
            )
            return [
              ...countIs('refunds', row?.refunds ?? 0, 1),
              ...countIs('left of what was paid', row?.paid ?? -1, 1000),
              ...countIs('orders that another approved', row?.seconded ?? 0, 1),
              ...(winnersOf(again).length > 1 ? ['paid by its order more than once'] : []),
            ]
          },
        }
      },
    })
  },
})

type As = (caller: 'sales' | 'finance') => (method: string, path: string, body?: unknown) => Promise<Answer>

/** A cancelled booking of which 2,000 was paid and 1,000 is ordered back by finance. */
const orderedRefund = async (as: As, planned_trip_id: number) => {
  const done = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`)
    return body.data
  }
  const { id: booking } = await done(
    as('sales')('POST', '/api/bookings', {
      planned_trip_id,
      contact: { name: '王小美', phone: '+886 912 345 678' },
      travelers: [{ name: '王小美' }],
      ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
      privacy_consent: true,
    }),
  )
  await done(as('finance')('POST', `/api/bookings/${booking}/payments`, { ...paid, amount: 2000 }))
  await done(as('sales')('POST', `/api/bookings/${booking}/cancel`, { reason: '不去了' }))
  const [{ id: obligation_id }] = await done(as('finance')('GET', `/api/bookings/${booking}/obligations`))
  const order = { obligation_id, payee: '王小美', bank_code: '808', account: '0015940123456', amount: 1000 }
  const { id } = await done(as('finance')('POST', '/api/refund-orders', order))
  return { booking: booking as number, order: id as number }
}
