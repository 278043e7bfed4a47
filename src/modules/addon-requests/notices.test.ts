import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house, type Person } from '../../../test/house.ts'
import { smtp, startWorkers, titlesIn } from '../../../test/smtp.ts'
import { listen } from '../../../test/stream.ts'
import { toldWhere } from '../../../test/told.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, customer, admin, asked, offered, offer, answer, answerAt } = conversation(home, there)
const { as, ids, db, tokens } = home
for (const person of ['sales', 'op'] as const) await admin.put(`/users/${ids[person]}`, { locale: 'en' })
await admin.put(`/addon-requests/types/${there.seat}`, { name: '座位升等', name_en: 'Seat upgrade' })
await admin.put(`/addon-requests/types/${there.sim}`, { name: '上網卡', name_en: 'SIM card' })

/** Two processes are connected; notices written by the first are streamed by the second. */
const second = await home.another()
const address = await second.app.listen({ port: 0, host: '127.0.0.1' })
const ears = new Map<Person, Awaited<ReturnType<typeof listen>>>()
for (const who of ['admin', 'sales', 'ticketing', 'op', 'customer'] as const)
  ears.set(who, await listen(address, tokens[who]))
const post = await smtp(home.atEnd)
await startWorkers(home, post.url)
home.atEnd(() => {
  for (const { hangUp } of ears.values()) hangUp()
})

const personOf = (id: number) => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? ''
/** The notices since the last call: recipient, event and text. */
let told = 0
const tellings = async () => {
  const rows = await toldWhere(db, sql`n.id > ${told}`)
  told = rows.at(-1)?.id ?? told
  return rows.map(({ user_id, event, title, body }) => [personOf(user_id), event, title.replace(/^AR\d+ /, ''), body])
}
/** The subjects of the offer mails sent to one person. */
const offersTo = (who: Person) =>
  post
    .to(`${who}@example.com`)
    .flatMap(titlesIn)
    .filter((subject) => /您有新的報價|Your offer/.test(subject))
const seat = (locale: 'zh' | 'en') =>
  locale === 'zh' ? 'CNX830128A 王小美：座位升等' : 'CNX830128A 王小美: Seat upgrade'

test('a request by sales notifies the department, which must quote if a price is needed', async () => {
  await tellings()
  await asked(there.seat)
  assert.deepEqual(await tellings(), [['ticketing', 'addon-request.created', '新的申請，請報價', seat('zh')]])
  await asked(there.sim)
  assert.deepEqual(await tellings(), [['op', 'addon-request.created', 'New request', 'CNX830128A 王小美: SIM card']])
  await asked(there.unpriced)
  assert.deepEqual(await tellings(), [
    ['op', 'addon-request.created', 'New request: please quote', 'CNX830128A 王小美: T_UNPRICED'],
  ])
})

test('a request by a customer also notifies sales; one that needs approval notifies administrators and managers', async () => {
  const request = { type_id: there.seat, traveler_id: there.own.traveler_id, message: '想坐窗邊', again: true }
  assert.equal((await customer.post('/addon-requests', request)).status, 201)
  assert.deepEqual(await tellings(), [
    ['ticketing', 'addon-request.created', '新的申請，請報價', `${seat('zh')}\n\n想坐窗邊`],
    ['sales', 'addon-request.created', 'New request', `${seat('en')}\n\n想坐窗邊`],
  ])
  const { id } = await asked(there.guarded)
  assert.deepEqual(
    (await tellings()).map(([who, event, title]) => [who, event, title]),
    [
      ['ticketing', 'addon-request.created', '新的申請，待核准後請報價'],
      ['admin', 'addon-request.created', '申請待核准'],
      ['manager', 'addon-request.created', '申請待核准'],
    ],
  )
  await admin.post(`/addon-requests/${id}/approve`, {})
  const approved = [
    ['sales', 'addon-request.approve', 'Approved', 'CNX830128A 王小美: T_GUARDED'],
    ['ticketing', 'addon-request.approve', '已核准，請報價', 'CNX830128A 王小美：T_GUARDED'],
  ]
  assert.deepEqual((await tellings()).sort(), approved.sort())
  const declined = await asked(there.guarded)
  await tellings()
  await admin.post(`/addon-requests/${declined.id}/decline`, { reason: '不宜' })
  assert.deepEqual((await tellings()).map(([who, , title, body]) => [who, title, body]).sort(), [
    ['customer', '未核准', 'CNX830128A 王小美：T_GUARDED\n原因：不宜'],
    ['sales', 'Not approved', 'CNX830128A 王小美: T_GUARDED\nReason: 不宜'],
    ['ticketing', '未核准', 'CNX830128A 王小美：T_GUARDED\n原因：不宜'],
  ])
  const seen = (await customer.get(`/addon-requests/${declined.id}`)).data
  assert.deepEqual([seen.status, seen.cancel_reason], ['cancelled', '不宜'])
  const [entry] = (await customer.get(declined.at)).data
  assert.deepEqual([entry.message_type, entry.message], ['rejection', 'We are sorry, we cannot arrange this: 不宜'])
})

