import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { house, type Person } from '../../../test/house.ts'
import { listen } from '../../../test/stream.ts'
import { until } from '../../../test/until.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { openSession } from '../auth/sessions.ts'
import { notify } from './notify.ts'

const home = await house()
const { db, ids, tokens } = home
let address = ''
before(async () => {
  address = await home.app.listen({ port: 0, host: '127.0.0.1' })
})
const tell = (title: string, ...people: Person[]) =>
  home.database.transaction({}, (tx) =>
    notify(tx, {
      who: people.map((person) => ids[person]),
      event: 'trip-message',
      params: { serial: '', title, words: '內容' },
      about: { type: 'trial', id: 1 },
    }),
  )
const notifyOne = (tx: Tx, user_id: number, title: string) =>
  tx
    .insertInto('notifications')
    .values({
      user_id,
      event: 'trip-message',
      sentence: 'trip-message',
      params: JSON.stringify({ serial: '', title, words: title }),
      subject_type: 'trial',
      subject_id: 1,
    })
    .execute()
const titles = ({ told }: Awaited<ReturnType<typeof listen>>) => told.map(({ title }) => title)

test('a notice is streamed to its recipient in their language, and only after the commit', async () => {
  const [sales, op] = [await listen(address, tokens.sales), await listen(address, tokens.op)]
  assert.deepEqual(
    [sales.status, sales.headers.get('content-type'), sales.headers.get('cache-control')],
    [200, 'text/event-stream; charset=utf-8', 'no-store'],
  )
  assert.ok(sales.headers.get('x-request-id'))
  await home.database
    .transaction({}, async (tx) => {
      await notify(tx, {
        who: [ids.sales],
        event: 'trip-message',
        params: { serial: '', title: '沒有', words: '' },
        about: { type: 'trial', id: 1 },
      })
      throw new Error('taken back')
    })
    .catch(() => {})
  await tell('一', 'sales')
  await tell('二', 'sales', 'op')
  for (const ear of [sales, op]) await ear.until(() => titles(ear).includes('二'), 'what comes last')
  const [second, first] = (await home.as('sales').get('/notifications')).data
  assert.deepEqual(sales.told, [first, second])
  assert.deepEqual(titles(op), ['二'])
  for (const ear of [sales, op]) ear.hangUp()
})

test('a client that reconnects gets the notices that it missed', async () => {
  const first = await listen(address, tokens.ticketing)
  await tell('二', 'ticketing')
  await first.until(() => first.told.length > 0, 'the first is told')
  first.hangUp()
  await tell('三', 'ticketing', 'sales')
  await tell('四', 'ticketing')
  const again = await listen(address, tokens.ticketing, { 'last-event-id': `${first.told[0]?.id}` })
  await tell('五', 'ticketing')
  await again.until(() => again.told.length >= 3, 'the others are told')
  assert.deepEqual(titles(again), ['三', '四', '五'])
  const odd = await listen(address, tokens.ticketing, { 'last-event-id': "x' or 1" })
  await tell('六', 'ticketing')
  await odd.until(() => odd.told.length > 0, 'what is told from now on')
  assert.deepEqual(titles(odd), ['六'])
  for (const ear of [again, odd]) ear.hangUp()
})

test('a client that read its page before it listens learns that there are new notices, without a second toast', async () => {
  const since = new Date().toISOString()
  await tell('之前', 'line_control')
  const ear = await listen(address, tokens.line_control, {}, `?since=${since}`)
  await ear.until(() => ear.text().includes('event: missed\ndata: {"types":["notification"]}'), 'that some were missed')
  await tell('之後', 'line_control')
  await ear.until(() => titles(ear).includes('之後'), 'the next one')
  assert.equal(titles(ear).includes('之前'), false)
  ear.hangUp()
})

