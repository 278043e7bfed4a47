import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellPayments } from '../../../test/fixtures/payments.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { until } from '../../../test/until.ts'
import { recordLetter } from './history.ts'

const home = await house()
const { as, db } = home
const post = await outbox(home)
const { trip, book } = await bookingFixtures(home)
const sales = as('sales')
const CHILD = daysFromToday(-100, -6)
const BIRTH = '1980-05-21'
type Happened = {
  kind: string
  by: string | null
  at: string
  words: string | null
  sent_to: string | null
  change: {
    table_name: string
    action: string
    changes: Record<string, [unknown, unknown]>
    record: { name: string } | null
  } | null
}

test('the history of a booking lists its notes, mails and changes, newest first, and only staff read it', async () => {
  const { id: on } = await trip(9)
  const contact = { name: '高小美', phone: '0912777888', email: 'kao@example.com' }
  const { id, booking_number, travelers } = await book(on, [{ name: '高小美', birth_date: BIRTH }, '高大明'], {
    contact,
  })
  await post.mailTo('kao@example.com')
  const note = await sales.post(`/bookings/${id}/notes`, { words: '已致電，週五前付訂金' })
  assert.deepEqual([note.status, note.data], [200, null])
  const paid = { amount: 5000, method: 'cash', received_at: '2026-01-05T02:30:00Z' }
  done(await as('finance').post(`/bookings/${id}/payments`, paid))
  await tellPayments(home)
  await post.mailTo('kao@example.com')
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`, {}))
  const line = { kind: 'surcharge', description: '接送', unit_price: 800 }
  done(await sales.post(`/bookings/${id}/price-lines`, line))

  const read = async (): Promise<Happened[]> =>
    done(await sales.get(`/bookings/${id}/history`, { 'accept-language': 'zh-TW' }))
  const isComplete = async () => {
    const all = await read()
    return all.filter(({ kind }) => kind === 'mail').length >= 2 ? all : undefined
  }
  const all = await until(isComplete, 'both mails in the history')
  const mails = all.filter(({ kind }) => kind === 'mail').map(({ words, sent_to }) => [words, sent_to])
  for (const mail of [
    [`${booking_number} 我們已收到您的報名`, 'kao@example.com'],
    [`${booking_number} 已收到您的款項 NT$5,000`, 'kao@example.com'],
  ])
    assert.ok(
      mails.some((each) => each.join() === mail.join()),
      JSON.stringify(mails),
    )
  const notes = all.filter(({ kind }) => kind === 'note')
  assert.deepEqual(
    notes.map(({ words, by }) => [words, by]),
    [['已致電，週五前付訂金', '業務小陳']],
  )
  const told = all.flatMap(({ kind, by, change }) => (change ? [{ kind, by, ...change }] : []))
  const named = (table: string, action: string) =>
    told.filter((each) => each.table_name === table && each.action === action)
  assert.deepEqual(
    named('travelers', 'changed').map(({ kind, record, by, changes }) => [kind, record?.name, by, changes.status]),
    [['change', '高大明', '業務小陳', ['active', 'cancelled']]],
  )
  assert.equal(named('travelers', 'created').length, 0, 'those of the booking itself are no news')
  assert.deepEqual(
    named('booking_payments', 'created').map(({ kind, by, changes }) => [kind, by, changes.amount?.[1]]),
    [['payment', '會計小吳', 5000]],
  )
  assert.deepEqual(
    named('booking_price_lines', 'created').map(({ changes }) => changes.description?.[1]),
    ['接送'],
  )
  assert.deepEqual([all.at(-1)?.change?.table_name, all.at(-1)?.change?.action], ['bookings', 'created'])
  assert.ok(!JSON.stringify(all).includes(BIRTH), 'what is sealed is in no history')
  const moments = all.map(({ at }) => at)
  assert.deepEqual(moments, moments.toSorted().reverse())

  // Finance sees payments and prices in the history, but not the changes of travelers.
  const byFinance: Happened[] = done(await as('finance').get(`/bookings/${id}/history`))
  assert.deepEqual(
    byFinance.map((each) => each.change?.table_name === 'travelers'),
    byFinance.map(() => false),
  )
  assert.ok(byFinance.some(({ kind }) => kind === 'payment'))
  assert.equal((await as('customer').get(`/bookings/${id}/history`)).status, 403)
  assert.equal((await as('customer').post(`/bookings/${id}/notes`, { words: 'x' })).status, 403)
  assert.deepEqual(Object.keys((await sales.post(`/bookings/${id}/notes`, { words: '' })).body.errors), ['words'])

  // Erasing a contact deletes the notes; the records that mails were sent stay.
  await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
  await db.updateTable('planned_trips').set({ status: 'returned' }).where('id', '=', on).execute()
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  done(await as('admin').post(`/persons/${person_id}/erase`))
  const erased = await read()
  assert.ok(!JSON.stringify(erased).includes('kao@example.com') && !JSON.stringify(erased).includes('已致電'))
  assert.ok(erased.some(({ kind, sent_to }) => kind === 'mail' && sent_to === null))

  // A mail that was on its way during the erasure.
  const late = { booking_id: id, mail_id: 'late', sentence: 'booking.cancelled', sent_to: 'kao@example.com' }
  await home.database.transaction({}, (tx) => recordLetter(tx, late))
  const { sent_to } = await db
    .selectFrom('booking_letters')
    .select('sent_to')
    .where('mail_id', '=', 'late')
    .executeTakeFirstOrThrow()
  assert.equal(sent_to, null)
})

test('an act is one event: what was done, what followed from it, and its steps in their order', async () => {
  const { id: on } = await trip(9, { departure_date: daysFromToday(20) })
  const { id, travelers, total } = await book(on, ['高大明', '高小明', '高中明'])
  done(await sales.post(`/bookings/${id}/confirm`, {}))
  // Without mails, which are recorded once they have left.
  const events = async () =>
    done(await sales.get(`/bookings/${id}/history`)).filter(({ kind }: { kind: string }) => kind !== 'mail')
  const before = (await events()).length
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`, {}))
  const all = await events()
  assert.equal(all.length, before + 1)
  const [act] = all
  const { price_lines, total: now } = done(await sales.get(`/bookings/${id}`))
  const fee = price_lines.find(({ kind }: { kind: string }) => kind === 'cancellation').amount
  assert.ok(fee > 0)
  assert.deepEqual(
    [act.kind, act.change.table_name, act.change.record.name, act.change.changes.status],
    ['change', 'travelers', '高小明', ['active', 'cancelled']],
  )
  const followed = new Map(
    act.followed.map(({ table_name, changes }: { table_name: string; changes: object }) => [table_name, changes]),
  )
  assert.deepEqual((followed.get('bookings') as { total: number[] }).total, [total, now])
  assert.equal((followed.get('booking_price_lines') as { amount: number[] }).amount[1], fee)
  assert.ok(act.steps.length > 2, 'the service changed the booking in several steps')
  const totals = act.steps.flatMap(({ changes }: { changes: { total?: [number, number] } }) =>
    changes.total ? [changes.total] : [],
  )
  assert.ok(totals.every(([was]: number[], i: number) => was === (i === 0 ? total : totals[i - 1][1])))
})

