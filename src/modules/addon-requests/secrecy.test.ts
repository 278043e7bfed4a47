import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBatches } from '../../../test/batches.ts'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { type Answer, house, type Person } from '../../../test/house.ts'
import { smtp, startWorkers, titlesIn } from '../../../test/smtp.ts'
import { listen } from '../../../test/stream.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, customer, admin, asked, offered, offer, answer } = conversation(home, there)
const post = await smtp(home.atEnd)
await startWorkers(home, post.url)
const address = await home.app.listen({ port: 0, host: '127.0.0.1' })

const strangers = ['customer', 'other_customer', 'leader', undefined] as const
const staff = ['admin', 'sales', 'department']
const markers = [
  'MARK-ASKED',
  'MARK-INQUIRY',
  'MARK-QUOTE',
  'MARK-NOTE',
  'MARK-FILE',
  'MARK-DECLINED',
  'MARK-CONFIRMED',
  'MARK-REFUSED',
  'MARK-FINAL',
  'MARK-APPROVED',
  'MARK-ASSIGNEE',
  '9876543',
  '9,876,543',
  '8765432',
  '8,765,432',
]
for (const marker of markers) home.plant(marker, (actor) => !actor?.roles.some((role) => staff.includes(role)))
const plain = async (answered: Promise<Answer>) => {
  const { status, body, data } = await answered
  assert.ok(status < 300, JSON.stringify(body))
  return data
}

/** Requests in every status a customer may see, with a marker in every internal text. */
const planted = async () => {
  await plain(admin.put(`/users/${home.ids.ticketing}`, { name: 'MARK-ASSIGNEE 小林', name_en: 'MARK-ASSIGNEE' }))
  const file = async (name: string) => (await plain(sales.upload('/attachments', form(pdf, name)))).id
  const attachments = [await file('MARK-FILE.pdf'), await file('MARK-FILE-2.pdf')]

  const quoted = await asked(there.seat, { message: 'MARK-ASKED' })
  await plain(sales.put(`/addon-requests/${quoted.id}`, { assignee_id: home.ids.ticketing }))
  await plain(sales.post(`${quoted.at}/sales-inquiry`, { message: 'MARK-INQUIRY', attachment_ids: attachments }))
  await plain(ticketing.post(`${quoted.at}/department-quote`, { message: 'MARK-QUOTE', quoted_price: 9876543 }))
  await plain(sales.post(quoted.at, { message: 'MARK-NOTE', quoted_price: 8765432 }))

  const declined = await asked(there.guarded)
  await plain(admin.post(`/addon-requests/${declined.id}/approve`, {}))
  await plain(ticketing.post(`${declined.at}/department-decline`, { reason: 'MARK-DECLINED' }))
  const approved = await asked(there.guarded)
  await plain(admin.post(`/addon-requests/${approved.id}/approve`, { message: 'MARK-APPROVED' }))

  const rejected = await offered({ quoted_price: 100 })
  await answer(rejected.offer, 'rejected')
  await plain(sales.post(`${rejected.at}/sales-confirm`, { message: 'MARK-REFUSED' }))

  const completed = await asked(there.seat)
  await plain(ticketing.post(`${completed.at}/department-quote`, { message: 'MARK-QUOTE', quoted_price: 9876543 }))
  const accepted = await offer(completed, { quoted_price: 120_000 })
  await plain(ticketing.post(completed.at, { message: '公開的話', is_internal: false }))
  await answer(accepted, 'accepted')
  await plain(sales.post(`${completed.at}/sales-confirm`, { message: 'MARK-CONFIRMED' }))
  await plain(ticketing.post(`${completed.at}/department-final`, { message: 'MARK-FINAL', final_price: 110_000 }))

  const talked = await offered({ quoted_price: 500 })
  await answer(talked.offer, 'negotiating')
  await plain(sales.post(`${talked.at}/sales-inquiry`, { message: 'MARK-INQUIRY' }))
  await plain(ticketing.post(`${talked.at}/department-quote`, { message: 'MARK-QUOTE', quoted_price: 9876543 }))
  return { requests: [quoted, declined, approved, rejected, completed, talked], attachments }
}
const { requests, attachments } = await planted()

type Property = { type?: string | string[]; enum?: unknown[]; format?: string; takes?: string; description?: string }

/**
 * Every GET path. Those that show add-on requests are read with all ids and each query parameter, the others once: the drill Z3 searches
 * them with markers in every record.
 */
