import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures as conversations } from '../../../test/fixtures/addon-requests.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { openSession } from '../auth/sessions.ts'
import { thoseIn } from './has-role.ts'

const home = await house()
await refundsByOne(home)
const { as, asBearer, database, db, ids, another } = home
const { leader, trip, assign, book, enter } = await fixtures(home)
const there = await conversations(home)
const admin = as('admin')

const hired = async (name: string, roles: string[], more: object = {}) => {
  const email = `${name}@office.example`
  const made = await admin.post('/users', { name, email, role: roles[0], roles, ...more })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { token } = await database.transaction({}, (tx) => openSession(tx, made.data.id))
  return { id: made.data.id as number, call: asBearer(token), shown: made.data }
}

test('an account holds several roles; `role` is the first of them in every answer', async () => {
  const { id, call, shown } = await hired('owner', ['sales', 'finance'])
  assert.deepEqual([shown.role, shown.roles, shown.department], ['sales', ['sales', 'finance'], null])
  const me = (await call.get('/me')).data
  assert.deepEqual([me.role, me.roles], ['sales', ['sales', 'finance']])
  for (const ability of ['edit_bookings', 'record_refunds']) assert.ok(me.may.includes(ability), ability)
  for (const role of ['sales', 'finance']) {
    const found = (await admin.get(`/users?role=${role}&per_page=100`)).data
    assert.ok(
      found.some((user: { id: number }) => user.id === id),
      `listed as ${role}`,
    )
    const options = (await admin.get(`/users/list/options?role=${role}&q=owner`)).data
    assert.deepEqual(
      options.map((one: { role: string; roles: string[] }) => [one.role, one.roles]),
      [['sales', ['sales', 'finance']]],
    )
  }
  const turned = await admin.put(`/users/${id}`, { roles: ['finance', 'sales'] })
  assert.deepEqual([turned.data.role, turned.data.roles], ['finance', ['finance', 'sales']])
  assert.equal((await call.get('/me')).status, 200, 'another order takes no right away')
  assert.equal((await admin.put(`/users/${id}`, { role: 'finance' })).status, 200)
  const same = await admin.put(`/users/${id}`, { name: 'owner', role: 'finance' })
  assert.deepEqual(same.data.roles, ['finance', 'sales'], 'a client that knows only the first role takes none away')
  const told = await admin.get(`/audit?table_name=users&record_id=${id}&per_page=1`)
  assert.deepEqual(told.data[0].changes.roles, [
    ['sales', 'finance'],
    ['finance', 'sales'],
  ])
})

test('combinations of roles that make no sense are refused with a sentence', async () => {
  const faults = async (body: object) =>
    (await admin.post('/users', { name: 'x', email: 'x@office.example', ...body })).body.errors
  assert.deepEqual(await faults({ role: 'customer', roles: ['customer', 'sales'] }), {
    roles: ['The account of a customer has no other role; give this person another account for its work.'],
  })
  assert.deepEqual(await faults({ role: 'sales', roles: ['finance', 'sales'] }), {
    roles: ['The first of them must be the role.'],
  })
  assert.deepEqual(await faults({ role: 'sales', roles: ['sales', 'department'] }), {
    department: ['The role department needs its department.'],
  })
  assert.deepEqual(Object.keys(await faults({ role: 'sales', roles: [] })), ['roles'])
  assert.equal((await admin.put(`/users/${ids.customer}`, { roles: ['customer', 'leader'] })).status, 422)
})

