import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as, db, plant } = home
const { trip, book, enter, leader } = await fixtures(home)
const [finance, manager, office] = [as('finance'), as('manager'), as('op')]

const japan = await trip('2087-06-01', '2087-06-05')
const booking = await book(japan)
const mei = await enter(booking, '王小美', {
  passport_number: 'Z11122233',
  birth_date: '1990-01-02',
  notes: '素食過敏',
})
await db.updateTable('bookings').set({ notes: '請輪椅服務' }).where('id', '=', booking).execute()
plant('請輪椅服務', (actor) => actor?.roles.join() === 'finance')
plant('•••233', (actor) => actor?.roles.join() === 'finance')
plant('素食過敏', (actor) => actor?.roles.join() === 'finance')

const routes = app.catalogue.flatMap(({ methods, path, access, body }) =>
  methods.map((method) => ({
    called: `${method} ${path}`,
    method,
    path,
    may: (role: 'sales' | 'department' | 'finance' | 'manager') => typeof access !== 'string' && access.includes(role),
    isForAll: typeof access === 'string',
    overrides: 'override' in (body?.properties ?? {}),
  })),
)

/** Managers also see how much work waits for each person, what they are asked to approve, the enquiries of sales, who holds cash, what customers send of their payments, what became of refunds to cards, legal receipts, and what leaders write and spend on the road. */
const ofManagers = [
  'GET /api/card-refunds/{id}',
  'GET /api/planned-trips/{id}/leader-account/paper',
  'GET /api/planned-trips/{id}/day-notes',
  'GET /api/planned-trips/{id}/expenses',
  'GET /api/planned-trips/{id}/advances',
  'GET /api/planned-trips/{id}/leader-account',
  'GET /api/day-notes/{id}',
  'GET /api/expenses',
  'GET /api/expenses/{id}',
  'GET /api/advances/{id}',
  'GET /api/enquiries',
  'GET /api/enquiries/{id}',
  'GET /api/enquiries/{id}/history',
  'GET /api/bookings/{id}/legal-receipts',
  'GET /api/bookings/{id}/receipt-buyers',
  'GET /api/bookings/{id}/line-link',
  'GET /api/payment-reports/{id}/picture',
  'GET /api/refund-orders',
  'GET /api/refund-orders/{id}',
  'GET /api/cash/drawers',
  'GET /api/cash/counts',
  'GET /api/cash/counts/{id}',
  'GET /api/cash/handovers',
  'GET /api/cash/handovers/{id}',
  'GET /api/cheques',
  'GET /api/cheques/{id}',
  'GET /api/legal-receipts',
  'GET /api/legal-receipts/{id}',
  'GET /api/receipt-books/numbers',
  'GET /api/receipt-books',
  'GET /api/receipt-books/{id}',
  'GET /api/money/today',
  'GET /api/approvals',
  'GET /api/approvals/{id}',
  'GET /api/work/people',
]

test('a manager reads what both sales and departments read, and in addition only approvals, enquiries, cash, what waits of the money, pictures of payments, refunds, legal receipts, the road and how much work waits for each person', () => {
  const wrong = routes
    .filter(({ method, isForAll }) => method === 'GET' && !isForAll)
    .filter(({ may }) => may('manager') !== (may('sales') && may('department')))
  assert.deepEqual(
    wrong.map(({ called }) => called),
    ofManagers,
  )
})

