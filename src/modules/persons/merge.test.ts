import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { as, database, db, ids } = home
const { trip, body } = await bookingFixtures(home)
const sales = as('sales')
const { id: planned } = await trip(30)
type Double = { reasons: { code: string }[]; persons: { id: number; name: string }[] }
const doubles = async (query = '') =>
  done(await sales.get(`/persons/doubles${query}`)).map(({ reasons, persons }: Double) => [
    reasons.map(({ code }) => code),
    persons.map(({ id }) => id),
  ])
const personOf = async (column: 'traveler_id' | 'booking_id' | 'user_id', id: number) =>
  (await db.selectFrom('person_records').select('person_id').where(column, '=', id).executeTakeFirstOrThrow()).person_id
const book = async (contact: object, travelers: object[]) => {
  const made = done(await sales.post('/bookings', { ...body(planned, []), contact, travelers }))
  const party = done(await sales.get(`/travelers?booking_id=${made.id}&sort=id`))
  return {
    contact: await personOf('booking_id', made.id),
    party: await Promise.all(party.map(({ id }: { id: number }) => personOf('traveler_id', id))),
  }
}
const read = async (id: number) => done(await sales.get(`/persons/${id}`))
const idsIn = (rows: { id: number }[]) => rows.map(({ id }) => id)

const clerk = { name: '林會計', phone: '02 2345 6789', email: 'office@example.com' }
const first = await book(clerk, [
  { name: '王小明', surname_en: 'WANG', given_name_en: 'HSIAO-MING', birth_date: '1990-05-05', mobile: '0912 345 678' },
  { name: '張三', passport_number: 'X12345678', birth_date: '1980-01-01' },
])
const second = await book({ ...clerk, name: '吳先生', email: 'wu@example.com' }, [
  { name: 'Hsiao Ming Wang', mobile: '+886-912-345-678' },
  { name: '張叁', passport_number: 'X12345678' },
  { name: '張三', passport_number: 'X12345678' },
])
const [ming, zhang] = first.party
const [mingAgain, zhangMistyped, zhangAgain] = second.party

test('records with the same passport and name are one person; other similar records are suggested as doubles', async () => {
  assert.equal(zhangAgain, zhang)
  assert.deepEqual(await doubles(), [
    [['passport'], [zhang, zhangMistyped]],
    [['phone'], [ming, mingAgain]],
  ])
  assert.deepEqual(await doubles(`?person_id=${mingAgain}`), [[['phone'], [ming, mingAgain]]])
  assert.deepEqual(await doubles(`?person_id=${second.contact}`), [])
  assert.equal((await as('customer').get('/persons/doubles')).status, 403)
  assert.equal((await as('finance').get('/persons/doubles')).status, 403)
})

test('a merge moves the records, records who did it and why, and does not change bookings and travelers', async () => {
  await sales.put(`/persons/${mingAgain}`, { opt_outs: ['advertising'] })
  const before = idsIn((await read(mingAgain)).travelers)
  const traveler = done(await sales.get(`/travelers/${before[0]}`))
  const merged = done(await sales.post(`/persons/${ming}/merge`, { person_ids: [mingAgain], reason: '護照影本相同' }))
  assert.deepEqual(idsIn(merged.travelers).includes(before[0] ?? 0), true)
  assert.deepEqual([merged.travelers.length, merged.opt_outs], [2, ['advertising']])
  const [{ kind, cause, person_id, other_id, reason, by, records }] = merged.history
  assert.deepEqual(
    [kind, cause, person_id, other_id, reason, by, records.length],
    ['merge', 'staff', ming, mingAgain, '護照影本相同', '業務小陳', 1],
  )
  const gone = await read(mingAgain)
  assert.deepEqual(
    [gone.name, gone.phone, gone.merged_into, gone.erased_at, gone.travelers],
    ['•••', null, ming, null, []],
  )
  assert.deepEqual(done(await sales.get(`/travelers/${before[0]}`)), traveler)
  assert.deepEqual(await doubles(), [[['passport'], [zhang, zhangMistyped]]])
  const history = done(await sales.get(`/audit?table_name=person_records&record_id=${records[0]}`))
  assert.deepEqual([history[0].actor_id, history[0].changes], [ids.sales, { person_id: [mingAgain, ming] }])
  const again = await sales.post(`/persons/${ming}/merge`, { person_ids: [mingAgain], reason: '再一次' })
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['person_ids']])
  assert.equal((await sales.put(`/persons/${mingAgain}`, { opt_outs: [] })).status, 409)
  assert.equal((await sales.post(`/persons/${ming}/merge`, { person_ids: [ming], reason: '自己' })).status, 422)
  assert.equal((await sales.post(`/persons/${ming}/merge`, { person_ids: [zhang] })).status, 422)
  assert.equal((await as('op').post(`/persons/${ming}/merge`, { person_ids: [zhang], reason: '不可' })).status, 403)
})

