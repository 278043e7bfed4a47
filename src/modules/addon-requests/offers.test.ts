import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { complaintsOf, noBrowser, openBrowser } from '../../../test/browser.ts'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, customer, asked, offered, offer, answer } = conversation(home, there)
const stranger = home.as()
const browser = home.as(undefined, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
const link = async (id: number) => (await home.database.transaction({}, (tx) => makeLink(tx, 'offer', id))).token
const reply = (token: string, customer_response: string, more: object = {}) =>
  stranger.post(`/offers/${token}/answer`, { customer_response, ...more })
const statusOf = async (id: number) => (await sales.get(`/addon-requests/${id}`)).data.status

test('a link shows only its offer, and accepts the answer without an account', async () => {
  const request = await asked(there.seat, { quantity: 2, message: '內部的話' })
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 98765.43 })
  const id = await offer(request, {
    message: '為您保留',
    quoted_price: 1200,
    customer_response_deadline: '2081-01-01T00:00:00Z',
  })
  const token = await link(id)
  const shown = await stranger.get(`/offers/${token}`)
  assert.deepEqual(shown.body, {
    success: true,
    data: {
      request_number: request.request_number,
      type_name: 'T_SEAT',
      type_name_en: null,
      traveler_name: '王小美',
      trip_serial: 'CNX830128A',
      trip_name: '清邁五日',
      trip_name_en: null,
      departure_date: '2083-01-28',
      quantity: 2,
      message: '為您保留',
      quoted_price: 1200,
      currency: 'TWD',
      customer_response: 'pending',
      customer_response_deadline: '2081-01-01T00:00:00+00:00',
      valid_until: '2081-01-01T00:00:00+00:00',
      attachments: [],
    },
  })
  assert.equal(shown.headers['cache-control'], 'no-store')
  const answered = await reply(token, 'accepted', { response_message: '好的' })
  assert.deepEqual([answered.status, answered.body], [200, { success: true, data: { customer_response: 'accepted' } }])
  assert.equal(await statusOf(request.id), 'accepted')
  const [, told] = (await customer.get(request.at)).data
  assert.deepEqual(
    [told.sender_type, told.message_type, told.message, told.user_id, told.user],
    ['customer', 'confirmation', '好的', null, { id: null, name: '王小美' }],
  )
  assert.deepEqual(Object.keys((await reply(token, 'maybe')).body.errors), ['customer_response'])
  assert.deepEqual(Object.keys((await reply(token, 'accepted', { sender_type: 'sales' })).body.errors), ['sender_type'])
})

test('the link works for a request whose customer has no account', async () => {
  const { traveler_id } = there.nobodys
  const request = (await sales.post('/addon-requests', { type_id: there.seat, traveler_id })).data
  const at = `/addon-requests/${request.id}/communications`
  const token = await link(await offer({ at }))
  assert.equal((await reply(token, 'rejected')).status, 200)
  assert.equal(await statusOf(request.id), 'rejected')
  assert.equal((await sales.get(at)).data[1].user.name, '陳無帳')
})