test('apart from reveals and marks, a manager writes only where a conflict can be overridden, restores bookings, hands them over and merges trips, works on enquiries with sales, and decides what is asked', () => {
  const writes = routes.filter(({ method, may }) => method !== 'GET' && may('manager'))
  assert.deepEqual(
    writes.filter(({ overrides }) => !overrides).map(({ called }) => called),
    [
      // Reveals that are logged, the marks that entries were read, and the presence on records.
      'PATCH /api/line/threads/{id}/read',
      'POST /api/planned-trips/{id}/dietary-list/reveal',
      // Merging trips at the prices of before is above the limit of sales.
      'POST /api/planned-trips/{id}/bookings/move',
      'POST /api/planned-trips/{id}/name-list/reveal',
      'POST /api/planned-trips/{id}/insurance-list/reveal',
      'POST /api/planned-trips/{id}/visa-list/reveal',
      'POST /api/planned-trips/{id}/arrival-list/reveal',
      'POST /api/planned-trips/{id}/emergency-pack/reveal',
      'POST /api/planned-trips/{id}/leader-pack/reveal',
      'POST /api/planned-trips/{id}/docs/reveal',
      // What goes wrong on the road.
      'POST /api/planned-trips/{id}/incidents',
      'PUT /api/incidents/{id}',
      'PATCH /api/incidents/{id}',
      'POST /api/incidents/{id}/updates',
      'POST /api/incidents/{id}/take',
      'POST /api/incidents/{id}/report',
      'POST /api/incidents/{id}/close',
      // What people ask before they book, and the guests of talks.
      'POST /api/sessions/{id}/attendances',
      'POST /api/sessions/{id}/invitations',
      'POST /api/sessions/{id}/enquiries',
      'POST /api/sessions/{id}/attendances/import',
      'POST /api/enquiries',
      'PUT /api/enquiries/{id}',
      'PATCH /api/enquiries/{id}',
      'POST /api/enquiries/{id}/notes',
      'POST /api/enquiries/{id}/hand-over',
      'POST /api/enquiries/{id}/lose',
      'POST /api/enquiries/{id}/in-touch',
      'POST /api/enquiries/{id}/quote',
      'POST /api/enquiries/{id}/reopen',
      'POST /api/enquiries/{id}/link',
      // What a manager has said to a customer.
      'POST /api/bookings/{id}/notes',
      // A booking that lies with somebody who is away goes to another salesperson.
      'POST /api/bookings/{id}/hand-over',
      'POST /api/bookings/bulk/hand-over',
      // A cancellation that a manager has approved can be undone, and one of others taken back.
      'POST /api/bookings/{id}/undo-cancel',
      'POST /api/bookings/{id}/restore',
      // A dry run, which changes nothing.
      'POST /api/bookings/{id}/receipt-misfits',
      'POST /api/persons/find',
      // What colleagues ask managers to approve.
      // Refunds that finance has ordered, with the account to which they go.
      'POST /api/refund-orders/{id}/approve',
      'POST /api/refund-orders/{id}/refuse',
      'POST /api/refund-orders/{id}/reveal',
      'POST /api/approvals/{id}/approve',
      'POST /api/approvals/{id}/decline',
      'POST /api/approvals/{id}/withdraw',
      'POST /api/travelers/{id}/reveal',
      'POST /api/name-lists/read',
      'POST /api/traveler-documents/{id}/reveal',
      // An add-on whose type needs an approval.
      'POST /api/addon-requests/{id}/approve',
      'POST /api/addon-requests/{id}/decline',
      'PATCH /api/addon-requests/communications/{id}/mark-read',
      'PATCH /api/addon-requests/{id}/mark-read',
      'POST /api/notifications/presence',
    ],
  )
  const overriding = routes.filter(({ overrides, may }) => overrides && !may('manager'))
  assert.deepEqual(
    overriding.map(({ called }) => called),
    ['PUT /api/planned-trips/{id}', 'PATCH /api/planned-trips/{id}'],
    'the hours of a briefing are changed with the rest of its trip',
  )
})