test('a split moves records to a new person, and the two are not suggested as doubles', async () => {
  const [{ records }] = (await read(ming ?? 0)).history
  const made = await sales.post(`/persons/${ming}/split`, { record_ids: records, reason: '同名的堂兄弟' })
  const other = done(made)
  assert.deepEqual([made.status, made.headers.location], [201, `/api/persons/${other.id}`])
  assert.deepEqual([other.name, other.phone, other.opt_outs], ['Hsiao Ming Wang', '+886-912-345-678', ['advertising']])
  assert.deepEqual([other.history[0].kind, other.history[0].reason], ['split', '同名的堂兄弟'])
  assert.equal((await read(ming ?? 0)).travelers.length, 1)
  assert.deepEqual(await doubles(`?person_id=${ming}`), [])
  const all = await sales.post(`/persons/${other.id}/split`, { record_ids: records, reason: '全部' })
  assert.deepEqual([all.status, Object.keys(all.body.errors)], [422, ['record_ids']])
  const strange = await sales.post(`/persons/${zhang}/split`, { record_ids: records, reason: '別人的' })
  assert.deepEqual([strange.status, Object.keys(strange.body.errors)], [422, ['record_ids']])
})

test('doubles that staff declared different are not suggested again', async () => {
  const others = { person_ids: [zhangMistyped], reason: '護照號碼誤植' }
  assert.equal((await sales.post(`/persons/${zhang}/distinct`, others, { 'if-match': '"999"' })).status, 412)
  done(await sales.post(`/persons/${zhang}/distinct`, others))
  assert.deepEqual(await doubles(), [])
})

test('an account and the bookings of its address are connected once the mailbox is proved by a mailed link', async () => {
  const contact = { name: '周 杰', phone: '0977 000 111', email: 'chou@example.com' }
  const booked = await book(contact, [{ name: '周小朋友' }])
  const other = await book({ ...contact, name: '周太太' }, [{ name: '周妹妹' }])
  const account = done(await as('admin').post('/users', { name: '周杰', email: 'Chou@example.com', role: 'customer' }))
  const owner = await personOf('user_id', account.id)
  const mine = () => db.selectFrom('bookings').select('id').where('customer_user_id', '=', account.id).execute()
  assert.deepEqual([await mine(), (await read(owner)).email_proved_at], [[], null])

  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'invitation', account.id))
  done(await as().post('/reset-password', { token, password: 'a long enough one' }))
  assert.equal((await mine()).length, 2)
  assert.notEqual((await read(owner)).email_proved_at, null)
  assert.deepEqual(await doubles(`?person_id=${owner}`), [[['email'], [booked.contact, owner]]])

  const { travelers: _none, ...rest } = body(planned, [])
  const registration = { ...rest, contact, travelers: [{ name: '周小弟' }], privacy_consent: true }
  const { booking_number } = done(await as().post('/trip-registrations', registration))
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('booking_number', '=', booking_number)
    .executeTakeFirstOrThrow()
  const stranger = await personOf('booking_id', id)
  assert.notEqual(stranger, owner)
  const { token: mailed } = await database.transaction({}, (tx) => makeLink(tx, 'booking', id))
  done(await as().post(`/trip-registrations/${mailed}/confirm-contact`))
  assert.equal(await personOf('booking_id', id), owner)
  const [{ cause, by, reason }] = (await read(stranger)).history
  assert.deepEqual([cause, by, reason], ['mailbox', null, null])
  assert.equal((await read(other.contact)).merged_into, null)
})
