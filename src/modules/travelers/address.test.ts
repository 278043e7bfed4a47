import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellTripNews } from '../../../test/fixtures/news.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { jpeg } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'

const home = await house()
const { app, as, db } = home
const { trip, book, registerProved, register } = await bookingFixtures(home)
const post = await smtp(home.atEnd)
await startWorkers(home, post.url)
const contact = { name: '王小美', phone: '0912345678', email: 'mei@example.com' }
const mailed = async (to: string, subject: RegExp, nth = 1) => {
  const there = () => post.to(to).filter((mail) => subject.test(mail.subject))
  await post.until(() => there().length >= nth, `${nth} mails to ${to} about ${subject}`)
  const mail = there().at(-1)
  assert.ok(mail)
  return mail
}
const linkIn = ({ text }: { text: string }) => /https:\/\/guidon\.test(\/l\/\S+)/.exec(text)?.[1] ?? ''
const meet = async (id: number, place: string) => {
  const assembly = { at: '2099-03-10T06:00:00+08:00', place }
  done(await as('op').put(`/planned-trips/${id}`, { assembly, tell_travelers: true }))
  await tellTripNews(home)
}

const { id } = await trip(9)
const booking = await book(id, ['王小美', { name: 'Ben Carter', email: 'ben@example.com', language: 'en' }], {
  contact,
})
const [mei, ben] = booking.travelers
const own = `/people/${ben.id}`

test("a traveler's address is asked once to confirm, and gets no other mail before it does", async () => {
  await meet(id, '桃園機場第一航廈')
  const asked = await mailed('ben@example.com', /confirm/)
  assert.match(asked.subject, /Please confirm that this is your address$/)
  assert.ok(!asked.text.includes('Ben'), 'nothing that somebody typed')
  const told = await mailed('mei@example.com', /News of your trip/)
  assert.match(told.text, /Assembly: 10 Mar 2099 06:00\nMeeting point: 桃園機場第一航廈/)
  await meet(id, '桃園機場第二航廈')
  await mailed('mei@example.com', /News of your trip/, 2)
  assert.equal(post.to('ben@example.com').length, 1)
})

test('before the confirmation, the place of the traveler shows only the trip and accepts no data', async () => {
  const place = await placeOf(app, linkIn(await mailed('ben@example.com', /confirm/)))
  const page = await place.open()
  assert.match(page.body, /Is this your address\?/)
  assert.ok(!page.body.includes('王小美') && !page.body.includes('Ben Carter'))
  const saved = await place.send(own, { form: `traveler-${ben.id}`, surname_en: 'CARTER' })
  assert.equal(saved.statusCode, 403)
  assert.equal((await place.send('', { form: 'confirm' })).statusCode, 303)
})

test('afterwards the traveler gets notices in their language, and the place shows and changes only their own data', async () => {
  await meet(id, '松山機場')
  const told = await mailed('ben@example.com', /News of your trip/)
  assert.match(told.text, /^Dear Ben Carter,[\s\S]*Meeting point: 桃園機場第二航廈 → 松山機場/)
  const place = await placeOf(app, linkIn(told))
  for (const below of ['', own]) {
    const { body } = await place.open(below)
    assert.ok(body.includes('Ben Carter') && !body.includes('王小美'), 'of the others nothing')
    assert.ok(!body.includes('TWD'), 'no money of the booking')
  }
  const saved = await place.send(own, { form: `traveler-${ben.id}`, surname_en: 'carter', given_name_en: 'ben' })
  assert.equal(saved.statusCode, 303)
  assert.equal((await as('sales').get(`/travelers/${ben.id}`)).data.surname_en, 'CARTER')
  const paper = (traveler: number) =>
    place.upload(own, jpeg, { form: `paper-${ben.id}`, traveler_id: `${traveler}`, kind: 'passport' })
  assert.equal((await paper(mei.id)).statusCode, 422, 'papers of another traveler are refused')
  assert.equal((await paper(ben.id)).statusCode, 303)
})

test('a requested document notifies the traveler and the contact', async () => {
  done(await as('sales').post('/traveler-documents/wanted', { traveler_id: ben.id, kinds: ['visa'] }))
  assert.match((await mailed('ben@example.com', /Please submit: Visa$/)).text, /Visa/)
  assert.match((await mailed('mei@example.com', /Please submit: Visa$/)).text, /Visa/)
})

test('a new address must be confirmed again, and the links of the former one end', async () => {
  const url = linkIn(await mailed('ben@example.com', /Please submit: Visa$/))
  const place = await placeOf(app, url)
  assert.equal((await place.open()).statusCode, 200)
  done(await as('sales').put(`/travelers/${ben.id}`, { email: 'other@example.com' }))
  assert.equal((await app.inject({ url })).statusCode, 404)
  assert.equal((await place.open()).statusCode, 401, 'not in the browser that has opened it either')
  await meet(id, '高雄機場')
  await mailed('other@example.com', /Please confirm/)
})

test('travelers are not asked to confirm an address while the contact of the booking is unproved', async () => {
  const other = await trip(9)
  await register(other.id, [{ name: '甲', email: 'victim@example.com' }])
  await registerProved(other.id, [{ name: '乙', email: 'friend@example.com' }])
  await meet(other.id, '台北車站')
  await mailed('friend@example.com', /Please confirm that this is your address$/)
  assert.deepEqual(post.to('victim@example.com'), [])
})

test('erasing a traveler deletes the notices to the traveler', async () => {
  const left = () => db.selectFrom('deliveries').select('id').where('traveler_id', '=', ben.id).execute()
  assert.ok((await left()).length > 0)
  done(await as('sales').post(`/travelers/${ben.id}/cancel`, {}))
  done(await as('admin').post(`/travelers/${ben.id}/erase`, {}))
  assert.deepEqual(await left(), [])
})
