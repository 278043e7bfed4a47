import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const chinese = { 'accept-language': 'zh-TW' }
const [sales, finance] = [as('sales', chinese), as('finance', chinese)]
const [admin, manager] = [as('admin'), as('manager')]
const { id: on } = await trip(20)

const takeIn = async (amount: number) => {
  const { id } = await book(on, ['王小美'])
  const body = { amount, method: 'cash', received_at: '2026-01-05T10:00+08:00', confirmed_amount: amount }
  return { booking: id, payment: done(await sales.post(`/bookings/${id}/payments`, body)).id as number }
}
const heldBy = async (user: number) => {
  const drawers = done(await finance.get('/cash/drawers'))
  const mine = drawers.find((drawer: { user: { id: number } }) => drawer.user.id === user)
  return mine && [mine.held, mine.on_the_way, mine.is_counted_today]
}
const bank = done(
  await admin.post('/receiving-accounts', {
    ...{ name: '玉山 活存', bank_name: '玉山銀行', bank_code: '808', account_number: '0015-940-123456' },
  }),
).id as number

test('a drawer is opened by its first count, and holds then what was taken in and paid back in cash', async () => {
  await takeIn(3000)
  assert.deepEqual(await heldBy(ids.sales), [null, 0, false], 'never counted')
  const early = await sales.post('/cash/handovers', { to_user_id: ids.finance, amount: 1000 })
  assert.deepEqual(early.body.errors, { amount: ['請先點算您的現金，才能交出；第一次點算後，應有金額由系統計算。'] })

  const opening = done(await sales.post('/cash/counts', { counted: 8000 }))
  assert.deepEqual([opening.is_opening, opening.expected, opening.counted, opening.currency], [true, 3000, 8000, 'TWD'])
  assert.deepEqual(await heldBy(ids.sales), [8000, 0, true])
  const { booking, payment } = await takeIn(10000)
  assert.deepEqual(await heldBy(ids.sales), [18000, 0, true])
  done(await sales.post(`/bookings/${booking}/payments/${payment}/void`, { reason: '金額輸入錯誤' }))
  assert.deepEqual(await heldBy(ids.sales), [8000, 0, true], 'a voided payment was none')
  assert.equal(await heldBy(ids.finance), undefined, 'who has taken in no cash has no drawer')
})

test('a count that differs needs a reason, and the drawer holds what was counted', async () => {
  const less = await sales.post('/cash/counts', { counted: 7900 })
  assert.deepEqual(less.body.errors, {
    reason: ['應有 NT$8,000，實點少 NT$100；請再點一次，若無誤請填寫差額原因。'],
  })
  const english = await as('sales').post('/cash/counts', { counted: 8050 })
  assert.deepEqual(english.body.errors, {
    reason: ['There should be NT$8,000, and it is NT$50 more. Count again; if it is right, give the reason.'],
  })
  const count = done(await sales.post('/cash/counts', { counted: 7900, reason: '找零少找 100 元' }))
  assert.deepEqual([count.expected, count.counted, count.difference, count.is_opening], [8000, 7900, -100, false])
  assert.deepEqual(await heldBy(ids.sales), [7900, 0, true])
})

test('cash passes once a second person has taken it, and never more than there is', async () => {
  const more = await sales.post('/cash/handovers', { to_user_id: ids.finance, amount: 8000 })
  assert.deepEqual(more.body.errors, { amount: ['您手上可交出 NT$7,900，不可超過；若實際較多，請先點算。'] })
  const given = done(await sales.post('/cash/handovers', { to_user_id: ids.finance, amount: 5000, note: '門市收款' }))
  assert.deepEqual(
    [given.status, given.possible, await heldBy(ids.sales)],
    ['waiting', ['withdraw'], [7900, 5000, true]],
  )
  const again = await sales.post('/cash/handovers', { to_user_id: ids.finance, amount: 3000 })
  assert.deepEqual(again.body.errors, {
    amount: ['您手上可交出 NT$2,900（另有 NT$5,000 交接中），不可超過；若實際較多，請先點算。'],
  })
  assert.equal((await sales.post(`/cash/handovers/${given.id}/take`)).status, 409, 'nobody takes the own cash')
  assert.equal((await admin.post(`/cash/handovers/${given.id}/take`)).status, 409, 'nor what is for somebody else')
  const { title } = (await finance.get('/notifications')).data[0]
  assert.equal(title, '業務小陳 交出現金 NT$5,000，等您點收')

  const refused = done(await finance.post(`/cash/handovers/${given.id}/refuse`, { reason: '少 100 元' }))
  assert.deepEqual(
    [refused.status, refused.refuse_reason, await heldBy(ids.sales)],
    ['refused', '少 100 元', [7900, 0, true]],
  )
  const next = done(await sales.post('/cash/handovers', { to_user_id: ids.finance, amount: 5000 }))
  const taken = done(await finance.post(`/cash/handovers/${next.id}/take`))
  assert.deepEqual([taken.status, taken.decider.name, taken.possible], ['taken', '會計小吳', []])
  assert.deepEqual(
    [await heldBy(ids.sales), await heldBy(ids.finance)],
    [
      [2900, 0, true],
      [null, 0, false],
    ],
  )
  const opening = done(await finance.post('/cash/counts', { counted: 5000 }))
  assert.equal(opening.expected, 5000)
})

