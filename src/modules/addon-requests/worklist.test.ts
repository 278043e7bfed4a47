import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, op, customer, admin, asked, offer, answer, passDeadline } = conversation(home, there)
const other = home.as('other_customer')

/** One request in every status and some of other people, named by letters in order of creation. */
const letters = new Map<number, string>()
const ids: Record<string, number> = {}
const make = async (letter: string, type_id: number, more: object = {}) => {
  const request = await asked(type_id, more)
  letters.set(request.id, letter)
  ids[letter] = request.id
  return request
}

before(async () => {
  const a = await make('a', there.seat, { priority: 'urgent', needed_by: '2083-01-10' })
  await make('b', there.cake, { priority: 'low', needed_by: '2083-01-05' })
  await make('c', there.guarded)
  const d = await make('d', there.seat, { needed_by: '2083-01-20' })
  await sales.post(`${d.at}/sales-inquiry`, { message: '請報價' })
  const e = await make('e', there.seat)
  await ticketing.post(`${e.at}/department-quote`, { quoted_price: 700 })
  await offer(await make('f', there.seat), { quoted_price: 1, customer_response_deadline: '2081-01-01T00:00:00Z' })
  await passDeadline(await offer(await make('g', there.seat), { quoted_price: 1 }))
  await answer(await offer(await make('h', there.seat)), 'negotiating')
  await answer(await offer(await make('i', there.seat)), 'accepted')
  await answer(await offer(await make('j', there.seat)), 'rejected')
  const k = await make('k', there.seat)
  await answer(await offer(k), 'accepted')
  await sales.post(`${k.at}/sales-confirm`, {})
  const l = await make('l', there.cake)
  await op.post(`${l.at}/department-final`, {})
  const m = await make('m', there.sim, { quantity: 3 })
  await sales.post(`/addon-requests/${m.id}/cancel`, { reason: '不需要' })
  await make('n', there.seat, { traveler_id: there.others.traveler_id })
  const o = await make('o', there.sim, { traveler_id: there.nobodys.traveler_id })
  await sales.put(`/addon-requests/${o.id}`, { sales_user_id: home.ids.admin })
  await sales.put(`/addon-requests/${a.id}`, { assignee_id: home.ids.ticketing })
})