const page = (token: string, locale = 'zh-TW') => browser.get(`//l/offer/${token}?lang=${locale}`)
const send = (token: string, given: Record<string, string>) =>
  home.app.inject({
    method: 'POST',
    url: `/l/offer/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(given).toString(),
  })

test('the page names the deadline of an offer, and none if it has none', async () => {
  const without = await offered({ quoted_price: 900 })
  const shown = await page(await link(without.offer))
  assert.equal(shown.status, 200)
  assert.doesNotMatch(shown.body, /請於此時間前回覆/)
  const dated = await offered({ quoted_price: 900, customer_response_deadline: '2081-01-01T12:00:00+08:00' })
  assert.match((await page(await link(dated.offer))).body, /請於此時間前回覆.*2081/s)
})

/** An invalid link is refused as JSON and as HTML, and shows nothing of the offer. */
const isDead = async (token: string, status: number, code: string, words: [zh: string, en: string]) => {
  const refused = await stranger.get(`/offers/${token}`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.detail], [status, code, words[1]])
  for (const [locale, sentence] of [
    ['zh-TW', words[0]],
    ['en', words[1]],
  ] as const) {
    const { headers, body, ...shown } = await page(token, locale)
    assert.deepEqual([shown.status, headers['content-type']], [status, 'text/html; charset=utf-8'])
    assert.ok(body.includes(`<p>${sentence}</p>`), body)
    assert.ok(body.includes(`<html lang="${locale}">`))
    for (const secret of ['王小美', 'T_SEAT', 'CNX830128A', '271828']) assert.ok(!body.includes(secret), secret)
  }
  for (const secret of ['王小美', 'T_SEAT', 'CNX830128A', '271828'])
    assert.ok(!JSON.stringify(refused.body).includes(secret), secret)
}
const answered: [string, string] = ['這份報價已經回覆過了。', 'This offer has been answered already.']
const superseded = [
  '已有新的報價，請使用最新郵件中的連結。',
  'There is a newer offer; please use the link in the latest mail.',
]
const closed: [string, string] = [
  '這筆申請已經結束，不需要再回覆。',
  'This request is closed; no answer is needed any more.',
]
const late: [string, string] = [
  '回覆期限已過，請聯絡您的業務。',
  'The time to answer is over; please contact your salesperson.',
]
const wrong: [string, string] = [
  '這個連結不正確，請確認網址是否完整。',
  'This link is invalid; please check that it is complete.',
]

test('a used link is refused', async () => {
  const { offer } = await offered()
  const [token, other] = [await link(offer), await link(offer)]
  await reply(token, 'accepted')
  await isDead(token, 409, 'already_answered', answered)
  await isDead(other, 409, 'already_answered', answered)
  assert.deepEqual(
    [(await reply(token, 'accepted')).status, (await reply(token, 'rejected')).body.code],
    [200, 'already_answered'],
  )
})

test('an answer on the page that comes too late is told with what was written, and shows nothing of the offer', async () => {
  const { offer } = await offered()
  const token = await link(offer)
  await reply(token, 'accepted')
  const given = { form: `answer-${offer}`, customer_response: 'rejected', response_message: '請改成靠窗<b>' }
  const { statusCode, body } = await send(token, given)
  assert.equal(statusCode, 409)
  for (const text of ['<h1>您的回覆沒有送出</h1>', '<p class="words">請改成靠窗&#60;b&#62;</p>'])
    assert.ok(body.includes(text), body)
  for (const secret of ['王小美', 'T_SEAT', 'CNX830128A', '271828']) assert.ok(!body.includes(secret), secret)
})

test('a link is refused after an answer by account, and the other way round', async () => {
  const one = await offered()
  const token = await link(one.offer)
  await answer(one.offer, 'rejected')
  await isDead(token, 409, 'already_answered', answered)
  assert.equal((await reply(token, 'accepted')).body.code, 'already_answered')
  assert.equal((await reply(token, 'rejected')).status, 200, 'the same answer replays')
  const two = await offered()
  await reply(await link(two.offer), 'accepted')
  assert.equal((await answer(two.offer, 'accepted')).status, 200)
  assert.equal((await answer(two.offer, 'rejected')).body.code, 'already_answered')
  assert.equal(await statusOf(two.id), 'accepted')
})

test('the link still works after a negotiating answer', async () => {
  const { id, offer, at } = await offered()
  const token = await link(offer)
  assert.equal((await reply(token, 'negotiating', { response_message: '可以便宜一點嗎？' })).status, 200)
  assert.equal((await stranger.get(`/offers/${token}`)).data.customer_response, 'negotiating')
  const count = async () => (await sales.get(at)).data.length
  const before = await count()
  assert.equal((await reply(token, 'negotiating', { response_message: '可以便宜一點嗎？' })).status, 200)
  assert.equal(await count(), before, 'the same words are said once')
  assert.equal((await reply(token, 'negotiating', { response_message: '最多八百' })).status, 200)
  assert.equal((await sales.get(at)).data.at(-1).message, '最多八百', 'other words are heard')
  await sales.post(`${at}/sales-inquiry`, { message: '再問' })
  assert.equal((await reply(token, 'accepted')).status, 200)
  assert.equal(await statusOf(id), 'accepted')
})

test('links of superseded offers, cancelled requests, passed deadlines, and unknown links are refused', async () => {
  const first = await offered()
  const old = await link(first.offer)
  const newer = await link(await offer(first, { quoted_price: 271828 }))
  const refused = await stranger.get(`/offers/${old}`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.detail], [409, 'offer_superseded', superseded[1]])
  assert.ok(!JSON.stringify(refused.body).includes('271828'))
  assert.equal((await reply(old, 'accepted')).body.code, 'offer_superseded')
  await sales.post(`/addon-requests/${first.id}/cancel`, { reason: '取消' })
  const ended = await page(old)
  assert.ok(ended.status === 409 && ended.body.includes(`<p>${closed[0]}</p>`), ended.body)
  await isDead(newer, 409, 'step_not_possible', closed)
  assert.equal((await reply(newer, 'accepted')).body.code, 'step_not_possible')

  for (const customer_response_deadline of [undefined, '2081-01-01T00:00:00Z']) {
    const { id, offer } = await offered({ quoted_price: 271828, customer_response_deadline })
    const token = await link(offer)
    await sql`update links set expires_at = now() - interval '1 millisecond'`.execute(home.db)
    await isDead(token, 409, 'answer_too_late', late)
    assert.equal((await reply(token, 'accepted')).body.code, 'answer_too_late')
    assert.equal(await statusOf(id), 'offered')
  }
  for (const token of ['x', 'a'.repeat(43), `${old}x`, old.slice(1), '..%2F..', "'%20or%201=1"])
    await isDead(token, 404, 'not_found', wrong)
  const broken = await page('%00')
  assert.ok(broken.status === 404 && broken.body.includes('<h1>找不到這個頁面</h1>'), broken.body)
  assert.equal((await reply('a'.repeat(43), 'accepted')).status, 404)
})

test('after an answer that negotiates, the page repeats the message and says what happens next', async () => {
  const { id, offer: first, at } = await offered({ quoted_price: 1300 })
  const token = await link(first)
  const said = { form: `answer-${first}`, customer_response: 'negotiating', response_message: '可以便宜一點嗎？' }
  const sent = await send(token, said)
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `?done=answer-${first}#done`])
  for (const [locale, thanks, next, again] of [
    [
      'zh-TW',
      '謝謝您，我們已收到您的回覆。',
      '您的業務會與您聯絡，並把新的報價寄給您。',
      '改變心意，現在就回覆這份報價',
    ],
    [
      'en',
      'Thank you, we have received your answer.',
      'Your salesperson will contact you and send you a new offer.',
      'Answer this offer after all',
    ],
  ] as const) {
    const { status, body } = await page(token, locale)
    assert.equal(status, 200)
    for (const words of [thanks, '<p class="words">可以便宜一點嗎？</p>', next, `<summary>${again}</summary>`])
      assert.ok(body.includes(words), words)
  }
  assert.equal((await send(token, { ...said, customer_response: 'accepted' })).statusCode, 303)
  assert.equal(await statusOf(id), 'accepted')
  assert.equal((await sales.get(at)).data.at(-1).message, '可以便宜一點嗎？')
})