test('every turn from inquiry to completion notifies the people concerned, each in their language', async () => {
  const { id, at, request_number } = await asked()
  // An offer that was answered before its mail was sent is not mailed.
  const offerAndMail = async () => {
    await offer({ at })
    const isMailed = () => offersTo('customer').some((subject) => subject.startsWith(request_number))
    await post.until(isMailed, 'the offer is mailed before it is answered')
  }
  await tellings()
  const steps: [take: () => Promise<unknown>, notifies: string[][]][] = [
    [() => sales.post(`${at}/sales-inquiry`, { message: '請報價' }), [['ticketing', 'sales-inquiry', '業務詢問']]],
    [
      () => ticketing.post(`${at}/department-quote`, { quoted_price: 900 }),
      [['sales', 'department-quote', 'Department quote']],
    ],
    [offerAndMail, [['customer', 'sales-forward', '您有新的報價']]],
    [
      async () =>
        customer.patch(answerAt((await sales.get(`/addon-requests/${id}`)).data.offer_id), {
          customer_response: 'negotiating',
        }),
      [
        ['sales', 'customer-response', 'Customer answered: Negotiating'],
        ['ticketing', 'customer-response', '客戶已回覆：議價中'],
      ],
    ],
    [
      async () =>
        customer.patch(answerAt((await sales.get(`/addon-requests/${id}`)).data.offer_id), {
          customer_response: 'accepted',
        }),
      [
        ['sales', 'customer-response', 'Customer answered: Accepted'],
        ['ticketing', 'customer-response', '客戶已回覆：已接受'],
      ],
    ],
    [() => sales.post(`${at}/sales-confirm`, {}), [['ticketing', 'sales-confirm', '業務已確認客戶回覆：已接受']]],
    [
      () => ticketing.post(`${at}/department-final`, {}),
      [
        ['sales', 'department-final', 'Completed'],
        ['customer', 'department-final', '已完成：座位升等'],
      ],
    ],
  ]
  for (const [take, notifies] of steps) {
    await take()
    const rows = await tellings()
    assert.deepEqual(
      rows.map(([who, event, title]) => [who, event, title]).sort(),
      notifies.map(([who, event, title]) => [who, `addon-request.${event}`, title]).sort(),
    )
    for (const [who, , , body] of rows) assert.equal(body?.split('\n')[0], seat(who === 'sales' ? 'en' : 'zh'))
  }
})

test('the customer hears what a completed, corrected or reopened extra costs, and the new total of the booking', async () => {
  const { id, at } = await asked(there.sim)
  const { booking_id } = (await sales.get(`/addon-requests/${id}`)).data
  const { total } = (await sales.get(`/bookings/${booking_id}`)).data
  const op = as('op')
  await tellings()
  const heard = async () => {
    const rows = (await tellings()).filter(([who]) => who === 'customer')
    return rows.map(([, event, title, body]) => [event, title, ...String(body).split('\n')])
  }
  const price = (amount: number) => `NT$${amount.toLocaleString('en')}`
  const sim = 'CNX830128A 王小美：上網卡'
  assert.equal((await op.post(`${at}/department-final`, {})).status, 201)
  assert.deepEqual(await heard(), [
    ['addon-request.department-final', '已完成：上網卡', sim, '費用：NT$350', `訂單總價：${price(total + 350)}`],
  ])
  assert.equal((await op.post(`${at}/department-correct`, { final_price: 300, reason: '供應商降價' })).status, 201)
  assert.deepEqual(await heard(), [
    [
      ...['addon-request.department-correct', '已更正金額：上網卡', sim, '更正後的費用：NT$300'],
      ...[`訂單總價：${price(total + 300)}`, '原因：供應商降價'],
    ],
  ])
  assert.equal((await op.post(`${at}/department-undo`, { reason: '卡片未啟用' })).status, 201)
  assert.deepEqual(await heard(), [
    [
      ...['addon-request.department-undo', '已撤回完成：上網卡', sim, '原因：卡片未啟用'],
      ...[`訂單總價：${price(total)}`, '', '這項加購恢復處理中，暫不收費。'],
    ],
  ])
})

test('a message notifies the other side, a cancellation all but its author', async () => {
  const { id, at } = await asked()
  await tellings()
  await sales.post(at, { message: '內部' })
  assert.deepEqual(
    (await tellings()).map(([who, event]) => [who, event]),
    [['ticketing', 'addon-request.message']],
  )
  await sales.post(at, { message: '公開', is_internal: false })
  assert.deepEqual(
    (await tellings()).map(([who, , title]) => [who, title]),
    [['customer', '新的訊息']],
  )
  await customer.post(at, { message: '請問' })
  assert.deepEqual(
    (await tellings()).map(([who, , title]) => [who, title]),
    [['sales', 'New message']],
  )
  await customer.post(`/addon-requests/${id}/cancel`, { reason: '不需要了' })
  assert.deepEqual((await tellings()).map(([who, , title]) => `${who} ${title}`).sort(), [
    'sales Cancelled',
    'ticketing 已取消',
  ])
})