test('an account has the rights of all its roles: sales and finance', async () => {
  const both = await hired('both', ['sales', 'finance'])
  const booking = await book(await trip('2087-06-01', '2087-06-05'))
  const traveler = await enter(booking, '王小美')
  const paid = { amount: 100, method: 'cash', received_at: new Date().toISOString(), confirmed_amount: 100 }
  const payment = (await both.call.post(`/bookings/${booking}/payments`, paid)).data
  const refund = { ...paid, kind: 'refund' }
  assert.equal((await as('sales').post(`/bookings/${booking}/payments`, refund)).status, 403)
  assert.equal((await both.call.post(`/bookings/${booking}/payments`, refund)).status, 201, JSON.stringify(payment))
  assert.equal((await as('finance').get(`/travelers/${traveler.id}`)).status, 403)
  assert.equal((await both.call.get(`/travelers/${traveler.id}`)).data.name, '王小美')

  const token = await both.call.post('/me/tokens', { name: 'ERP', expires_at: '2099-01-01T00:00:00Z' })
  assert.equal((await asBearer(token.data.token).get(`/travelers/${traveler.id}`)).status, 200, 'a personal token too')
  assert.ok((await thoseIn(db, 'finance')).includes(both.id), 'it is told what finance is told')
  assert.ok((await thoseIn(db, 'sales')).includes(both.id))

  const view = { list: 'bookings', name: '帳款', filters: {}, shared_with: 'finance' }
  assert.equal((await as('finance').post('/views', view)).status, 201)
  const seen = (await both.call.get('/views?list=bookings')).data
  assert.deepEqual(
    seen.map(({ name }: { name: string }) => name),
    ['帳款'],
  )
  const { groups } = (await both.call.get('/work/counts')).data
  for (const key of ['payments_overdue', 'holds_expiring']) assert.ok(key in groups, key)
})

test('removing a role ends all sessions at once', async () => {
  const { id, call } = await hired('former', ['sales', 'finance'])
  assert.equal((await call.get('/bookings')).status, 200)
  assert.equal((await admin.put(`/users/${id}`, { roles: ['finance'] })).data.role, 'finance')
  assert.equal((await call.get('/bookings')).status, 401)
})

test('a leader with the role sales acts as a leader only on their own trips', async () => {
  const [own, other] = [await leader('阿芳'), await leader('怡君')]
  const fang = await hired('fang', ['sales', 'leader'], { tour_leader_id: own })
  const [led, foreign] = [await trip('2087-07-01', '2087-07-05'), await trip('2087-07-01', '2087-07-05')]
  await assign(led, own)
  await assign(foreign, other)
  // The role sales still reads all trips and leaders.
  for (const id of [led, foreign]) assert.equal((await fang.call.get(`/planned-trips/${id}`)).status, 200)
  // The documents of leaders are read by the departments, and by each leader their own.
  assert.equal((await fang.call.get(`/tour-leaders/${own}/files`)).status, 200)
  assert.equal((await fang.call.get(`/tour-leaders/${other}/files`)).status, 404)

  const days = { type: 'annual_leave', starts_on: '2087-08-01', ends_on: '2087-08-03' }
  const asked = await fang.call.post('/leader-unavailabilities', days)
  assert.deepEqual([asked.status, asked.data?.status, asked.data?.tour_leader_id], [201, 'requested', own])
  const foreignDays = { ...days, tour_leader_id: other }
  assert.deepEqual((await fang.call.post('/leader-unavailabilities', foreignDays)).body.errors, {
    tour_leader_id: ['There is no such record.'],
  })
  const theirs = (await as('op').post('/leader-unavailabilities', foreignDays)).data
  assert.equal((await fang.call.put(`/leader-unavailabilities/${theirs.id}`, { reason: 'x' })).status, 404)

  const back = { kind: 'leader_to_op', to_user_id: ids.op }
  assert.equal((await fang.call.put(`/planned-trips/${led}/handover`, back)).status, 200)
  assert.equal((await fang.call.put(`/planned-trips/${foreign}/handover`, back)).status, 403)
})

test('a manager who leads trips requests their own days off, and decides on those of others as a manager', async () => {
  const [own, other] = [await leader('阿國'), await leader('阿蘭')]
  const boss = await hired('boss', ['manager', 'leader'], { tour_leader_id: own })
  const days = { type: 'annual_leave', starts_on: '2087-09-01', ends_on: '2087-09-03' }
  const mine = await boss.call.post('/leader-unavailabilities', { ...days, tour_leader_id: own })
  assert.deepEqual([mine.status, mine.data?.status], [201, 'requested'])
  const theirs = (await as('op').post('/leader-unavailabilities', { ...days, tour_leader_id: other })).data
  const refused = await boss.call.put(`/leader-unavailabilities/${theirs.id}`, { reason: '改期' })
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [403, 'A manager does this only to accept a conflict: confirm the override and give a reason.'],
  )
})