test('an old link opens the current offer, and never accepts a price that was not on the page', async () => {
  const first = await offered({ quoted_price: 1300 })
  const old = await link(first.offer)
  // Ends the link of the first offer. The later offer has a link of its own.
  await sql`update links set expires_at = now() - interval '1 millisecond'`.execute(home.db)
  const deadline = '2081-01-01T00:00:00Z'
  const second = await offer(first, { quoted_price: 1500, customer_response_deadline: deadline })
  const shown = await page(old)
  assert.equal(shown.status, 200)
  assert.ok(shown.body.includes('NT$1,500') && !shown.body.includes('1,300'))
  assert.ok(shown.body.includes(`name="form" value="answer-${second}"`))
  const third = await offer(first, { quoted_price: 1700, customer_response_deadline: deadline })
  const late = await send(old, { form: `answer-${second}`, customer_response: 'accepted' })
  assert.equal(late.statusCode, 409)
  assert.ok(late.body.includes('NT$1,700'), 'the page shows what stands now')
  assert.equal(await statusOf(first.id), 'offered')
  const others = await offered()
  assert.equal((await send(old, { form: `answer-${others.offer}`, customer_response: 'accepted' })).statusCode, 404)
  assert.equal((await send(old, { form: `answer-${third}`, customer_response: 'accepted' })).statusCode, 303)
  assert.equal(await statusOf(first.id), 'accepted')
  const over = await page(old)
  assert.ok(over.status === 409 && over.body.includes(`<p>${answered[0]}</p>`), over.body)
})

