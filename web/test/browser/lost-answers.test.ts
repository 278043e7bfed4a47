import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { noConsole, openConsole } from '../console.ts'

type Turn = { as: string; turn: string; send: string; message: string; price?: string; answer?: string }

/**
 * The turns of a conversation from the question to the completion, with a correction and a withdrawal; words as the page shows
 * them.
 */
const conversation: Turn[] = [
  { as: 'sales', turn: '內部備註', send: '留下備註', message: '先查位子' },
  { as: 'sales', turn: '傳訊息給客戶', send: '送出給客戶', message: '收到您的申請' },
  { as: 'sales', turn: '詢問部門', send: '送給部門', message: '請報價' },
  { as: 'ticketing', turn: '報價', send: '報價給業務', price: '900', message: '含稅' },
  { as: 'sales', turn: '轉報價給客戶', send: '送出給客戶', price: '1200', message: '請參考' },
  { as: 'sales', turn: '回覆報價', send: '送出回覆', answer: 'accepted', message: '好' },
  { as: 'sales', turn: '確認客戶回覆', send: '通知部門', message: '客戶要' },
  { as: 'ticketing', turn: '完成', send: '完成並入帳', message: '已開票' },
  { as: 'ticketing', turn: '更正金額', send: '更正', price: '1100', message: '少收' },
  { as: 'ticketing', turn: '撤回完成', send: '撤回', message: '航班取消' },
]
/** Turns that end a request or wait for somebody else: each is taken on a request of its own. */
const others: (Turn & { needsApproval?: true })[] = [
  { as: 'admin', turn: '核准', send: '核准', message: '可以', needsApproval: true },
  { as: 'admin', turn: '不核准', send: '不核准', message: '不行', needsApproval: true },
  { as: 'ticketing', turn: '無法提供', send: '回報業務', message: '客滿' },
  { as: 'sales', turn: '取消申請', send: '取消申請', message: '客戶不要了' },
]

suite('lost answers', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, bookingOn } = await openConsole()
  const [sales, customer] = [await caller('sales'), await caller('customer')]

  const typeOf = async (needsApproval: boolean) => {
    const admin = await caller('admin')
    const categories = (await sales.get('/addon-requests/categories')).data
    const { id: category_id } = categories.find(({ department }: { department: string }) => department === 'ticketing')
    const type_code = needsApproval ? 'LOST_APPROVED' : 'LOST'
    const type = { category_id, name: type_code, type_code, pricing_type: 'quotation_required' }
    const made = await admin.post('/addon-requests/types', { ...type, requires_approval: needsApproval })
    assert.equal(made.status, 201)
    return made.data.id
  }
  const types = { plain: await typeOf(false), approved: await typeOf(true) }
  const requestOf = async (type_id: number): Promise<number> => {
    const [booking] = (await customer.get('/bookings?status=confirmed')).data
    const [traveler] = (await sales.get(`/travelers?booking_id=${booking.id}`)).data
    const made = await sales.post('/addon-requests', { type_id, traveler_id: traveler.id })
    assert.equal(made.status, 201)
    return made.data.id
  }
  const entriesOf = async (id: number): Promise<{ message: string }[]> =>
    (await sales.get(`/addon-requests/${id}/communications?include_internal=true`)).data

  const take = async (id: number, turn: Turn) => {
    const page = await as(turn.as)
    await page.goto(`/desk/requests/${id}`)
    await page.getByRole('radio', { name: turn.turn, exact: true }).check()
    const form = page.getByRole('region', { name: '下一步' })
    if (turn.price) await form.getByRole('textbox', { name: /\(TWD\)$/ }).fill(turn.price)
    if (turn.answer) await form.locator(`[name=customer_response][value=${turn.answer}]`).check({ force: true })
    await form.getByRole('textbox', { name: '訊息' }).fill(turn.message)
    const keys = await loseFirstAnswer(page)
    await form.getByRole('button', { name: turn.send, exact: true }).click()
    await saysThatItHadArrived(page)
    assert.equal(keys.length, 2, turn.turn)
    assert.equal(keys[0], keys[1], 'both have the same key')
    const said = (await entriesOf(id)).filter(({ message }) => message === turn.message)
    assert.equal(said.length, 1, `${turn.turn} is one entry`)
    await page.close()
  }

  test('after a lost answer each turn is taken once, and the page says that it had arrived', async () => {
    const id = await requestOf(types.plain)
    for (const turn of conversation) await take(id, turn)
  })

  test('after a lost answer, a turn that ends a request is taken once', async () => {
    for (const turn of others) await take(await requestOf(turn.needsApproval ? types.approved : types.plain), turn)
  })

  test('after a lost answer, a payment is recorded once', async () => {
    const { serial } = await departing('PRG', 27)
    const { id } = await bookingOn(serial, '002')
    const before = (await sales.get(`/bookings/${id}`)).data.paid
    const page = await as('finance')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('金額').fill('777')
    const keys = await loseFirstAnswer(page)
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await saysThatItHadArrived(page)
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
    assert.equal((await sales.get(`/bookings/${id}`)).data.paid, before + 777)
  })

  test('after a lost answer, a booking is made once', async () => {
    const trip = await departing('PRG', 27)
    const page = await as('sales')
    await page.goto(`/desk/trips/${trip.id}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(trip.serial).waitFor()
    await sheet.getByLabel('姓名').first().fill('林一次')
    await sheet.getByLabel('電話').fill('+886 912 000 222')
    await sheet.getByLabel('電子郵件').fill('once@example.com')
    const traveler = sheet.locator('fieldset').first()
    await traveler.getByLabel('姓名').fill('林一次')
    await traveler.getByLabel('出生日期').fill('1980-12-01')
    await sheet.getByLabel('個資同意方式').selectOption('phone')
    const keys = await loseFirstAnswer(page)
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await saysThatItHadArrived(page)
    await page.waitForURL(/\/bookings\/\d+$/)
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
    assert.equal((await sales.get('/bookings?q=once@example.com')).data.length, 1)
  })

  test('after a lost answer, the travelers of a session are invited once', async () => {
    const [session] = (await sales.get('/sessions?sort=starts_at')).data
    const page = await as('op')
    await page.goto(`/desk/sessions/${session.id}`)
    const keys = await loseFirstAnswer(page)
    await page.getByRole('button', { name: '邀請這些團的旅客' }).click()
    await saysThatItHadArrived(page)
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  })
})

/** The service processes the first write, but its answer never arrives. Returns the keys of all attempts. */
const loseFirstAnswer = async (page: Page) => {
  const keys: (string | undefined)[] = []
  let written = ''
  await page.route('**/api/**', async (route: Route) => {
    const request = route.request()
    // Requests of presence and read marks do not count.
    const isAside = request.method() === 'GET' || /presence|read/.test(request.url())
    written ||= isAside ? '' : request.url()
    if (isAside || request.url() !== written) return route.fallback()
    keys.push(request.headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    // The service reads the cookie only from requests with this header, which browsers add.
    const done = await route.fetch({ headers: { ...request.headers(), 'sec-fetch-site': 'same-origin' } })
    assert.ok(done.ok(), `${request.url()}: ${await done.text()}`)
    return route.abort('connectionreset')
  })
  return keys
}

const saysThatItHadArrived = (page: Page) => page.getByText('上次送出時就已收到，沒有重複。').waitFor()
