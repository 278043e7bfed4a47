import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, database, ids } = home
const { trip, body } = await bookingFixtures(home)
const [sales, admin] = [as('sales'), as('admin')]
const { id: planned } = await trip(30)
const found = async (q: string) =>
  done(await sales.get(`/persons?q=${encodeURIComponent(q)}&sort=id`)).map(({ name }: { name: string }) => name)
const personOf = async (column: 'traveler_id' | 'booking_id' | 'user_id' | 'tour_leader_id', id: number) =>
  (await db.selectFrom('person_records').select('person_id').where(column, '=', id).executeTakeFirstOrThrow()).person_id

test('everyone who books, travels, signs in or leads is a person, and a contact who travels is one person', async () => {
  const contact = { name: '王大明', phone: '0912-345-678', email: 'ming@example.com' }
  const family = [
    { name: '王大明', surname_en: 'WANG', given_name_en: 'TA-MING', birth_date: '1980-01-01' },
    { name: '王小美', surname_en: 'WANG', given_name_en: 'HSIAO MEI', mobile: '+886 922 111 222' },
  ]
  const booking = done(await sales.post('/bookings', { ...body(planned, []), contact, travelers: family }))
  const [ming, mei] = done(await sales.get(`/travelers?booking_id=${booking.id}&sort=id`))
  const person = await personOf('booking_id', booking.id)
  assert.equal(await personOf('traveler_id', ming.id), person)
  assert.notEqual(await personOf('traveler_id', mei.id), person)
  const read = done(await sales.get(`/persons/${person}`))
  assert.deepEqual(
    [read.name, read.name_en, read.phone, read.email, read.language, read.merged_into, read.erased_at, read.history],
    ['王大明', 'WANG TA-MING', '0912-345-678', 'ming@example.com', booking.locale, null, null, []],
  )
  assert.deepEqual(
    [read.bookings, read.travelers, read.accounts, read.leaders].map((rows) =>
      rows.map(({ id }: { id: number }) => id),
    ),
    [[booking.id], [ming.id], [], []],
  )
  const leader = done(
    await admin.post('/tour-leaders', { name: '陳領隊', mobile: '0933 444 555', user_id: ids.leader }),
  )
  const led = done(await sales.get(`/persons/${await personOf('tour_leader_id', leader.id)}`))
  assert.deepEqual([led.name, led.leaders[0].leader_number], ['陳領隊', leader.leader_number])
  assert.deepEqual(
    led.accounts.map(({ id }: { id: number }) => id),
    [ids.leader],
  )
  const account = done(await sales.get(`/persons/${await personOf('user_id', ids.customer)}`))
  assert.deepEqual(account.accounts, [
    {
      id: ids.customer,
      record_id: account.accounts[0].record_id,
      name: account.name,
      name_en: account.name_en,
      role: 'customer',
      roles: ['customer'],
      status: 'active',
    },
  ])
})

test('persons are found by names in either order and case, by digits and by mail address', async () => {
  assert.deepEqual(await found('大明'), ['王大明'])
  assert.deepEqual(await found('ta-ming wang'), ['王大明'])
  assert.deepEqual(await found('Hsiao-Mei WANG'), ['王小美'])
  assert.deepEqual(await found('wang hsiao mei'), ['王小美'])
  assert.deepEqual(await found('0922 111'), ['王小美'])
  assert.deepEqual(await found('+886-922-111-222'), ['王小美'])
  assert.deepEqual(await found('MING@example'), ['王大明'])
  assert.deepEqual(await found('%'), [])
})

test('a person takes its data from its newest record', async () => {
  const later = {
    ...body(planned, ['王小美']),
    contact: { name: '陳會計', phone: '02-2345-6789', email: 'c@example.com' },
  }
  const booking = done(await sales.post('/bookings', later))
  const [mei] = done(await sales.get(`/travelers?booking_id=${booking.id}`))
  const person = await personOf('traveler_id', mei.id)
  assert.equal(done(await sales.get(`/persons/${person}`)).phone, null)
  done(await sales.put(`/travelers/${mei.id}`, { mobile: '0955 666 777', language: 'ja' }))
  const read = done(await sales.get(`/persons/${person}`))
  assert.deepEqual([read.phone, read.language, read.version], ['0955 666 777', 'ja', 2])
  const changed = done(await sales.put(`/persons/${person}`, { opt_outs: ['advertising'], consents: ['photos'] }))
  assert.deepEqual([changed.opt_outs, changed.consents], [['advertising'], ['photos']])
  assert.equal((await as('op').put(`/persons/${person}`, { opt_outs: [] })).status, 403)
  assert.equal((await sales.put(`/persons/${person}`, { name: '別名' })).status, 422)
})

test('records that are written by SQL alone get persons too, and removing the last record removes its person', async () => {
  const bySql = async <T>(work: (run: (text: string) => Promise<number>) => Promise<T>) =>
    database.transaction({}, (tx) =>
      work(async (text) => (await sql<{ id: number }>`${sql.raw(text)} returning id`.execute(tx)).rows[0]?.id ?? 0),
    )
  const [user, booking, traveler] = await bySql(async (run) => [
    await run(`insert into users (name, email, role) values ('李客戶', 'li@example.com', 'customer')`),
    await run(
      `insert into bookings (booking_number, planned_trip_id, contact_name, contact_email, customer_user_id)
       select 'SQL-1', ${planned}, '李 客戶', 'LI@example.com', max(id) from users`,
    ),
    await run(`insert into travelers (booking_id, name) select max(id), '李客戶' from bookings`),
  ])
  const person = await personOf('user_id', user ?? 0)
  assert.deepEqual(
    [await personOf('booking_id', booking ?? 0), await personOf('traveler_id', traveler ?? 0)],
    [person, person],
  )
  const alone = await bySql((run) => run(`insert into travelers (booking_id, name) values (${booking}, '過客')`))
  const passing = await personOf('traveler_id', alone)
  await bySql((run) => run(`update travelers set name = '•••' where id = ${alone}`))
  assert.notEqual(done(await sales.get(`/persons/${passing}`)).erased_at, null)
  await bySql((run) => run(`delete from travelers where id = ${alone}`))
  assert.equal((await sales.get(`/persons/${passing}`)).status, 404)
})