test('what is paid into the bank is confirmed by somebody else of finance or an administrator', async () => {
  const both = { to_user_id: ids.sales, receiving_account_id: bank, amount: 100 }
  const oneOfTwo = { to_user_id: ['請選擇點收的同仁，或存入的收款帳戶，二擇一。'] }
  assert.deepEqual((await finance.post('/cash/handovers', both)).body.errors, oneOfTwo)
  assert.deepEqual((await finance.post('/cash/handovers', { amount: 100 })).body.errors, oneOfTwo)
  const self = await finance.post('/cash/handovers', { to_user_id: ids.finance, amount: 100 })
  assert.deepEqual(self.body.errors, { to_user_id: ['現金由另一位同仁點收，不能交給自己；請選擇另一位。'] })
  const toOthers = await finance.post('/cash/handovers', { to_user_id: ids.op, amount: 100 })
  assert.deepEqual(toOthers.body.errors, { to_user_id: ['請選擇會計、業務或管理員的使用中帳號。'] })

  const paidIn = done(
    await finance.post('/cash/handovers', { receiving_account_id: bank, amount: 5000, reference: '0930-12' }),
  )
  assert.equal((await finance.post(`/cash/handovers/${paidIn.id}/take`)).status, 409)
  const both2 = await Promise.all([1, 2].map(() => admin.post(`/cash/handovers/${paidIn.id}/take`)))
  assert.deepEqual(both2.map(({ status }) => status).sort(), [200, 409], 'once, also if it is pressed twice')
  assert.deepEqual(await heldBy(ids.finance), [0, 0, true])
})

test('two handovers at once never promise more than there is', async () => {
  const tries = await Promise.all(
    [1, 2, 3].map(() => sales.post('/cash/handovers', { to_user_id: ids.finance, amount: 2000 })),
  )
  assert.deepEqual(tries.map(({ status }) => status).sort(), [201, 422, 422])
  assert.deepEqual(await heldBy(ids.sales), [2900, 2000, true])
  const { id } = tries.find(({ status }) => status === 201)?.body.data ?? {}
  done(await sales.post(`/cash/handovers/${id}/withdraw`))
  assert.deepEqual(await heldBy(ids.sales), [2900, 0, true])
})

test('sales read the own cash alone; finance, managers and administrators all; others none', async () => {
  for (const reader of [finance, manager, admin]) {
    const people = done(await reader.get('/cash/drawers')).map(({ user }: { user: { name: string } }) => user.name)
    assert.deepEqual(people.sort(), ['會計小吳', '業務小陳'].sort())
  }
  assert.deepEqual(
    done(await sales.get('/cash/drawers')).map(({ user }: { user: { id: number } }) => user.id),
    [ids.sales],
  )
  const [counts, handovers] = [done(await sales.get('/cash/counts')), done(await sales.get('/cash/handovers'))]
  assert.ok(counts.every(({ user_id }: { user_id: number }) => user_id === ids.sales))
  assert.ok(handovers.every((row: { from_user_id: number }) => row.from_user_id === ids.sales))
  const ofFinance = done(await finance.get('/cash/counts'))[0]
  assert.equal((await sales.get(`/cash/counts/${ofFinance.id}`)).status, 404)
  for (const who of ['op', 'leader', 'customer'] as const)
    assert.equal((await as(who).get('/cash/drawers')).status, 403)
  assert.equal((await manager.post('/cash/counts', { counted: 1 })).status, 403)
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from cash_counts`.execute(db)
  assert.equal(rows[0]?.n, 3)
})