const addresses = async () => {
  const rows = await home.db.selectFrom('addon_communications').select('id').execute()
  const ids = [...new Set([...requests.map(({ id }) => id), ...rows.map(({ id }) => id), ...attachments])]
  return home.app.catalogue
    .filter(({ methods, path }) => methods.includes('GET') && !path.endsWith('/stream'))
    .flatMap(({ path, query }) => {
      const isNear = /addon|add-on|attachment|offer|search|work|notification/.test(path)
      const some = path.includes('{') ? ids.slice(0, isNear ? ids.length : 1) : [0]
      const parameters = Object.entries(isNear ? ((query?.properties ?? {}) as Record<string, Property>) : {})
      const questions = parameters.flatMap(([name, asked]) =>
        valuesOf(name, asked).map((value) => `?${name}=${encodeURIComponent(value)}`),
      )
      return some.flatMap((id) => ['', ...questions].map((question) => path.replace(/\{\w+\}/g, `${id}`) + question))
    })
}
const valuesOf = (name: string, { type, enum: values, takes, description = '' }: Property): string[] => {
  if (name === 'q') return ['MARK', '小林', '9876543']
  if (name === 'sort')
    return (
      description
        .split(';')[0]
        ?.split(', ')
        .flatMap((field) => [field, `-${field}`]) ?? []
    )
  if (values) return values.map(String)
  if (takes === 'moment') return ['2000-01-01T00:00:00Z']
  if ([type].flat().includes('boolean')) return ['true', 'false']
  if ([type].flat().includes('integer')) return ['1', `${home.ids.ticketing}`]
  return []
}

test('no GET of the service shows an internal marker to a caller outside the company', async () => {
  const all = await addresses()
  assert.ok(all.length > 500, `${all.length}`)
  let found = 0
  const look = async (who: Person | undefined, method: 'GET' | 'HEAD', url: string) => {
    const headers = who ? { authorization: `Bearer ${home.tokens[who]}` } : {}
    const answer = await home.app.inject({ method, url, headers })
    const told = answer.body + JSON.stringify(answer.headers)
    assert.equal(
      markers.find((marker) => told.includes(marker)),
      undefined,
      `${method} ${url} as ${who}`,
    )
    assert.notEqual(answer.statusCode, 500, `${method} ${url} as ${who}`)
    found += answer.statusCode === 200 ? 1 : 0
  }
  for (const who of strangers)
    await inBatches(all, async (url) => {
      await look(who, 'GET', url)
      if (/\/\d+$/.test(url)) await look(who, 'HEAD', url)
    })
  assert.ok(found > 300, `only ${found} answers had anything in them`)
})

test('staff see the markers', async () => {
  const seen = (
    await Promise.all(
      requests.flatMap(({ id, at }) => [sales.get(`${at}?include_internal=true`), sales.get(`/addon-requests/${id}`)]),
    )
  )
    .map(({ body }) => JSON.stringify(body))
    .join('')
  for (const marker of markers) assert.ok(seen.includes(marker), marker)
})

test('filters and orders reveal no more than the shown fields', async () => {
  const found = async (query: string) => (await customer.get(`/addon-requests?per_page=100&${query}`)).body.meta.total
  assert.equal(await found('status=inquiring'), 0)
  assert.equal(await found('status=quoted'), 0)
  assert.equal(await found(`assignee_id=${home.ids.ticketing}`), 0)
  for (const who of ['department', 'admin']) assert.equal(await found(`next_action_by=${who}`), 0)
  const shown = (await customer.get('/addon-requests?per_page=100')).data
  for (const who of ['sales', 'customer'])
    assert.equal(
      await found(`next_action_by=${who}`),
      shown.filter((one: { next_action: { who: string } | null }) => one.next_action?.who === who).length,
    )
  assert.equal(await found('next_action_by=me'), await found('next_action_by=customer'))
  const stats = (await customer.get('/addon-requests/communications/stats')).data
  assert.deepEqual(
    [stats.by_sender_type.system, stats.by_message_type.inquiry, stats.by_message_type.completion],
    [0, 0, 0],
  )
})

test('a customer sees entries of a department under the name of the department', async () => {
  const entries = (await customer.get(requests[4]?.at ?? '')).data
  const department = entries.filter(({ sender_type }: { sender_type: string }) => sender_type === 'department')
  assert.deepEqual(
    department.map(({ user_id, user, message }: Record<string, unknown>) => [user_id, user, message]),
    [
      [null, { id: null, name: 'Ticketing' }, '公開的話'],
      [null, { id: null, name: 'Ticketing' }, 'T_SEAT: done.'],
    ],
  )
})

