import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const { id } = await trip(9)
const mine = await book(id, ['甲', { name: '乙', email: 'yi@example.com' }], { customer_user_id: ids.customer })
const ready = { name: '丙', birth_date: '1990-01-01' }
const other = await book(id, [ready, { name: '丁', email: 'ding@example.com', birth_date: '1980-01-01' }])
const { id: unreached } = await book(id, ['戊'], {
  contact: { name: '戊', phone: '0912345678', email: 'wu@example.com' },
})
await sql`update bookings set contact_email = null where id = ${unreached}`.execute(db)
const gone = await book(id, ['己'])
done(await as('admin').post(`/bookings/${gone.id}/cancel`, { reason: '改期' }))
await sql`update travelers set email_proved_at = now() where id = ${mine.travelers[1].id}`.execute(db)
const at = `/planned-trips/${id}/messages`
const words = { title: '記得帶厚外套', words: '當地夜間約 3 度，請帶保暖衣物。' }
type Recipient = { name: string; by: string }
const named = ({ recipients }: { recipients: Recipient[] }) => recipients.map(({ name, by }) => [name, by])
const waiting = async () => {
  const { rows } = await sql<{
    person: string
  }>`select person from deliveries where sentence = 'trip-message' and state = 'waiting' order by id`.execute(db)
  return rows.map(({ person }) => person)
}

test('a dry run lists the recipients of a message and the way it reaches them, and sends nothing', async () => {
  const preview = done(await as('op').post(at, { ...words, dry_run: true }))
  assert.deepEqual(named(preview), [
    ['王小美', 'account'],
    ['乙', 'mail'],
    ['王小美', 'mail'],
    ['丁', 'unproved'],
    ['戊', 'none'],
  ])
  assert.deepEqual([await waiting(), (await as('sales').get(at)).data], [[], []])
})

test('a message goes to the travelers with a fault, or to all, and is stored with the number of recipients', async () => {
  const lacking = done(await as('sales').post(at, { ...words, lacking: ['birth_date_missing'] }))
  assert.deepEqual(named(lacking), [
    ['王小美', 'account'],
    ['乙', 'mail'],
    ['戊', 'none'],
  ])
  assert.deepEqual(await waiting(), [`user ${ids.customer}`, `traveler ${mine.travelers[1].id}`])
  done(await as('sales').post(at, words))
  assert.equal((await waiting()).filter((person) => person === `contact ${other.id}`).length, 1)
  const [notice] = (await as('customer').get('/notifications?event=trip-message')).data
  assert.deepEqual([notice.title.split(' ')[1], notice.body], [words.title, words.words])
  const kept: { told: number; lacking: string[] }[] = (await as('manager').get(at)).data
  assert.deepEqual(
    kept.map(({ told, lacking }) => [told, lacking]),
    [
      [3, []],
      [2, ['birth_date_missing']],
    ],
  )
})

test('a message without recipients is refused with advice; customers and leaders cannot write messages', async () => {
  const nobody = await as('op').post(at, { ...words, lacking: ['duplicate_traveler'] })
  assert.deepEqual([nobody.status, Object.keys(nobody.body.errors)], [422, ['lacking']])
  for (const who of ['customer', 'leader', 'finance'] as const)
    assert.equal((await as(who).post(at, words)).status, 403, who)
})

test('a contact whose account is suspended is listed as not reached', async () => {
  await sql`update users set status = 'suspended' where id = ${ids.customer}`.execute(db)
  const [first] = named(done(await as('op').post(at, { ...words, dry_run: true })))
  assert.deepEqual(first, ['王小美', 'suspended'])
})