const found = async (query: string, who = sales) => {
  const { status, data, body } = await who.get(`/addon-requests?per_page=100&${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return data.map(({ id }: { id: number }) => letters.get(id)).join('')
}

const asked_for: [query: string, letters: string][] = [
  ['', 'onmlkjihgfedcba'],
  ['sort=created_at', 'abcdefghijklmno'],
  ['sort=id', 'abcdefghijklmno'],
  ['sort=request_number', 'abcdefghijklmno'],
  ['sort=needed_by,id', 'badcefghijklmno'],
  ['sort=-needed_by,-id', 'dabonmlkjihgfec'],
  ['sort=response_deadline,id', 'gfabcdehijklmno'],
  ['sort=updated_at', 'bcdefghijklmnoa'],
  ['sort=priority', 'acdefghijklmnob'],
  ['sort=-priority,-id', 'bonmlkjihgfedca'],
  ['sort=priority,needed_by,id', 'adcefghijklmnob'],
  ['sort=id&status=open', 'abno'],
  ['sort=id&status=pending_approval', 'c'],
  ['sort=id&status=offered', 'fg'],
  ['sort=id&status=completed', 'l'],
  ['sort=id&status=cancelled', 'm'],
  ['sort=id&department=op', 'blmo'],
  ['sort=id&department=line_control', ''],
  ['sort=id&priority=urgent', 'a'],
  ['sort=id&customer_response=pending', 'fg'],
  ['sort=id&customer_response=accepted', 'ik'],
  ['sort=id&customer_response=negotiating', 'h'],
  ['sort=id&pricing_type=free', 'bl'],
  ['sort=id&pricing_type=fixed_price', 'mo'],
  ['sort=id&needed_from=2083-01-06', 'ad'],
  ['sort=id&needed_to=2083-01-10', 'ab'],
  ['sort=id&needed_from=2083-01-06&needed_to=2083-01-15', 'a'],
  ['sort=id&overdue=true', 'g'],
  ['sort=id&overdue=false&status=offered', 'f'],
  ['sort=id&next_action_by=sales', 'eghij'],
  ['sort=id&next_action_by=department', 'abdkno'],
  ['sort=id&next_action_by=customer', 'f'],
  ['sort=id&next_action_by=admin', 'c'],
  ['sort=id&next_action_by=department&department=op', 'bo'],
  ['sort=id&status=open,completed', 'ablno'],
  ['sort=id&group=done', 'lm'],
  ['sort=due,id&group=open', 'gabdknofcehij'],
  ['sort=id&q=AR0000003', 'c'],
  ['sort=id&q=ar000000', 'abcdefghi'],
  ['sort=id&q=大同', 'n'],
  ['sort=id&q=陳', 'o'],
  ['sort=id&q=%25', ''],
  ['sort=id&updated_since=2099-01-01T00:00:00Z', ''],
  ['sort=id&updated_since=2000-01-01T00:00:00Z', 'abcdefghijklmno'],
]
for (const [query, expected] of asked_for)
  test(`the list: ${query || 'without a query'}`, async () => {
    assert.equal(await found(query), expected)
  })

test('filtered by person and by record', async () => {
  const by = (field: string, id: number | undefined) => found(`sort=id&${field}=${id}`)
  assert.equal(await by('type_id', there.sim), 'mo')
  assert.equal(await by('category_id', there.op), 'blmo')
  assert.equal(await by('traveler_id', there.others.traveler_id), 'n')
  assert.equal(await by('booking_id', there.nobodys.booking_id), 'o')
  assert.equal(await by('planned_trip_id', there.trip_id), 'abcdefghijklmno')
  assert.equal(await by('planned_trip_id', 999_999), '')
  assert.equal(await by('assignee_id', home.ids.ticketing), 'a')
  assert.equal(await by('sales_user_id', home.ids.admin), 'o')
})

test('the list of requests that wait for the caller', async () => {
  const mine = (who: typeof sales) => found('sort=id&next_action_by=me', who)
  assert.equal(await mine(sales), 'eghij')
  assert.equal(await mine(ticketing), 'adkn')
  assert.equal(await mine(op), 'bo')
  assert.equal(await mine(home.as('line_control')), '')
  assert.equal(await mine(admin), 'c')
  assert.equal(await mine(customer), 'f')
  assert.equal(await mine(other), '')
  const colleague = await admin.post('/users', {
    name: '票務二',
    email: 't2@example.com',
    role: 'department',
    department: 'ticketing',
  })
  await sales.put(`/addon-requests/${ids.d}`, { assignee_id: colleague.data.id })
  assert.equal(await mine(ticketing), 'akn', 'what a colleague has in hand waits for the colleague')
  await sales.put(`/addon-requests/${ids.d}`, { assignee_id: null })
  await sales.put(`/addon-requests/${ids.e}`, { sales_user_id: home.ids.admin })
  assert.equal(await mine(sales), 'ghij')
  await sales.put(`/addon-requests/${ids.e}`, { sales_user_id: null })
  assert.equal(await mine(sales), 'eghij', 'what nobody has in hand waits for everybody')
  await sales.put(`/addon-requests/${ids.e}`, { sales_user_id: home.ids.sales })
})

test('the list of requests that the caller is responsible for', async () => {
  const mine = (who: typeof sales) => found('sort=id&mine=true', who)
  assert.equal(await mine(ticketing), 'a')
  assert.equal(await mine(admin), 'o')
  assert.equal(await mine(sales), 'abcdefghijklmn')
  assert.equal(await mine(customer), 'abcdefghijklm', 'all that it sees is its own')
})

test('the list of open requests that the caller has not read', async () => {
  const op2 = home.as('line_control')
  const unread = () => found('sort=id&unread=true', op2)
  assert.equal(await unread(), 'abcdefghijkno')
  await op2.patch(`/addon-requests/${ids.d}/mark-read`)
  assert.equal(await unread(), 'abcefghijkno')
})

test('the next action in every status', async () => {
  const { data } = await sales.get('/addon-requests?per_page=100&sort=id')
  const next = (request: { next_action: { who: string; what: string; due: string | null } | null }) =>
    request.next_action &&
    `${request.next_action.who} ${request.next_action.what}${request.next_action.due ? ' by' : ''}`
  assert.deepEqual(data.map(next), [
    'department department-quote by',
    'department department-final by',
    'admin approve',
    'department department-quote by',
    'sales sales-forward',
    'customer customer-response by',
    'sales sales-forward by',
    'sales sales-forward',
    'sales sales-confirm',
    'sales sales-confirm',
    'department department-final by',
    null,
    null,
    'department department-quote by',
    'department department-final by',
  ])
  const [{ created_at, next_action }] = data
  assert.equal(
    Date.parse(next_action.due) - Date.parse(created_at),
    24 * 3_600_000,
    'the hours of its type from when the turn began',
  )
})

test('a customer sees only its own requests, without internal data', async () => {
  assert.equal(await found('sort=id', customer), 'abcdefghijklm')
  assert.equal(await found('sort=id', other), 'n')
  assert.equal(await found('sort=id&status=open', customer), 'abde', 'an inquiry and a quote are no news to it')
  assert.equal(await found('sort=id&next_action_by=customer', customer), 'f')
  assert.equal(await found('sort=id&next_action_by=sales', customer), 'abcdeghijk')
  assert.equal(await found('sort=id&next_action_by=department', customer), '')
  assert.equal(await found(`sort=id&booking_id=${there.others.booking_id}`, customer), '')
  assert.equal(await found('q=大同', customer), '')
})

test('with a cursor, each order returns each row exactly once', async () => {
  for (const sort of [
    'created_at',
    '-created_at',
    'needed_by',
    '-needed_by',
    'response_deadline',
    '-response_deadline',
    '-updated_at',
    'priority',
    '-priority,needed_by',
    'request_number',
    'needed_by,-created_at',
    '-id',
  ])
    for (const [who, per_page] of [
      [sales, 4],
      [customer, 3],
    ] as const) {
      const whole = await found(`sort=${sort}`, who)
      let cursor = ''
      let read = ''
      do {
        const { data, body } = await who.get(`/addon-requests?sort=${sort}&per_page=${per_page}&cursor=${cursor}`)
        read += data.map(({ id }: { id: number }) => letters.get(id)).join('')
        cursor = body.meta.next_cursor
        assert.equal(body.meta.has_more, cursor !== null)
      } while (cursor)
      assert.equal(read, whole, `${sort} by ${per_page}`)
    }
})

test('pages have their `meta`', async () => {
  const { body } = await sales.get('/addon-requests?page=2&per_page=6')
  assert.deepEqual(body.meta, { current_page: 2, per_page: 6, total: 15, last_page: 3, from: 7, to: 12 })
  assert.deepEqual(body.data.map(({ id }: { id: number }) => letters.get(id)).join(''), 'ihgfed')
})

test('every row of the list equals the single request, except the free details and their names', async () => {
  for (const who of [sales, customer])
    for (const item of (await who.get('/addon-requests?per_page=100')).data) {
      const { details, details_schema, ...request } = (await who.get(`/addon-requests/${item.id}`)).data
      assert.deepEqual([request, typeof details, details_schema], [item, 'object', []])
    }
})

test('invalid queries are refused', async () => {
  for (const [query, field] of [
    ['status=lost', 'status'],
    ['next_action_by=leader', 'next_action_by'],
    ['sort=message', 'sort'],
    ['sort=id,id', 'sort'],
    ['nonsense=1', 'nonsense'],
    ['type_id=abc', 'type_id'],
    ['needed_from=2083-02-30', 'needed_from'],
    ['cursor=xyz', 'cursor'],
    ['overdue=perhaps', 'overdue'],
    ['per_page=101', 'per_page'],
  ] as const) {
    const refused = await sales.get(`/addon-requests?${query}`)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, [field]], query)
  }
})

test('requests are counted by value, with the filters of the list', async () => {
  const counts = async (query: string, who = sales) => (await who.get(`/addon-requests/stats?${query}`)).data
  const all = await counts('by=status,department')
  assert.deepEqual(all, {
    total: 15,
    by_status: {
      pending_approval: 1,
      open: 4,
      inquiring: 1,
      quoted: 1,
      offered: 2,
      negotiating: 1,
      accepted: 1,
      rejected: 1,
      confirmed: 1,
      completed: 1,
      cancelled: 1,
    },
    by_department: { ticketing: 11, line_control: 0, op: 4 },
  })
  const open = await counts('by=priority&group=open&department=op')
  assert.deepEqual(open, { total: 2, by_priority: { low: 1, normal: 1, high: 0, urgent: 0 } })
  const own = await counts('by=status', customer)
  assert.deepEqual(
    [own.total, own.by_status.open, own.by_status.inquiring],
    [13, 4, 0],
    'internal statuses are not counted',
  )
  assert.equal((await sales.get('/addon-requests/stats')).status, 422)
  assert.equal((await sales.get('/addon-requests/stats?by=message')).status, 422)
})

test('a request contains the names of its people, the turns that are possible now, and their deadline', async () => {
  const one = async (who: typeof sales) => (await who.get(`/addon-requests/${ids.a}`)).data
  const { sales_user, assignee, possible, due, next_action } = await one(sales)
  assert.deepEqual(
    [sales_user.id, assignee.id, typeof sales_user.name, Object.keys(assignee)],
    [home.ids.sales, home.ids.ticketing, 'string', ['id', 'name', 'name_en']],
  )
  const at = `/api/addon-requests/${ids.a}`
  assert.deepEqual(possible, [
    { turn: 'cancel', method: 'POST', path: `${at}/cancel` },
    { turn: 'sales-inquiry', method: 'POST', path: `${at}/communications/sales-inquiry` },
    { turn: 'sales-forward', method: 'POST', path: `${at}/communications/sales-forward` },
  ])
  assert.deepEqual([due, typeof due], [next_action.due, 'string'])
  const own = await one(customer)
  assert.deepEqual(
    [own.assignee, own.due, own.possible.map(({ turn }: { turn: string }) => turn)],
    [null, null, ['cancel']],
  )
  assert.deepEqual((await one(op)).possible, [], 'it belongs to another department')
  const offered = (await customer.get('/addon-requests?status=offered&sort=id')).data
  assert.deepEqual(
    offered.map(({ id, possible }: { id: number; possible: { path: string }[] }) => [
      letters.get(id),
      possible.at(-1)?.path,
    ]),
    [
      ['f', `/api/addon-requests/communications/${offered[0].offer_id}/customer-response`],
      ['g', `/api/addon-requests/${ids.g}/cancel`],
    ],
    'the deadline of the second has passed',
  )
})

test('a conversation is marked as read in one call', async () => {
  const unread = async () => (await ticketing.get(`/addon-requests/${ids.d}`)).data.unread_count
  assert.equal(await unread(), 4)
  assert.deepEqual((await ticketing.patch(`/addon-requests/${ids.d}/mark-read`)).data, { marked: 4 })
  assert.deepEqual(
    [await unread(), (await ticketing.patch(`/addon-requests/${ids.d}/mark-read`)).data],
    [0, { marked: 0 }],
  )
  assert.equal((await other.patch(`/addon-requests/${ids.d}/mark-read`)).status, 404)
})