test('an internal attachment is hidden from a customer until a public entry refers to it', async () => {
  const [first = 0, second = 0] = attachments
  const paths = (id: number) => [`/attachments/${id}`, `/attachments/${id}/link`, `/attachments/${id}?size=thumb`]
  for (const who of strangers.slice(0, 3) as Person[])
    for (const url of [...paths(first), ...paths(second)])
      assert.equal((await home.as(who).get(url)).status, 404, `${url} as ${who}`)
  const request = requests[5]
  const guess = await customer.post(request?.at ?? '', { message: '看一下', attachment_ids: [first] })
  assert.deepEqual([guess.status, guess.body.code], [422, 'invalid_input'], 'nor can it be referred to')
  const nowhere = await customer.post(request?.at ?? '', { message: '看一下', attachment_ids: [2_000_000_000] })
  assert.deepEqual(guess.body.errors, nowhere.body.errors)

  const open = (await plain(sales.upload('/attachments', form(pdf, 'open.pdf')))).id
  assert.equal((await customer.get(`/attachments/${open}`)).status, 404)
  const { data } = await sales.post(request?.at ?? '', { message: '附件', is_internal: false, attachment_ids: [open] })
  assert.deepEqual(data.attachments, [{ id: open, name: 'open.pdf', url: `/api/attachments/${open}` }])
  assert.deepEqual((await customer.get(`/attachments/${open}`)).bytes, pdf)
  assert.equal((await home.as('other_customer').get(`/attachments/${open}`)).status, 404)
})

/** All answers that a customer can get about a request, as bytes. */
const sight = async (id: number) => {
  const urls = [
    '/addon-requests?per_page=100&sort=-updated_at',
    '/addon-requests?cursor=&per_page=100',
    `/addon-requests/${id}`,
    `/addon-requests/${id}/communications?include_internal=true`,
    '/addon-requests/communications/pending-responses',
    '/addon-requests/communications/stats',
    `/addon-requests/communications/stats?request_id=${id}`,
    '/notifications',
    '/notifications/unread-count',
  ]
  const answers = await Promise.all(
    urls.map((url) =>
      home.app.inject({
        url: `/api${url}`,
        headers: { authorization: `Bearer ${home.tokens.customer}`, 'x-request-id': 'sight' },
      }),
    ),
  )
  return answers.map(({ statusCode, headers: { date, ...headers }, body }) =>
    JSON.stringify({ statusCode, headers, body }),
  )
}

const internalSteps: [what: string, take: (at: string, id: number) => Promise<Answer>][] = [
  ['an inquiry', (at) => sales.post(`${at}/sales-inquiry`, { message: 'MARK-INQUIRY' })],
  ['a quote', (at) => ticketing.post(`${at}/department-quote`, { message: 'MARK-QUOTE', quoted_price: 9876543 })],
  [
    'another quote',
    (at) =>
      ticketing.post(`${at}/department-quote`, {
        quoted_price: 9876543,
        customer_response_deadline: '2081-01-01T00:00:00Z',
      }),
  ],
  ['an internal message', (at) => sales.post(at, { message: 'MARK-NOTE', message_type: 'cancellation' })],
  ['an internal attachment', (at) => sales.post(at, { message: 'MARK-NOTE', attachment_ids: attachments })],
  ['an assignee', (_at, id) => sales.put(`/addon-requests/${id}`, { assignee_id: home.ids.ticketing })],
  ['no assignee', (_at, id) => sales.put(`/addon-requests/${id}`, { assignee_id: null })],
]
const answeredWith = async (how: string) => {
  const request = await offered()
  await answer(request.offer, how)
  return request
}
for (const [where, begin] of [
  ['an open request', () => asked()],
  ['a negotiated offer', () => answeredWith('negotiating')],
  ['a declined offer', () => answeredWith('rejected')],
] as const)
  test(`internal actions change nothing that a customer sees: ${where}`, async () => {
    const { id, at } = await begin()
    const before = await sight(id)
    const tag = (await customer.get(`/addon-requests/${id}`)).headers.etag ?? ''
    for (const [what, take] of internalSteps) {
      await plain(take(at, id))
      assert.deepEqual(await sight(id), before, what)
      assert.equal((await customer.get(`/addon-requests/${id}`, { 'if-none-match': tag })).status, 304, what)
    }
    const marks = (await sales.get(`${at}?include_internal=true`)).data
    for (const entry of marks) await plain(sales.patch(`/addon-requests/communications/${entry.id}/mark-read`))
    assert.deepEqual(await sight(id), before, 'what others have read')
    const internal = marks.find((entry: { is_internal: boolean }) => entry.is_internal).id
    assert.equal((await customer.patch(`/addon-requests/communications/${internal}/mark-read`)).status, 404)
    await plain(sales.put(`/addon-requests/${id}`, { priority: 'high' }))
    assert.notDeepEqual(await sight(id), before, 'a public change is seen')
  })