test('a manager overrides a conflict with a reason, and cannot do the daily work', async () => {
  const guide = await leader('陳志明')
  const put = (id: number, body: object) => manager.put(`/planned-trips/${id}/assigned-leader`, body)
  const daily = [
    await put(japan, { tour_leader_id: guide }),
    await put(japan, { tour_leader_id: guide, override: true }),
    await manager.post('/leader-unavailabilities', {
      tour_leader_id: guide,
      type: 'personal',
      starts_on: '2087-06-02',
      ends_on: '2087-06-02',
    }),
  ]
  assert.deepEqual(
    daily.map(({ status, body }) => [status, body.code, body.detail]),
    daily.map(() => [
      403,
      'forbidden',
      'A manager does this only to accept a conflict: confirm the override and give a reason.',
    ]),
  )
  assert.equal((await office.put(`/planned-trips/${japan}/assigned-leader`, { tour_leader_id: guide })).status, 200)
  const clashing = await trip('2087-06-04', '2087-06-08')
  const refused = await office.put(`/planned-trips/${clashing}/assigned-leader`, { tour_leader_id: guide })
  assert.equal(refused.body.code, 'leader_conflict')
  const accepted = await put(clashing, { tour_leader_id: guide, override: true, reason: '由副領隊交接' })
  assert.deepEqual([accepted.status, accepted.data.assigned_leader_id], [200, guide])
  const [change] = (await manager.get(`/planned-trips/${clashing}/leader-history`)).data
  assert.deepEqual([change.is_override, change.reason, change.changed_by_name], [true, '由副領隊交接', '主管老周'])
})