test('two equal answers at the same time are one answer; of two different ones, one is refused', async () => {
  const away = (await home.another()).as()
  for (let round = 0; round < 6; round++) {
    const same = await offered()
    const token = await link(same.offer)
    const clicks = await Promise.all([
      reply(token, 'accepted'),
      away.post(`/offers/${token}/answer`, { customer_response: 'accepted' }),
    ])
    assert.deepEqual(
      clicks.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await sales.get(same.at)).data.length, 2)
    const torn = await offered()
    const other = await link(torn.offer)
    const both = await Promise.all([
      reply(other, 'accepted'),
      away.post(`/offers/${other}/answer`, { customer_response: 'rejected' }),
    ])
    assert.deepEqual(both.map(({ body }) => body.code ?? 'done').sort(), ['already_answered', 'done'])
    assert.equal(await statusOf(torn.id), both[0]?.status === 200 ? 'accepted' : 'rejected')
  }
})

const hostile = `<script>alert(1)</script>"'&\u2028</textarea><img src=https://evil.example/x>`

test('the page loads nothing else and escapes all text', async () => {
  const { offer } = await offered({ quoted_price: 271828, message: hostile.replace('\u2028', '') })
  const token = await link(offer)
  const page = await browser.get(`//l/offer/${token}`)
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.equal(
    page.headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  assert.deepEqual(
    [page.headers['referrer-policy'], page.headers['cache-control'], page.headers['x-content-type-options']],
    ['no-referrer', 'no-store', 'nosniff'],
  )
  const [sheet] = page.body.match(/\/site\/[\w-]{12}-\d+-\d\.css/) ?? []
  const parts = page.body
    .match(/<(script|img|link|iframe)\b[^>]*>/g)
    ?.map((tag: string) => tag.replace(/-[\w-]{12}\.png/, '.png'))
  assert.deepEqual(parts, [
    '<link rel="icon" href="/site/icons/icon-32.png" sizes="32x32" type="image/png">',
    '<link rel="apple-touch-icon" href="/site/icons/filled-180.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<link rel="stylesheet" href="${sheet}">`,
  ])
  assert.doesNotMatch(page.body.replace(/<p class="words">.*/, ''), /https?:/)
  const style = await stranger.get(`/${sheet}`)
  assert.deepEqual([style.status, style.headers['cache-control']], [200, 'public, max-age=31536000, immutable'])
})

test('a person opens the page in a browser and answers', { skip: noBrowser }, async () => {
  const address = await home.app.listen({ port: 0, host: '127.0.0.1' })
  const { id, offer, at } = await offered({ quoted_price: 12345, message: hostile.replace('\u2028', '') })
  const token = await link(offer)
  const page = await (await openBrowser(home)).newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const complaints = await complaintsOf(page)
  await page.goto(`${address}/l/offer/${token}`)
  await page.getByText('NT$12,345').first().waitFor()
  await page.getByText('<script>alert(1)</script>').first().waitFor()
  assert.equal(await page.locator('button').count(), 3)
  await page.getByRole('textbox').fill('麻煩了')
  await page.locator('[value=accepted]').click()
  await page
    .getByText(/謝謝您|Thank you/)
    .first()
    .waitFor()
  assert.equal(await page.locator('button').count(), 0)
  assert.equal(await statusOf(id), 'accepted')
  assert.equal((await sales.get(at)).data.at(-1).message, '麻煩了')
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:')),
    [],
  )
  assert.deepEqual(complaints, [])
  await page.goto(`${address}/l/offer/${token}`)
  await page
    .getByText(/已經回覆過|answered already/)
    .first()
    .waitFor()
})