test('a manager with a department does its daily work without an override; a manager with the role sales does not', async () => {
  const [ming, day] = [await leader('阿明'), ['2087-10-01', '2087-10-05'] as const]
  const head = await hired('head', ['manager', 'department'], { departments: ['op'] })
  const seller = await hired('seller', ['manager', 'sales'])
  const assigned = (call: typeof head.call, id: number) =>
    call.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: ming })
  assert.equal((await assigned(seller.call, await trip(...day))).status, 403)
  assert.equal((await assigned(head.call, await trip(...day))).status, 200)

  const booking = await book(await trip('2087-11-01', '2087-11-05'))
  const line = { kind: 'surcharge', description: '小費', unit_price: 500 }
  assert.equal((await as('manager').post(`/bookings/${booking}/price-lines`, line)).status, 403)
  assert.equal((await head.call.post(`/bookings/${booking}/price-lines`, line)).status, 403)
  assert.equal((await seller.call.post(`/bookings/${booking}/price-lines`, line)).status, 201)
})

test('sales with a department see the turns of both parties, and take those of their own department', async () => {
  const both = await hired('desk', ['sales', 'department'], { departments: ['op'] })
  const made = async (type_id: number) =>
    (await as('admin').post('/addon-requests', { type_id, traveler_id: there.nobodys.traveler_id })).data.id
  await db.updateTable('bookings').set({ sales_user_id: both.id }).where('id', '=', there.nobodys.booking_id).execute()
  const [seat, sim] = [await made(there.seat), await made(there.unpriced)]
  const possible = async (id: number) =>
    (await both.call.get(`/addon-requests/${id}`)).data.possible.map(({ turn }: { turn: string }) => turn)
  assert.deepEqual(await possible(seat), ['cancel', 'sales-inquiry', 'sales-forward'])
  assert.deepEqual(await possible(sim), [
    'cancel',
    'sales-inquiry',
    'department-quote',
    'department-decline',
    'sales-forward',
  ])
  const mine = async () =>
    (await both.call.get('/addon-requests?next_action_by=me&sort=id')).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await mine(), [sim])
  const quote = (by: typeof both.call, id: number) =>
    by.post(`/addon-requests/${id}/communications/department-quote`, { quoted_price: 900 })
  assert.equal((await quote(both.call, seat)).body.detail, 'This request is in the hands of Ticketing.')
  const said = await quote(both.call, sim)
  assert.deepEqual([said.data.sender_type, said.data.on_behalf_of], ['department', null])
  await quote(as('ticketing'), seat)
  assert.deepEqual(await mine(), [seat, sim], 'now both wait for it as sales')
})

test('a second factor is required if one of the roles requires it', async () => {
  const strict = await another({ secondFactorRoles: ['finance'] })
  const password = 'correct horse battery'
  await hired('keeper', ['sales', 'finance'], { password })
  const begun = await as().post('/login', { email: 'keeper@office.example', password })
  const call = strict.asBearer(begun.data.token)
  assert.equal((await call.get('/bookings')).body.code, 'second_factor_required')
  assert.equal((await call.get('/me/second-factor')).data.is_required, true)
  assert.equal((await strict.as('sales').get('/bookings')).status, 200)
})

test('a writer that sets only `role`, such as the release before, sets that one role', async () => {
  const rolesOf = async () =>
    (await sql<{ roles: string[] }>`select roles from users where email = 'old@office.example'`.execute(db)).rows[0]
  await sql`insert into users (name, email, role) values ('old', 'old@office.example', 'sales')`.execute(db)
  assert.deepEqual((await rolesOf())?.roles, ['sales'])
  await sql`update users set role = 'finance' where email = 'old@office.example'`.execute(db)
  assert.deepEqual((await rolesOf())?.roles, ['finance'])
})

test('the last administrator keeps that role, whatever the other roles are', async () => {
  const second = await hired('second', ['sales', 'admin'])
  assert.equal((await second.call.put(`/users/${ids.admin}`, { status: 'suspended' })).status, 200)
  const refused = await second.call.put(`/users/${second.id}`, { roles: ['sales'] })
  assert.deepEqual([refused.status, refused.body.detail], [409, 'At least one active administrator must remain.'])
})