test('two streams opened at the same moment both work; many notices arrive once each and in order', async () => {
  const ears = await Promise.all([listen(address, tokens.op), listen(address, tokens.op)])
  const names = Array.from({ length: 60 }, (_, i) => `第${i}`)
  for (const name of names) await tell(name, 'op')
  for (const ear of ears) {
    await ear.until(() => ear.told.length >= names.length, 'all are told')
    assert.deepEqual(titles(ear), names)
    ear.hangUp()
  }
})

test('each person has at most five streams; closing one makes room', async () => {
  const ears = []
  for (let i = 0; i < 5; i++) ears.push(await listen(address, tokens.leader))
  const refused = await fetch(`${address}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${tokens.leader}` },
  })
  assert.deepEqual(
    [refused.status, Object(await refused.json()).code, refused.headers.get('retry-after')],
    [429, 'too_many_requests', '15'],
  )
  ears.pop()?.hangUp()
  const sixth = await until(async () => {
    const ear = await listen(address, tokens.leader)
    return ear.status === 200 ? ear : undefined
  }, 'there is room for a sixth one')
  for (const ear of [...ears, sixth]) ear.hangUp()
})

test('streams that open at the same moment are all counted', async () => {
  const ears = await Promise.all(Array.from({ length: 12 }, () => listen(address, tokens.ticketing)))
  const statuses = ears.map(({ status }) => status)
  assert.deepEqual(
    [200, 429].map((status) => statuses.filter((each) => each === status).length),
    [5, 7],
  )
  for (const ear of ears) ear.hangUp()
})

test('the stream needs a sign-in, answers HEAD, and allows configured origins', async () => {
  assert.equal((await listen(address, 'gdn_nobody')).status, 401)
  const headers = { authorization: `Bearer ${tokens.admin}`, origin: 'https://office.example' }
  const head = await fetch(`${address}/api/notifications/stream`, { method: 'HEAD', headers })
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8'])
  const ear = await listen(address, tokens.admin, { origin: 'https://office.example' })
  assert.equal(ear.headers.get('access-control-allow-origin'), 'https://office.example')
  ear.hangUp()
})

test('a notice that is deleted before it is streamed is skipped', async () => {
  const ear = await listen(address, tokens.line_control)
  await home.database.transaction({}, async (tx) => {
    await notifyOne(tx, ids.line_control, '空')
    await tx.deleteFrom('notifications').where(sql`params ->> 'title'`, '=', '空').execute()
  })
  await tell('七', 'line_control')
  await ear.until(() => ear.told.length > 0, 'what comes next')
  assert.deepEqual([titles(ear), ear.isOver()], [['七'], false])
  ear.hangUp()
})

test('notices written while the listener is disconnected are streamed afterwards, once and in order', async () => {
  const ears = await Promise.all([listen(address, tokens.sales), listen(address, tokens.sales)])
  await tell('斷線前', 'sales')
  for (const ear of ears) await ear.until(() => ear.told.length === 1, 'what came before')
  const lost = await sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and application_name = 'guidon listener'`.execute(db)
  assert.equal(lost.rows.length, 1)
  const names = Array.from({ length: 5 }, (_, i) => `斷線中 ${i}`)
  for (const name of names) await tell(name, 'sales')
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'guidon listener'`.execute(db)
    return rows.length > 0
  }, 'it listens again')
  await tell('斷線後', 'sales')
  for (const ear of ears) {
    await ear.until(() => ear.told.length >= 7, 'all are told')
    assert.deepEqual(titles(ear), ['斷線前', ...names, '斷線後'])
    ear.hangUp()
  }
})