test('what came with a booking from elsewhere is told one by one', async () => {
  const { id } = await book((await trip(9)).id, ['林一', '林二'])
  await db.updateTable('bookings').set({ created_at: '2026-01-05T02:30:00Z' }).where('id', '=', id).execute()
  const all: Happened[] = done(await sales.get(`/bookings/${id}/history`))
  assert.deepEqual(all.flatMap(({ change }) => (change?.action === 'created' ? [change.table_name] : [])).sort(), [
    'bookings',
    'travelers',
    'travelers',
  ])
})

test('the price of a party can be asked while it is being entered; nothing is stored', async () => {
  const { id: planned_trip_id } = await trip(9, {
    departure_date: daysFromToday(90),
    price_overrides: { single_supplement: 6000 },
  })
  const before = await db.selectFrom('bookings').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const quote = async (travelers: object[], rooms?: object[]) =>
    done(await sales.post('/bookings/quote', { planned_trip_id, travelers, ...(rooms && { rooms }) }))
  const { currency, lines, total, deposit } = await quote([{}, { birth_date: CHILD }])
  const made = await book(planned_trip_id, ['甲', { name: '乙', birth_date: CHILD }])
  const charged = made.price_lines.map(({ kind, quantity, unit_price, amount }: Record<string, unknown>) => ({
    kind,
    quantity,
    unit_price,
    amount,
  }))
  assert.deepEqual([currency, lines, total, deposit], ['TWD', charged, made.total, made.deposit])
  const alone = await quote([{}], [{ bed_type: 'single', travelers: [1] }])
  assert.ok(alone.lines.some(({ kind }: { kind: string }) => kind === 'single_supplement'))
  assert.deepEqual((await quote([])).total, 0)
  const [one, two] = [await quote([{}]), await quote([{}, {}])]
  assert.equal(two.total, one.total * 2, 'of whom nothing is known yet')
  const after = await db.selectFrom('bookings').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  assert.equal(after.n, before.n + 1)
  const unknown = await sales.post('/bookings/quote', { planned_trip_id: 999_999, travelers: [{}] })
  assert.deepEqual(unknown.body.errors, { planned_trip_id: ['There is no such record.'] })
  assert.equal((await as('customer').post('/bookings/quote', { planned_trip_id, travelers: [{}] })).status, 403)
})

test('an empty note is refused with one sentence', async () => {
  const { id } = await book((await trip(1)).id, ['高小美'])
  const { status, body } = await sales.post(`/bookings/${id}/notes`, { words: '' })
  assert.deepEqual([status, body.errors], [422, { words: ['Must not be empty.'] }])
})
