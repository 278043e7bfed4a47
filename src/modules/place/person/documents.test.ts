import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { jpeg } from '../../../../test/fixtures/samples.ts'
import { house } from '../../../../test/house.ts'
import { unmarked } from '../../../../test/page-text.ts'
import { type LinkKind, makeLink } from '../../links/links.ts'

const home = await house()
const { app, as, database, db } = home
const { trip, book } = await bookingFixtures(home)
const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`
const reads = async () => {
  const { rows } = await sql<{ reads: number }>`select count(*)::integer as reads from file_reads`.execute(db)
  return rows[0]?.reads ?? 0
}

test('whoever sent a passport opens it, each time logged and never cached, and replaces it until it is checked', async () => {
  const booking = await book((await trip(5)).id, ['王小美', '王大明'])
  const [guest, other] = booking.travelers
  const place = await placeOf(app, await link('booking', booking.id))
  const at = `/people/${guest.id}`
  const paper = { form: `paper-${guest.id}`, traveler_id: `${guest.id}`, kind: 'passport' }
  assert.equal((await place.upload(at, jpeg, paper)).statusCode, 303)
  const [document] = (await as('sales').get(`/traveler-documents?traveler_id=${guest.id}`)).data
  const file = `${at}/papers/${document.id}`
  const { body } = await place.open(at)
  assert.ok(body.includes(`<a href="${place.at}${file}">View the file</a>`))
  assert.match(unmarked(body), /Replace the file[\s\S]*New file: Passport[\s\S]*The file that is there is deleted\./)

  const before = await reads()
  const opened = await place.open(file)
  assert.deepEqual(
    [opened.statusCode, opened.headers['content-type'], opened.rawPayload.equals(jpeg)],
    [200, 'image/jpeg', true],
  )
  assert.equal(opened.headers['cache-control'], 'private, no-store')
  assert.equal((await reads()) - before, 1)
  assert.equal((await place.open(`/people/${other.id}/papers/${document.id}`)).statusCode, 404, 'of another person')

  const fileOf = async () => {
    const { rows } = await sql<{
      file_id: number
    }>`select file_id from traveler_documents where id = ${document.id}`.execute(db)
    return rows[0]?.file_id
  }
  const former = await fileOf()
  assert.equal((await place.upload(at, jpeg, { form: `wanted-${document.id}` })).statusCode, 303)
  assert.notEqual(await fileOf(), former)
  const { rows } = await sql<{
    deleted_at: string | null
  }>`select deleted_at from files where id = ${former ?? 0}`.execute(db)
  assert.notEqual(rows[0]?.deleted_at, null, 'the former file is deleted')

  done(await as('sales').post(`/traveler-documents/${document.id}/verify`, {}))
  const checked = unmarked((await place.open(at)).body)
  assert.match(checked, /View the file<\/a><\/span><span class="badge">Checked<\/span>/)
  assert.doesNotMatch(checked, /Replace the file/)
  assert.equal((await place.upload(at, jpeg, { form: `wanted-${document.id}` })).statusCode, 409)
})

test('a file opens neither for a stranger nor for the link of another side', async () => {
  const booking = await book((await trip(5)).id, ['王小美'])
  const [guest] = booking.travelers
  await sql`update travelers set email_proved_at = now() where id = ${guest.id}`.execute(db)
  const own = await placeOf(app, await link('traveler', guest.id))
  const paper = { form: `paper-${guest.id}`, traveler_id: `${guest.id}`, kind: 'passport' }
  assert.equal((await own.upload(`/people/${guest.id}`, jpeg, paper)).statusCode, 303)
  const [document] = (await as('sales').get(`/traveler-documents?traveler_id=${guest.id}`)).data
  const file = `/people/${guest.id}/papers/${document.id}`
  const contact = await placeOf(app, await link('booking', booking.id))
  assert.equal((await contact.open(file)).statusCode, 404)
  assert.ok(!(await contact.open(`/people/${guest.id}`)).body.includes('View the file'))
  assert.equal((await app.inject({ url: `/my/${booking.booking_number}${file}` })).statusCode, 302)
})