test('an override without a conflict is refused, so that it gives a manager no other rights', async () => {
  const free = await leader('吳無事')
  const lone = await trip('2087-09-01', '2087-09-03')
  const force = { override: true, reason: '以防萬一' }
  const leave = { tour_leader_id: free, type: 'personal', starts_on: '2087-10-01', ends_on: '2087-10-02' }
  const request = (await office.post('/leader-unavailabilities', { ...leave, firmness: 'tentative' })).data
  const talk = (await office.post('/seminars', { kind: 'product_talk', title: '東歐', briefing_leader_id: free })).data
  const hours = { starts_at: '2087-11-01T19:00', ends_at: '2087-11-01T20:00', timezone: 'Asia/Taipei' }
  const session = (await office.post(`/seminars/${talk.id}/sessions`, hours)).data
  const later = { starts_at: '2087-11-02T19:00', ends_at: '2087-11-02T20:00' }
  const asked = await db
    .insertInto('leader_unavailabilities')
    .values({ ...leave, type: 'sick', starts_on: '2087-12-01', ends_on: '2087-12-01', status: 'requested' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const needless = [
    await manager.put(`/planned-trips/${lone}/assigned-leader`, { tour_leader_id: free, ...force }),
    await manager.put(`/planned-trips/${lone}/briefing-leader`, { tour_leader_id: free, ...force }),
    await office.put(`/planned-trips/${lone}`, { notes: '改', ...force }),
    await manager.post('/leader-unavailabilities', {
      ...leave,
      starts_on: '2087-10-20',
      ends_on: '2087-10-21',
      ...force,
    }),
    await manager.put(`/leader-unavailabilities/${request.id}`, { type: 'other', ...force }),
    await manager.post(`/leader-unavailabilities/${asked.id}/approve`, force),
    await manager.put(`/seminars/${talk.id}`, { title: '改名', ...force }),
    await manager.post(`/seminars/${talk.id}/sessions`, { ...hours, ...later, ...force }),
    await manager.post(`/seminars/${talk.id}/sessions/bulk`, { sessions: [{ ...hours, ...later }], ...force }),
    await manager.put(`/sessions/${session.id}`, { venue: '別處', ...force }),
    await manager.put(`/sessions/${session.id}`, { ...later, ...force }),
  ]
  assert.deepEqual(
    needless.map(({ status, body }) => [status, body.errors]),
    needless.map(() => [422, { override: ['There is no conflict to override: send it without the override.'] }]),
  )
  const unchanged = [
    (await office.get(`/planned-trips/${lone}`)).data.assigned_leader_id,
    (await office.get(`/leader-unavailabilities/${asked.id}`)).data.status,
    (await office.get(`/seminars/${talk.id}`)).data.title,
    (await office.get(`/seminars/${talk.id}/sessions`)).data.length,
  ]
  assert.deepEqual(unchanged, [null, 'requested', '東歐', 1])
})

test('finance has no routes of travelers, their documents and special requests, or leaders, and only reads add-ons', () => {
  const closed =
    /travel(l)?er|document|manifest|list\/reveal|name-list|rooming|dietary|readiness|reveal|tour-leaders|audit|seminars|\/sessions/
  const open = routes.filter(({ path, may }) => closed.test(path) && may('finance'))
  assert.deepEqual(
    open.map(({ called }) => called),
    // The account to which a refund goes.
    ['POST /api/refund-orders/{id}/reveal'],
  )
  const written = routes.filter(
    ({ path, called, may }) => /addon-requests/.test(path) && !/^GET /.test(called) && may('finance'),
  )
  assert.deepEqual(
    written.map(({ called }) => called),
    [],
  )
})

test('finance sees bookings with their money, and only the names of travelers', async () => {
  const { data } = await finance.get(`/bookings/${booking}`)
  assert.deepEqual(
    [data.id, data.notes, data.travelers.map(({ name }: { name: string }) => name)],
    [booking, null, ['王小美']],
  )
  assert.ok(Array.isArray(data.price_lines) && Array.isArray(data.payments))
  assert.equal((await finance.get('/bookings')).data.length, 1)
  for (const path of [`/travelers/${mei.id}`, '/travelers', '/traveler-documents', `/planned-trips/${japan}/manifest`])
    assert.deepEqual([path, (await finance.get(path)).status], [path, 403])
})

test('finance records a payment and a refund that a manager has approved, voids one, and cannot change anything else in the booking', async () => {
  const paid = await finance.post(`/bookings/${booking}/payments`, {
    amount: 1000,
    method: 'bankTransfer',
    confirmed_amount: 1000,
    received_at: '2026-01-05T10:00:00+08:00',
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const refund = { kind: 'refund', amount: 200, method: 'bankTransfer', received_at: '2026-01-06T10:00:00+08:00' }
  assert.equal((await finance.post(`/bookings/${booking}/payments`, refund)).status, 422)
  const [{ id: obligation_id }] = (await finance.get(`/bookings/${booking}/obligations`)).data
  const order = await finance.post('/refund-orders', { obligation_id, payee: '王小美', amount: 200 })
  assert.equal((await as('manager').post(`/refund-orders/${order.data.id}/approve`, {})).status, 200)
  const back = await finance.post(`/bookings/${booking}/payments`, refund)
  assert.equal(back.status, 201, JSON.stringify(back.body))
  const voided = await finance.post(`/bookings/${booking}/payments/${back.data.id}/void`, { reason: '重複入帳' })
  assert.equal(voided.status, 200, JSON.stringify(voided.body))
  for (const answer of [
    await finance.put(`/bookings/${booking}`, { contact_name: '別人' }),
    await finance.post(`/bookings/${booking}/cancel`, { reason: 'x' }),
    await finance.post(`/bookings/${booking}/price-lines`, {}),
  ])
    assert.equal(answer.body.code, 'forbidden')
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from booking_payments where booking_id = ${booking}`.execute(db)
  assert.equal(rows[0]?.n, 2)
})

test('finance sees the price of a trip and the costs of its days, like staff and unlike leaders', async () => {
  await office.put(`/planned-trips/${japan}`, { price_overrides: { adult: 29_900 } })
  const priced = async (who: 'finance' | 'sales') => {
    const { data } = await as(who).get(`/planned-trips/${japan}`)
    return { price: data.price, overrides: data.price_overrides, terms: data.terms }
  }
  const seen = await priced('finance')
  assert.deepEqual(seen, await priced('sales'))
  assert.notEqual(seen.price, null)
})
