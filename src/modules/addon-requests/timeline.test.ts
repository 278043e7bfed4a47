import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, op, customer, admin, asked, offered, offer, answer, passDeadline } = conversation(home, there)
const zh = { 'accept-language': 'zh-TW' }
type Entry = Record<string, unknown>

test('an entry has every field of the specification, with labels in both languages', async () => {
  const { id: request, at } = await asked()
  const uploaded = (await ticketing.upload('/attachments', form(pdf, '座位圖.pdf'))).data
  const quote = await ticketing.post(`${at}/department-quote`, {
    message: '豪經加價',
    quoted_price: '12000',
    customer_response_deadline: '2081-01-01T12:00:00+08:00',
    attachment_ids: [uploaded.id],
  })
  const { created_at, formatted_date, ...fields } = quote.data
  assert.deepEqual(fields, {
    id: fields.id,
    addon_request_id: request,
    user_id: home.ids.ticketing,
    user: { id: home.ids.ticketing, name: '票務小林' },
    sender_type: 'department',
    sender_label: 'Ticketing',
    message_type: 'quote',
    message_type_label: 'Quote',
    message: '豪經加價',
    quoted_price: 12000,
    formatted_quoted_price: 'NT$12,000',
    customer_response: null,
    customer_response_label: null,
    answered_at: null,
    is_internal: true,
    requires_customer_response: false,
    customer_response_deadline: '2081-01-01T04:00:00+00:00',
    on_behalf_of: null,
    channel: null,
    attachments: [{ id: uploaded.id, name: '座位圖.pdf', url: `/api/attachments/${uploaded.id}` }],
    is_superseded: false,
    is_overdue: false,
    can_customer_respond: false,
    is_read: true,
  })
  const local = new Date(Date.parse(created_at) + 8 * 3_600_000).toISOString()
  assert.equal(formatted_date, local.slice(0, 16).replace('T', ' '), 'in the time zone of the house')
  assert.deepEqual([quote.status, quote.headers.location], [201, `/api/addon-requests/communications/${fields.id}`])
  assert.deepEqual((await sales.get(quote.headers.location ?? '')).data, { ...quote.data, is_read: false })
})

test('labels in zh-TW and in English', async () => {
  const { at, offer } = await offered({ quoted_price: 13000 })
  await op.get(at)
  const words = async (headers: Record<string, string>) =>
    (await sales.get(`${at}?include_internal=true`, headers)).data.map((entry: Entry) => [
      entry.sender_label,
      entry.message_type_label,
      entry.customer_response_label,
      entry.formatted_quoted_price,
      (entry.user as { name: string }).name,
    ])
  assert.deepEqual(await words(zh), [
    ['系統', '備註', null, null, '系統'],
    ['業務', '報價', '等待回覆', 'NT$13,000', '業務小陳'],
  ])
  assert.deepEqual(await words({}), [
    ['System', 'Note', null, null, 'System'],
    ['Sales', 'Quote', 'Awaiting answer', 'NT$13,000', '業務小陳'],
  ])
  await answer(offer, 'negotiating')
  await answer(offer, 'rejected')
  const [, told] = (await customer.get(at, zh)).data
  assert.deepEqual([told.sender_label, told.message_type_label, told.message], ['客戶', '修改', '希望再討論。'])
})

test('an unanswered offer is replaced by a later one; one that was negotiated keeps its answer', async () => {
  const { at, offer: first } = await offered({ quoted_price: 13000 })
  const second = await offer({ at }, { quoted_price: 12500 })
  await answer(second, 'negotiating')
  await offer({ at }, { quoted_price: 12000 })
  const offers = async (headers: Record<string, string>) =>
    (await customer.get(at, headers)).data
      .filter((entry: Entry) => entry.message_type === 'quote')
      .map((entry: Entry) => [
        entry.id === first,
        entry.is_superseded,
        entry.requires_customer_response,
        entry.customer_response_label,
      ])
  assert.deepEqual(await offers(zh), [
    [true, true, false, '已由新的報價取代'],
    [false, false, false, '議價中'],
    [false, false, true, '等待回覆'],
  ])
  assert.deepEqual((await offers({}))[0], [true, true, false, 'Replaced by a later offer'])
  assert.equal((await customer.get(`/addon-requests/communications/${first}`)).data.customer_response, 'pending')
})

test('every sender, message type and answer has labels', async () => {
  const { at } = await asked()
  const types: [string, string, string][] = [
    ['inquiry', '詢問', 'Inquiry'],
    ['quote', '報價', 'Quote'],
    ['confirmation', '確認', 'Confirmation'],
    ['rejection', '婉拒', 'Rejection'],
    ['modification', '修改', 'Modification'],
    ['approval', '核准', 'Approval'],
    ['completion', '完成', 'Completion'],
    ['cancellation', '取消', 'Cancellation'],
    ['note', '備註', 'Note'],
  ]
  for (const [message_type, label, label_en] of types) {
    const said = { message: '訊息', message_type }
    assert.equal((await sales.post(at, said)).data.message_type_label, label_en)
    assert.equal((await sales.post(at, said, zh)).data.message_type_label, label)
  }
  assert.equal((await sales.post(at, { message: '訊息', message_type: 'hello' })).status, 422)
  for (const [who, label, label_en] of [
    ['ticketing', '票務', 'Ticketing'],
    ['customer', '客戶', 'Customer'],
    ['admin', '業務', 'Sales'],
  ] as const) {
    assert.equal((await home.as(who).post(at, { message: '訊息' }, zh)).data.sender_label, label)
    assert.equal((await home.as(who).post(at, { message: '訊息' })).data.sender_label, label_en)
  }
  const elsewhere = await asked(there.sim)
  assert.equal((await op.post(elsewhere.at, { message: '訊息' }, zh)).data.sender_label, 'OP')
})