test('an entry of type cancellation does not become the cancellation reason', async () => {
  const { id, at } = await asked(there.guarded)
  await plain(sales.post(at, { message: '取消什麼？', message_type: 'cancellation', is_internal: false }))
  assert.equal((await customer.get(`/addon-requests/${id}`)).data.cancel_reason, null)
  await plain(admin.post(`/addon-requests/${id}/approve`, {}))
  const before = (await customer.get(`/addon-requests/${id}`)).data
  await plain(ticketing.post(`${at}/department-decline`, { reason: 'MARK-DECLINED' }))
  assert.deepEqual((await customer.get(`/addon-requests/${id}`)).data, before)
  const other = await asked()
  await plain(sales.post(`/addon-requests/${other.id}/cancel`, { reason: '行程取消' }))
  assert.equal((await customer.get(`/addon-requests/${other.id}`)).data.cancel_reason, '行程取消')
})

test('neither the stream nor a mail shows a customer anything internal', async () => {
  // The stream begins with all earlier notices of the customer.
  const ear = await listen(address, home.tokens.customer, { 'last-event-id': '1' })
  const { id, at } = await asked()
  const heard = () => ear.told.filter(({ subject }) => subject.id === id).map(({ event }) => event)
  await plain(sales.post(`${at}/sales-inquiry`, { message: 'MARK-INQUIRY' }))
  await plain(ticketing.post(`${at}/department-quote`, { message: 'MARK-QUOTE', quoted_price: 9876543 }))
  await offer({ at }, { message: '最後的報價', quoted_price: 1 })
  await ear.until(() => heard().length > 0, 'the offer is heard')
  assert.deepEqual(heard(), ['addon-request.sales-forward'])
  assert.ok(markers.every((marker) => !ear.text().includes(marker)))

  const mails = () => post.to('customer@example.com')
  await post.until(() => mails().some(({ text }) => text.includes('最後的報價')), 'the offer is mailed')
  const told = () => mails().flatMap(titlesIn)
  await post.until(() => told().some((title) => title.includes('已取消')), 'the cancellation is mailed')
  // This message sends a mail. All mails that were due before it have left by then, or leave with it.
  await plain(sales.post(at, { message: '最後一句', is_internal: false }))
  await post.until(() => mails().some(({ text }) => text.includes('最後一句')), 'the last message is mailed')
  for (const { subject, text } of mails())
    assert.ok(!markers.some((marker) => (subject + text).includes(marker)), subject + text)
  const kinds = new Set(told().map((title) => title.replace(/^AR\d+ |：.*/g, '')))
  assert.deepEqual([...kinds].sort(), ['已取消', '已完成', '您有新的報價', '新的訊息'])
  ear.hangUp()
})

test('a customer who takes over a booking does not see the name of the former customer in the conversation', async () => {
  const request = await asked(there.seat)
  await plain(customer.post(request.at, { message: '請問可以坐窗邊嗎？' }))
  await plain(sales.post(request.at, { message: '可以。', is_internal: false }))
  await plain(sales.put(`/bookings/${there.own.booking_id}`, { customer_user_id: home.ids.other_customer }))
  const other = home.as('other_customer')
  await plain(other.post(request.at, { message: '謝謝' }))
  const said = async (who: typeof other) =>
    (await plain(who.get(request.at))).map(({ user_id, user }: Record<string, unknown>) => [user_id, user])

  const { customer: former, other_customer, sales: seller } = home.ids
  assert.deepEqual(await said(other), [
    [null, { id: null, name: 'Customer' }],
    [seller, { id: seller, name: '業務小陳' }],
    [other_customer, { id: other_customer, name: '客戶李大同' }],
  ])
  assert.deepEqual((await said(sales))[0], [former, { id: former, name: '客戶王小美' }], 'staff see who it was')

  // A colleague who left sales and books as a customer now.
  await plain(admin.put(`/users/${seller}`, { role: 'customer' }))
  assert.deepEqual((await said(other))[1], [null, { id: null, name: 'Sales' }])
})