test('a notice whose transaction began earlier and commits later is streamed too, also after a disconnect', async () => {
  const ear = await listen(address, tokens.admin)
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const slow = home.database.transaction({}, async (tx) => {
    await notifyOne(tx, ids.admin, '先開始')
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  await tell('先完成', 'admin')
  await ear.until(() => ear.told.length === 1, 'the quicker one')
  await sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and application_name = 'guidon listener'`.execute(db)
  mayEnd.resolve()
  await slow
  await ear.until(() => ear.told.length === 2, 'the slower one')
  assert.deepEqual(titles(ear), ['先完成', '先開始'])
  ear.hangUp()
})

/** Begins a transaction that writes a notice. The returned function commits it. */
const unfinished = async (person: Person, title: string) => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const done = home.database.transaction({}, async (tx) => {
    await notifyOne(tx, ids[person], title)
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  return () => {
    mayEnd.resolve()
    return done
  }
}
const lastEventId = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''

test('a notice that is committed while its client is disconnected comes when it reconnects, also if its id is lower than the last one', async () => {
  const first = await listen(address, tokens.ticketing)
  const commit = await unfinished('ticketing', '較早開始')
  await tell('先完成', 'ticketing')
  await first.until(() => first.told.length === 1, 'the quicker one')
  first.hangUp()
  await commit()
  const again = await listen(address, tokens.ticketing, { 'last-event-id': lastEventId(first.text()) })
  await tell('之後', 'ticketing')
  await again.until(() => again.told.length === 2, 'the slower one and the next')
  assert.deepEqual(titles(again), ['較早開始', '之後'])
  again.hangUp()

  const third = await listen(address, tokens.ticketing, { 'last-event-id': lastEventId(again.text()) })
  await tell('最後', 'ticketing')
  await third.until(() => third.told.length > 0, 'what is new')
  assert.deepEqual(titles(third), ['最後'], 'nothing comes twice')
  third.hangUp()

  const plain = await listen(address, tokens.ticketing, { 'last-event-id': `${first.told[0]?.id}` })
  await plain.until(() => titles(plain).includes('最後'), 'all that came later')
  assert.ok(titles(plain).includes('較早開始'), 'a plain id gets what may have been passed by it')
  assert.ok(!titles(plain).includes('先完成'))
  plain.hangUp()
})

test('a stream that is opened while a notice is being written gets this notice, and no earlier ones', async () => {
  await tell('已有', 'line_control')
  const commit = await unfinished('line_control', '寫入中')
  await tell('也已有', 'line_control')
  const ear = await listen(address, tokens.line_control)
  await commit()
  await tell('之後', 'line_control')
  await ear.until(() => titles(ear).includes('之後'), 'what comes last')
  assert.deepEqual(titles(ear), ['寫入中', '之後'])
  ear.hangUp()
})

/** A new session of an account, with a stream on this process and one on another. */
const session = async (person: Person) => {
  const { token } = await home.database.transaction({}, (tx) => openSession(tx, ids[person]))
  const query = '?types=addon_request,booking,planned_trip'
  const ears = [await listen(address, token, {}, query), await listen(await elsewhere(), token, {}, query)]
  return { token, ears, asOwner: home.asBearer(token) }
}
let origin: Promise<string> | undefined
const elsewhere = () => {
  origin ??= home.another().then(({ app }) => app.listen({ port: 0, host: '127.0.0.1' }))
  return origin
}
/**
 * After the revoking request was answered, the account gets a notice and a record changes. No stream may deliver either, and the
 * streams must end.
 */
let ended = 0
const assertEnded = async (person: Person, ears: Awaited<ReturnType<typeof listen>>[], what: string) => {
  const before = ears.map((ear) => ear.text())
  await tell('撤銷之後', person)
  ended += 1
  await sql`select pg_notify('changes', ${JSON.stringify({ type: 'planned_trip', id: 1, version: ended })})`.execute(db)
  for (const ear of ears) await ear.until(() => ear.isOver(), `the stream ends after ${what}`)
  assert.deepEqual(
    ears.map((ear) => ear.text()),
    before,
    what,
  )
}

test('a stream ends at once when its token is revoked, in every process, and delivers nothing more', {
  timeout: 10_000,
}, async () => {
  const logout = await session('op')
  const other = await session('op')
  assert.equal((await logout.asOwner.post('/logout')).status, 200)
  await assertEnded('op', logout.ears, 'logout')
  for (const ear of other.ears)
    await ear.until(
      () => titles(ear).includes('撤銷之後') && ear.text().includes(`"version":${ended}}`),
      'other sessions go on',
    )
  assert.equal((await other.asOwner.post('/logout-all')).status, 200)
  await assertEnded('op', other.ears, 'logout of all')

  const expired = await session('finance')
  await sql`update tokens set expires_at = now() where user_id = ${ids.finance}`.execute(db)
  await assertEnded('finance', expired.ears, 'expiry')
})

test('a stream ends when its account is suspended or gets another role', { timeout: 10_000 }, async () => {
  const admin = home.as('admin')
  const moved = await session('manager')
  assert.equal((await admin.patch(`/users/${ids.manager}`, { role: 'finance' })).status, 200)
  await assertEnded('manager', moved.ears, 'another role')
  const suspended = await session('manager')
  assert.equal((await admin.patch(`/users/${ids.manager}`, { status: 'suspended' })).status, 200)
  await assertEnded('manager', suspended.ears, 'suspension')
})

test('notices from while the listener was disconnected do not reach a stream whose token was revoked meanwhile', {
  timeout: 10_000,
}, async () => {
  const { ears, asOwner } = await session('other_customer')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'guidon listener'`.execute(db)
  assert.equal((await asOwner.post('/logout')).status, 200)
  await assertEnded('other_customer', ears, 'logout without a listener')
})

test('own notifications are listed, counted and marked as read; those of others are not found', async () => {
  await tell('未讀', 'customer')
  const [{ id }] = (await home.as('customer').get('/notifications?unread=true')).data
  const count = async () => (await home.as('customer').get('/notifications/unread-count')).data
  assert.deepEqual(await count(), { unread: 1 })
  for (const who of ['sales', 'admin'] as const) {
    const others = await home.as(who, { 'x-request-id': 'same' }).patch(`/notifications/${id}/read`)
    const missing = await home.as(who, { 'x-request-id': 'same' }).patch('/notifications/2000000000/read')
    assert.deepEqual([others.status, others.body], [404, missing.body])
  }
  const read = await home.as('customer').patch(`/notifications/${id}/read`)
  assert.equal(read.status, 200)
  assert.equal(
    (await home.as('customer').patch(`/notifications/${id}/read`)).data.read_at,
    read.data.read_at,
    'twice is once',
  )
  assert.deepEqual(await count(), { unread: 0 })
  await tell('再來', 'customer')
  await tell('又來', 'customer')
  assert.deepEqual((await home.as('customer').post('/notifications/read-all')).data, { marked: 2 })
  assert.deepEqual((await home.as('customer').get('/notifications?unread=true')).data, [])
  assert.equal((await home.as('customer').get('/notifications?event=trip-message&sort=created_at')).data.length, 3)
  assert.equal(
    (await db.selectFrom('notifications').select('id').where('user_id', '=', ids.customer).execute()).length,
    3,
  )
})

test('stopping the service ends every stream', async () => {
  const other = await home.another()
  const origin = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const ear = await listen(origin, tokens.sales)
  await other.app.close()
  await ear.until(() => ear.isOver(), 'it ends')
})

test('a stream that is being opened while the service stops does not delay the stop', async () => {
  for (const delay of [5, 10, 20, 40]) {
    const other = await home.another()
    const origin = await other.app.listen({ port: 0, host: '127.0.0.1' })
    // Like a browser, the client keeps a connection that the service does not close.
    const agent = new Agent({ keepAlive: true })
    const headers = { authorization: `Bearer ${tokens.sales}` }
    get(`${origin}/api/notifications/stream`, { agent, headers }, (answer) => answer.resume()).on('error', () => {})
    await pause(delay)
    const stopped = await Promise.race([other.app.close().then(() => true), pause(30_000, false, { ref: false })])
    agent.destroy()
    assert.equal(stopped, true, `stopped ${delay} ms after the request`)
  }
})
