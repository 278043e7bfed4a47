import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, asBearer, database, db, ids } = home
const { trip, body } = await bookingFixtures(home)
const [sales, admin] = [as('sales'), as('admin')]
const { id: planned } = await trip(30)
const number = 'E77001122'
const contact = { name: '許小姐標記', phone: '0966 123 987', email: 'marker.hsu@example.com', line_id: 'hsu-marker' }
const traveler = {
  name: '許小姐標記',
  surname_en: 'MARKERHSU',
  given_name_en: 'YA',
  passport_number: number,
  mobile: '0966 123 987',
}

const booking = done(
  await sales.post('/bookings', { ...body(planned, []), contact, travelers: [traveler], customer_note: '標記備註' }),
)
const personOf = async (column: 'booking_id' | 'user_id', id: number) =>
  (await db.selectFrom('person_records').select('person_id').where(column, '=', id).executeTakeFirstOrThrow()).person_id
const person = await personOf('booking_id', booking.id)
const account = done(
  await admin.post('/users', {
    name: '許標記',
    email: 'marker.hsu@example.com',
    role: 'customer',
    password: 'a long enough one',
  }),
)
const leader = done(
  await admin.post('/tour-leaders', { name: '許領隊標記', passport_number: 'L55443322', status: 'inactive' }),
)
const led = await db
  .selectFrom('person_records')
  .select('person_id')
  .where('tour_leader_id', '=', leader.id)
  .executeTakeFirstOrThrow()
const find = (who: Parameters<typeof as>[0], passport_number: string) =>
  as(who).post('/persons/find', { passport_number, reason: '旅客來電' })

test('a passport number finds its person, and the search is logged with its reason', async () => {
  const found = done(await find('op', 'e-7700 1122'))
  assert.deepEqual([found.length, found[0].id, found[0].name], [1, person, '許小姐標記'])
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['actor_id', 'table_name', 'fields', 'reason'])
    .execute()
  assert.deepEqual(reads, [
    { actor_id: ids.op, table_name: 'travelers', fields: ['passport_number'], reason: '旅客來電' },
  ])
  assert.deepEqual(done(await find('sales', 'E7700112')), [])
  assert.equal((await as('sales').post('/persons/find', { passport_number: number })).status, 422)
  for (const who of ['finance', 'leader', 'customer'] as const) assert.equal((await find(who, number)).status, 403)
})

test('a person cannot be erased while one of its records is needed, and then nothing is erased', async () => {
  const others = [await personOf('user_id', account.id), led.person_id]
  done(await sales.post(`/persons/${person}/merge`, { person_ids: others, reason: '許標記自己說的' }))
  const refused = await admin.post(`/persons/${person}/erase`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'step_not_possible'])
  assert.equal(done(await sales.get(`/bookings/${booking.id}`)).contact.name, '許小姐標記')
  assert.equal((await sales.post(`/persons/${person}/erase`)).status, 403)
})

test('the data of an erased person is unreadable everywhere', async () => {
  const customer = done(await as().post('/login', { email: 'marker.hsu@example.com', password: 'a long enough one' }))
  const attached = await asBearer(customer.token).upload('/attachments', form(pdf, '許小姐標記.pdf'))
  assert.equal(attached.status, 201)
  await mailedAll()
  const [{ id: traveler_id }] = done(await sales.get(`/bookings/${booking.id}`)).travelers
  done(await sales.post('/traveler-documents/wanted', { traveler_id, kinds: ['photo'] }))
  assert.deepEqual(
    await tablesThatSay(/標記 photo|"traveler": "許/),
    ['deliveries'],
    'a notice that names the traveler',
  )
  const kept = await savedViews()
  done(await sales.post(`/bookings/${booking.id}/cancel`, { reason: '行程有變' }))
  assert.equal((await admin.post(`/persons/${person}/erase`, undefined, { 'if-match': '"999"' })).status, 412)
  const erased = done(await admin.post(`/persons/${person}/erase`))
  assert.deepEqual(
    [erased.name, erased.name_en, erased.phone, erased.email, erased.travelers[0].name, erased.accounts[0].status],
    ['•••', null, null, null, '•••', 'suspended'],
  )
  assert.notEqual(erased.erased_at, null)
  const keys = await db.selectFrom('person_keys').select('wrapped').execute()
  assert.deepEqual(keys, [{ wrapped: null }, { wrapped: null }])
  const clear = /標記|MARKERHSU|123 987|966123987|marker\.hsu|hsu-marker/
  for (const table of await tablesThatSay(clear)) assert.fail(`${table} still says who it was`)
  assert.deepEqual(
    done(await as('op').get('/views')).map(({ name }: { name: string }) => name),
    kept,
    'views of others',
  )
  assert.deepEqual(done(await find('sales', number)), [])
  assert.equal(
    (await as().post('/login', { email: 'marker.hsu@example.com', password: 'a long enough one' })).status,
    401,
  )
  assert.equal((await admin.post(`/persons/${person}/erase`)).status, 409)
})

// Saved views that contain the name or the number of the person, one of its own views, and others. Returns the names of those that
// must stay.
const savedViews = async () => {
  const list = 'travelers'
  const [first, ...others] = [{ q: '許小姐標記' }, { q: 'markerhsu/ya' }, { q: '0966-123987' }, { q: 'hsu' }]
  done(await as('op').post('/views', { list, name: '標記甲', filters: first }))
  for (const [i, filters] of others.entries()) done(await as('op').post('/views', { list, name: `客人 ${i}`, filters }))
  done(await as('op').post('/views', { list, name: '給許小姐標記', filters: { status: 'active' } }))
  return ['客人 2']
}

// Mails to the contact, the account and the leader.
const mailedAll = async () => {
  await database.transaction({}, async (tx) => {
    await sql`update bookings set contact_proved_at = now() where id = ${booking.id}`.execute(tx)
  })
  const message = { title: '集合時間', words: '早上七點' }
  assert.equal(done(await as('op').post(`/planned-trips/${planned}/messages`, message)).recipients.length, 1)
  await database.transaction({}, (tx) =>
    sql`insert into deliveries (user_id, tour_leader_id, sentence, params, subject_type, subject_id, is_proved, state)
        values (${account.id}, null, 'x', '{}', 'planned_trip', ${planned}, true, 'sent'),
               (null, ${leader.id}, 'x', '{}', 'planned_trip', ${planned}, true, 'sent')`.execute(tx),
  )
  await database.transaction({}, (tx) => sql`update deliveries set address = 'marker.hsu@example.com'`.execute(tx))
}

const tablesThatSay = async (clear: RegExp) => {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace)`.execute(
    db,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: all } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} t`.execute(
      db,
    )
    if (all.some(({ row }) => clear.test(row))) found.push(name)
  }
  return found
}

test('an account of staff must be suspended before its person is erased', async () => {
  const staff = await personOf('user_id', ids.op)
  assert.equal((await admin.post(`/persons/${staff}/erase`)).status, 409)
  await database.transaction({}, (tx) => sql`update users set status = 'suspended' where id = ${ids.op}`.execute(tx))
  assert.equal(done(await admin.post(`/persons/${staff}/erase`)).name, '•••')
})