test('without an active assignee, everybody who could take over is notified', async () => {
  const { id, at, request_number } = await asked()
  const assigned = (await sales.put(`/addon-requests/${id}`, { assignee_id: ids.ticketing, sales_user_id: ids.sales }))
    .status
  assert.equal(assigned, 200)
  const colleague = async (name: string, more: object) =>
    (await admin.post('/users', { name, email: `${name}@example.com`, ...more })).data.id
  const ticketing2 = await colleague('ticketing2', { role: 'department', department: 'ticketing' })
  const sales2 = await colleague('sales2', { role: 'sales' })
  await tellings()
  await sales.post(`${at}/sales-inquiry`, { message: '請報價' })
  assert.deepEqual(
    (await tellings()).map(([who]) => who),
    ['ticketing'],
    'one in charge, one told',
  )
  const written = () => post.to('ticketing@example.com').flatMap(titlesIn)
  await post.until(() => written().includes(`${request_number} 業務詢問`), 'who leaves is still written to')

  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ids.ticketing).execute()
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ids.sales).execute()
  await admin.post(`${at}/sales-inquiry`, { message: '再問一次' })
  await admin.post(`${at}/department-quote`, { quoted_price: 5 })
  const rows = await db
    .selectFrom('notifications')
    .select(['user_id', 'event'])
    .where('subject_id', '=', id)
    .where('user_id', 'in', [ticketing2, sales2])
    .orderBy('id')
    .execute()
  assert.deepEqual(rows, [
    { user_id: ticketing2, event: 'addon-request.sales-inquiry' },
    { user_id: sales2, event: 'addon-request.department-quote' },
  ])
  await db.updateTable('users').set({ status: 'active' }).where('id', 'in', [ids.ticketing, ids.sales]).execute()
  await tellings()
})

test('each notice was streamed by the other process once and in order, and mailed once', async () => {
  const rows = await toldWhere(db, sql`true`)
  for (const [who, ear] of ears) {
    const own = rows.filter(({ user_id }) => user_id === ids[who])
    await ear.until(() => ear.told.length >= own.length, `${who} hears ${own.length}`)
    assert.deepEqual(
      ear.told.map(({ id }) => id),
      own.map(({ id }) => id),
      who,
    )
    // An offer has its own mail.
    const mailed = own.filter(({ event }) => event !== 'addon-request.sales-forward').map(({ title }) => title)
    const offers = own
      .filter(({ event }) => event === 'addon-request.sales-forward')
      .map(({ title }) => title.slice(0, 9))
    const subjects = () => post.to(`${who}@example.com`).flatMap(titlesIn)
    await post.until(() => subjects().length >= own.length, `${who} is mailed ${own.length}`)
    assert.deepEqual(
      subjects()
        .filter((subject) => !offersTo(who).includes(subject))
        .sort(),
      mailed.sort(),
    )
    assert.deepEqual(
      offersTo(who)
        .map((subject) => subject.slice(0, 9))
        .sort(),
      offers.sort(),
    )
  }
  assert.equal(new Set(post.mails.map(({ id }) => id)).size, post.mails.length)
})

test('system sentences are in the language in which a customer reads', async () => {
  const { at } = await offered()
  const second = await offer({ at }, { quoted_price: 5 })
  await answer(second, 'accepted')
  await sales.post(`${at}/sales-confirm`, {})
  await ticketing.post(`${at}/department-final`, {})
  const messagesIn = async (language: string) =>
    (await customer.get(at, { 'accept-language': language })).data.map(({ message }: { message: string }) => message)
  assert.deepEqual(await messagesIn('zh-TW'), [
    '為您報價如下，請您回覆。',
    '為您報價如下，請您回覆。',
    '接受報價。',
    '座位升等 已為您完成。',
  ])
  assert.deepEqual(await messagesIn('en'), [
    'Here is our offer; please answer it.',
    'Here is our offer; please answer it.',
    'We accept.',
    'Seat upgrade: done.',
  ])
  const nobody: Person[] = ['leader', 'other_customer', 'line_control']
  const others = await db
    .selectFrom('notifications')
    .select('id')
    .where(
      'user_id',
      'in',
      nobody.map((who) => ids[who]),
    )
    .execute()
  assert.deepEqual(others, [], 'and nobody else was ever told anything')
})

test('the notice of an offer in the app names its deadline', async () => {
  await tellings()
  await offered({ quoted_price: 900, customer_response_deadline: '2082-12-20T18:00:00+08:00' })
  const notices = (await tellings()).filter(
    ([who, event]) => who === 'customer' && event === 'addon-request.sales-forward',
  )
  assert.deepEqual(
    notices.map(([, , , body]) => body),
    [`${seat('zh')}\nNT$900\n\n請於 2082/12/20 18:00 前回覆。`],
  )
})
