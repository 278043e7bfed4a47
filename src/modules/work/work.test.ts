import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import type { Person } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'
import { rolesOf } from '../../kit/http/openapi/operation.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { groupsOf } from './queries.ts'
import { type Team, teams } from './schema.ts'

const home = await demoHouse()
const { app, as, db, ids } = home

type Item = {
  record: { id: number; number: string; name: string | null; name_en: string | null }
  trip: { serial: string } | null
  person: { name: string } | null
  amount: number | null
  currency: string | null
  words: string | null
  reasons: { kind: string }[]
  due_on: string | null
  urgency: string
  action: { method: string; path: string; body: object | null; label: string | null }
}
type Group = { key: string; count: number; overdue: number; items: Item[] }
const work = async (person: Person, query = ''): Promise<Group[]> => {
  const { status, data, body } = await as(person).get(`/work${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return data
}
const group = (groups: Group[], key: string) => groups.find((each) => each.key === key)

const roleOf: Record<Team, string> = {
  ...{ sales: 'sales', op: 'department', ticketing: 'department', line_control: 'department' },
  ...{ finance: 'finance', leader: 'leader', manager: 'manager', admin: 'admin' },
}

test('the action of every row is a route that its team may call', () => {
  const wrong = teams.flatMap((team) =>
    groupsOf[team].flatMap(({ key, action: [method, path] }) => {
      if (path === '/metrics') return []
      const route = app.catalogue.find(
        (each) => each.methods.includes(method) && each.path.replace(/{\w+}/g, '{}') === path.replace(/{\w+}/g, '{}'),
      )
      return route && rolesOf(route.access).some((role) => role === roleOf[team] || role === 'signed-in')
        ? []
        : [`${team} ${key}: ${method} ${path}`]
    }),
  )
  assert.deepEqual(wrong, [])
})

test('every group is read and counted in the same way, the most urgent first', async () => {
  let found = 0
  for (const team of teams) {
    const groups = await work('admin', `?for=${team}`)
    const { data: counts } = await as('admin').get(`/work/counts?for=${team}`)
    assert.deepEqual(Object.keys(counts.groups).sort(), groupsOf[team].map(({ key }) => key).sort())
    for (const { key, count, items } of groups) {
      found += 1
      assert.equal(counts.groups[key], count, key)
      assert.equal(items.length, Math.min(count, 10), key)
      const days = items.map(({ due_on }) => due_on ?? '9999')
      assert.deepEqual(days, days.toSorted(), key)
    }
    assert.equal(
      counts.count,
      groups.reduce((all, { count }) => all + count, 0),
    )
    assert.equal(
      counts.overdue,
      groups.reduce((all, { overdue }) => all + overdue, 0),
    )
  }
  assert.ok(found >= 12, `the demo fills only ${found} groups`)
})

test('sales see their own and unassigned work, until its action is done', async () => {
  const { rows } = await sql<{ id: number }>`
    update bookings set hold_expires_at = now() + interval '2 hours', sales_user_id = ${ids.sales}
     where id = (select min(id) from bookings where status = 'held') returning id`.execute(db)
  const [booking] = rows
  assert.ok(booking)
  const found = async () =>
    group(await work('sales'), 'holds_expiring')?.items.find(({ record }) => record.id === booking.id)
  const item = await found()
  assert.deepEqual([item?.urgency === 'overdue', item?.action.path], [false, `/api/bookings/${booking.id}/confirm`])
  await sql`update bookings set sales_user_id = ${ids.admin} where id = ${booking.id}`.execute(db)
  assert.equal(await found(), undefined)
  await sql`update bookings set sales_user_id = null where id = ${booking.id}`.execute(db)
  assert.ok(await found())
  const { status, body } = await as('sales').post(`/bookings/${booking.id}/confirm`, {})
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(await found(), undefined)
})

test('a trip that has departed is overdue after its return, not after its departure', async () => {
  const { rows } = await sql<{ user: number; return_date: string }>`
    select u.id as user, t.return_date from users u join planned_trips t on t.assigned_leader_id = u.tour_leader_id
     where t.status = 'departed'`.execute(db)
  const [leader] = rows
  assert.ok(leader)
  const trips = group(await work('manager', `?for=leader&user_id=${leader.user}`), 'trips_to_hand_back')
  assert.deepEqual([trips?.overdue, trips?.items[0]?.due_on], [0, leader.return_date])
})

test('a row has its trip, an amount, a text and the responsible person; some rows are done with one button', async () => {
  const { rows } = await sql<{ id: number; serial: string; total: number }>`
    update bookings b set hold_expires_at = now() + interval '1 hour', sales_user_id = ${ids.sales}
      from planned_trips t where t.id = b.planned_trip_id and b.id = (select max(id) from bookings where status = 'held')
    returning b.id, t.serial, b.total`.execute(db)
  const [held] = rows
  assert.ok(held)
  const row = group(await work('sales'), 'holds_expiring')?.items.find(({ record }) => record.id === held.id)
  assert.deepEqual(
    [row?.trip?.serial, row?.amount, row?.currency, row?.person?.name],
    [held.serial, held.total, 'TWD', '業務小陳'],
  )
  assert.deepEqual(row?.action, {
    ...{ method: 'POST', path: `/api/bookings/${held.id}/confirm`, body: {} },
    ...{ label: '確認訂單', label_en: 'Confirm' },
  })
  const asked = await as('sales').get('/addon-requests?per_page=1&group=open')
  const { id, status } = asked.data[0]
  await sql`update addon_requests set sales_user_id = ${ids.sales} where id = ${id}`.execute(db)
  await sql`insert into addon_communications (addon_request_id, sender_type, message_type, message, is_internal)
    values (${id}, 'customer', 'note', ${`請問可以改成靠窗的座位嗎？${'謝謝'.repeat(60)}`}, false)`.execute(db)
  const said = group(await work('sales', '?group=messages_unread'), 'messages_unread')?.items
  const words = said?.find(({ record }) => record.id === id)?.words
  assert.deepEqual(
    [words?.length, words?.slice(0, 13), status !== 'completed'],
    [80, '請問可以改成靠窗的座位嗎？', true],
  )
})

test('sales switch to the work of the whole team; a single group is read completely; managers see how much waits for each person', async () => {
  const { rows } = await sql<{ id: number }>`
    update bookings set sales_user_id = ${ids.admin}, hold_expires_at = now() + interval '1 hour'
     where id = (select min(id) from bookings where status = 'held') returning id`.execute(db)
  const seen = async (query: string) =>
    group(await work('sales', query), 'holds_expiring')?.items.some(({ record }) => record.id === rows[0]?.id) ?? false
  assert.deepEqual([await seen(''), await seen('?whose=mine'), await seen('?whose=team')], [false, false, true])
  const papers = await work('admin', '?for=sales&group=papers_missing')
  assert.deepEqual(
    [papers.map(({ key }) => key), papers[0]?.items.length],
    [['papers_missing'], Math.min(papers[0]?.count ?? 0, 200)],
  )
  assert.ok((papers[0]?.count ?? 0) > 10, 'the demo has more than a first page of missing papers')
  assert.ok(papers[0]?.items.every(({ reasons }) => reasons.length > 0))
  const people = (await as('manager').get('/work/people?for=sales')).data
  const mine = people.find(({ person }: { person: { id: number } | null }) => person?.id === ids.admin)
  assert.ok(mine.count >= 1)
  assert.equal(
    people.reduce((all: number, { count }: { count: number }) => all + count, 0),
    (await as('manager').get('/work/counts?for=sales')).data.count,
  )
  assert.equal((await as('sales').get('/work/people')).status, 403)
})

test('a department sees its own groups, and a customer none', async () => {
  const { data } = await as('ticketing').get('/work/counts')
  assert.deepEqual(Object.keys(data.groups).sort(), [
    'flights_changed',
    'flights_to_release',
    'incidents_open',
    'seats_to_ticket',
    'ticketing_deadlines_due',
    'ticketing_extras_to_complete',
    'ticketing_quotes_to_give',
  ])
  assert.equal((await as('customer').get('/work')).status, 403)
  assert.equal((await as().get('/work')).status, 401)
})

test('deadlines are shown with their names, not with their keys', async () => {
  const names = group(await work('admin', '?for=op'), 'op_deadlines_due')?.items.map(({ record }) => record.name)
  assert.ok(names?.length)
  const english = group(await work('admin', '?for=op'), 'op_deadlines_due')?.items.map(({ record }) => record.name_en)
  assert.ok(
    english?.every((name) => name && !/[一-龥]/.test(name)),
    `${english}`,
  )
  for (const name of names) assert.match(name ?? '', /^[^a-z_]+$/)
})

test('only administrators and managers see the work of others, and must name the person', async () => {
  const refused = await as('sales').get('/work?for=op')
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'Only administrators and managers see the work of others; read your own.'],
  )
  assert.deepEqual(Object.keys((await as('admin').get(`/work?user_id=${ids.sales}`)).body.errors), ['for'])
  const theirs = await work('manager', `?for=sales&user_id=${ids.sales}`)
  assert.deepEqual(
    theirs.map(({ key, count }) => [key, count]),
    (await work('sales')).map(({ key, count }) => [key, count]),
  )
})

test('the morning mail lists the work of each person who wants it, in their language; no mail if there is none', async () => {
  const post = await smtp(home.atEnd)
  await startWorkers(home, post.url)
  for (const person of ['sales', 'op', 'leader'] as const) {
    const { status } = await as(person).put('/me', { morning_mail: true, ...(person === 'op' && { locale: 'en' }) })
    assert.equal(status, 200)
  }
  await home.database.transaction({}, async (tx) => enqueue(tx, 'work.morning', {}))
  await post.until(() => post.mails.length === 2, 'two mails')
  const [late] = post.to('sales@example.com')
  const groups = await work('sales')
  const sum = (of: 'count' | 'overdue') => groups.reduce((all, each) => all + each[of], 0)
  const tail = sum('overdue') ? `，其中 ${sum('overdue')} 件逾期` : ''
  assert.equal(late?.subject, `今天有 ${sum('count')} 件事等您處理${tail}`)
  assert.match(late?.text ?? '', /^業務小陳 您好：\n\n[^\n]+（\d+）\n・[A-Z]+\d+/)
  assert.match(late?.text ?? '', /https:\/\/guidon\.test\/desk/)
  assert.match(post.to('op@example.com')[0]?.subject ?? '', /^Waiting for you today: \d+/)
  // An account that switches the mail off gets none, even from a job that is already queued.
  await as('sales').put('/me', { morning_mail: false })
  await home.database.transaction({}, async (tx) => {
    enqueue(tx, 'work.mail', { user_id: ids.sales })
    enqueue(tx, 'work.mail', { user_id: ids.op })
  })
  await post.until(() => post.to('op@example.com').length === 2, 'the mail of those who want it')
  assert.deepEqual([post.to('sales@example.com').length, post.to('leader@example.com').length], [1, 0])
})

test('the morning of a manager is that of the house: no rows of departments, and what a trip lacks until its day', async () => {
  const groups = await work('manager')
  const own = ['trips_in_trouble', 'trips_below_minimum', 'payments_overdue', 'feedback_low']
  assert.deepEqual(
    groups.filter(({ key }) => !own.includes(key)).map(({ key }) => key),
    [],
  )
  const below = group(groups, 'trips_below_minimum')?.items[0]
  assert.ok(below?.due_on, 'the demo has a trip below its minimum, with the day of the decision')
  const { seats, min_pax } = (await as('manager').get(`/planned-trips/${below.record.id}`)).data
  const { rows } = await sql<{
    says: string
  }>`select ${JSON.stringify(below.reasons)}::json -> 0 ->> 'says' as says`.execute(db)
  assert.equal(rows[0]?.says, `確認 ${seats.confirmed} 人，成團需 ${min_pax} 人，還差 ${min_pax - seats.confirmed} 人`)
})