test("a general message is internal for staff and public for a customer, and has only the sender's own role", async () => {
  const { id, at } = await asked()
  const before = (await sales.get(`/addon-requests/${id}`)).data.status
  const internal = (await sales.post(at, { message: '內部', quoted_price: 98.7 })).data
  assert.deepEqual(
    [internal.sender_type, internal.message_type, internal.is_internal, internal.quoted_price],
    ['sales', 'note', true, 98.7],
  )
  assert.equal((await sales.post(at, { message: '公開', is_internal: false })).data.is_internal, false)
  const own = (await customer.post(at, { message: '請問何時確定？' })).data
  assert.deepEqual([own.sender_type, own.is_internal, own.user_id], ['customer', false, home.ids.customer])
  assert.deepEqual((await customer.post(at, { message: 'x', is_internal: true })).body.errors, {
    is_internal: ['What a customer writes cannot be internal.'],
  })
  assert.deepEqual(Object.keys((await customer.post(at, { message: 'x', quoted_price: 1 })).body.errors), [
    'quoted_price',
  ])
  for (const field of ['sender_type', 'user_id', 'customer_response', 'requires_customer_response'])
    assert.deepEqual(Object.keys((await sales.post(at, { message: 'x', [field]: 'sales' })).body.errors), [field])
  assert.deepEqual(Object.keys((await sales.post(at, {})).body.errors), ['message'])
  assert.equal((await op.post(at, { message: '不是我們的' })).body.department, 'ticketing')
  assert.equal((await sales.get(`/addon-requests/${id}`)).data.status, before, 'a message changes no status')
})

test('internal entries are shown to staff on request, and never to a customer', async () => {
  const { at } = await asked()
  await sales.post(at, { message: '公開', is_internal: false })
  const count = async (who: typeof sales, query: string) => (await who.get(`${at}${query}`)).data.length
  for (const who of [sales, ticketing, op, admin]) {
    assert.equal(await count(who, ''), 1)
    assert.equal(await count(who, '?include_internal=false'), 1)
    assert.equal(await count(who, '?include_internal=true'), 2)
  }
  for (const query of ['', '?include_internal=false', '?include_internal=true'])
    assert.equal(await count(customer, query), 1)
  assert.equal((await customer.get(`${at}?include_internal=maybe`)).status, 422)
  assert.equal((await home.as('leader').get(at)).status, 403)
  assert.equal((await home.as().get(at)).status, 401)
})

test('the latest open offer can be answered by customers and administrators', async () => {
  const can = async (at: string, id: number) =>
    Promise.all(
      [customer, admin, sales, ticketing].map(
        async (who) => (await who.get(at)).data.find((entry: { id: number }) => entry.id === id).can_customer_respond,
      ),
    )
  const [offeredToTwo, toNobody] = [
    [true, true, false, false],
    [false, false, false, false],
  ]
  const { id, at, offer } = await offered({ quoted_price: 900, customer_response_deadline: '2081-01-01T00:00:00Z' })
  assert.deepEqual(await can(at, offer), offeredToTwo)
  await answer(offer, 'negotiating')
  assert.deepEqual(await can(at, offer), offeredToTwo, 'a negotiated offer can still be taken')
  await sales.post(`${at}/sales-inquiry`, { message: '再問' })
  assert.deepEqual(await can(at, offer), offeredToTwo, 'also while the house talks')
  const newer = (await sales.post(`${at}/sales-forward`, { quoted_price: 800 })).data.id
  assert.deepEqual([await can(at, offer), await can(at, newer)], [toNobody, offeredToTwo])
  await sales.post(`/addon-requests/${id}/cancel`, { reason: '取消' })
  assert.deepEqual(await can(at, newer), toNobody)
  const answered = await offered()
  await answer(answered.offer, 'accepted')
  assert.deepEqual(await can(answered.at, answered.offer), toNobody)
})

test('an offer is overdue from its deadline until it is superseded; entries never change', async () => {
  const { id, at, offer } = await offered({ quoted_price: 900, customer_response_deadline: '2081-01-01T00:00:00Z' })
  const entry = async () => (await customer.get(at)).data.find((one: { id: number }) => one.id === offer)
  const request = async () => (await sales.get(`/addon-requests/${id}`)).data
  assert.deepEqual([(await entry()).is_overdue, (await request()).is_overdue], [false, false])
  await passDeadline(offer)
  assert.deepEqual([(await entry()).is_overdue, (await entry()).can_customer_respond], [true, false])
  const late = await request()
  assert.deepEqual(
    [late.is_overdue, late.next_action],
    [true, { who: 'sales', what: 'sales-forward', due: late.response_deadline }],
    'it is for sales to make another offer',
  )
  const seen = (await customer.get(`/addon-requests/${id}`)).data
  assert.deepEqual([seen.is_overdue, seen.next_action], [true, { who: 'sales', what: null, due: null }])
  await sales.post(`/addon-requests/${id}/cancel`, { reason: '逾期' })
  assert.deepEqual([(await entry()).is_overdue, (await request()).is_overdue], [false, false])
  await assert.rejects(home.db.updateTable('addon_communications').set({ message: 'x' }).execute(), /never edited/)
  await assert.rejects(home.db.deleteFrom('addon_communications').execute(), /never edited/)
})
