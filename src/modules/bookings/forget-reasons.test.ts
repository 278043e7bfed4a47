import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { realTables } from '../../../test/tables.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]

/** Tables in which a text is still readable. */
const tablesThatSay = async (text: string) => {
  const found: string[] = []
  for (const table of (await realTables(db)).keys()) {
    const { rows } = await sql`
      select from ${sql.table(table)} t where to_jsonb(t)::text like ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

test('what colleagues wrote about a booking goes with the last of its people; who, when and amounts stay', async () => {
  const { id, travelers } = await book((await trip(9, { departure_date: daysFromToday(20) })).id, ['甲', '乙'])
  const elsewhere = await book((await trip(9)).id, ['丙'])
  const at = `/bookings/${id}`
  done(await sales.post(`${at}/confirm`))
  done(await sales.put(at, { notes: '標記：聯絡人耳背' }))
  const paid = { amount: 100, method: 'cash', received_at: `${daysFromToday(-1)}T12:00`, reference: 'R-1' }
  done(await finance.post(`/bookings/${elsewhere.id}/payments`, paid))
  const confirmed = { ...paid, confirmed_reference: 'R-1', reason: '標記：與鄰居一起匯' }
  const payment = done(await finance.post(`${at}/payments`, confirmed)).id
  done(await admin.post(`${at}/payments/${payment}/void`, { reason: '標記：登錯訂單' }))
  const line = { kind: 'surcharge', description: '包機', unit_price: 50_000, override: true, reason: '標記：坐輪椅' }
  const kept = done(await admin.post(`${at}/price-lines`, line)).id
  const removed = done(await admin.post(`${at}/price-lines`, line)).id
  done(await admin.delete(`${at}/price-lines/${removed}`))
  const ask = (kind: string, params: object) =>
    sales.post(`/approvals/${kind}`, { booking_id: id, reason: '標記：母親住院', params })
  const discount = done(await ask('discount', { description: '老客戶優惠', unit_price: 9000 })).id
  done(await manager.post(`/approvals/${discount}/approve`, { note: '標記：下不為例' }))
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`))
  const fee = (await sales.get(at)).data.price_lines.find(({ kind }: { kind: string }) => kind === 'cancellation')
  const waived = done(await ask('fee-waived', { line_id: fee.id })).id
  done(await manager.post(`/approvals/${waived}/approve`, {}))
  const reasons = { reason: '標記：客人生病', cause: 'other' }
  const declined = done(await ask('booking-cancelled', reasons)).id
  done(await manager.post(`/approvals/${declined}/decline`, { note: '標記：收手續費' }))
  done(await sales.post(`${at}/cancel`, { reason: '標記：家人住院' }))

  const contact = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  done(await admin.post(`/travelers/${travelers[0].id}/erase`))
  done(await admin.post(`/persons/${contact.person_id}/erase`))
  const wordsOf = async (approval: number) => (await manager.get(`/approvals/${approval}`)).data.reason
  assert.equal(await wordsOf(discount), '標記：母親住院', 'one traveler is left, about whom it may be')

  done(await admin.post(`/travelers/${travelers[1].id}/erase`))
  assert.deepEqual(await tablesThatSay('標記'), [])
  const shown = (await manager.get(`/approvals/${discount}`)).data
  assert.deepEqual(
    [shown.reason, shown.note, shown.params, shown.price_before - shown.price_after, shown.asker.id, shown.decider.id],
    ['•••', '•••', { description: '老客戶優惠', unit_price: 9000 }, 9000, ids.sales, ids.manager],
  )
  assert.deepEqual((await manager.get(`/approvals/${declined}`)).data.params, { cause: 'other' })
  const { rows } = await sql`
    select act, amount > 0 as has_amount, reason, approved_by from booking_concessions where booking_id = ${id}`.execute(
    db,
  )
  assert.deepEqual(rows, [{ act: 'fee_waived', has_amount: true, reason: '•••', approved_by: ids.manager }])
  const { payments, price_lines } = (await sales.get(at)).data
  assert.deepEqual([payments[0].amount, payments[0].voided_at === null], [100, false])
  const stays = price_lines.find((each: { id: number }) => each.id === kept)
  assert.deepEqual([stays.amount, stays.override_reason], [50_000, '•••'])
  const { changes } = (await admin.get(`/audit?table_name=booking_price_lines&record_id=${removed}&sort=-id`)).data[0]
  assert.deepEqual(
    [changes.amount, changes.override_reason],
    [
      [50_000, null],
      ['•••', '•••'],
    ],
  )
})
