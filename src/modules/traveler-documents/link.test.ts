import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { placeOf } from '../../../test/fixtures/place.ts'
import { form, html, jpeg, pdf } from '../../../test/fixtures/samples.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { as, database, db } = home
const { trip, book, enter } = await fixtures(home)
const stranger = as()
const seoul = await trip('2087-05-01', '2087-05-05')
const booking = await book(seoul, null)
const [mine, theirs] = [await enter(booking, '王小美'), await enter(await book(seoul, null), '別人')]
const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking))
const at = `/trip-registrations/${token}/documents`
const paper = (traveler_id: number) => ({ traveler_id: `${traveler_id}`, kind: 'passport', expires_on: '2090-01-01' })

test("the holder of a booking's link uploads the documents of its travelers", async () => {
  assert.deepEqual((await stranger.get(at)).data, [])
  const made = await stranger.upload(at, form(jpeg, '護照.jpg', paper(mine.id)))
  assert.deepEqual(
    [made.status, made.data.status, made.data.name],
    [201, 'received', '護照.jpg'],
    JSON.stringify(made.body),
  )
  assert.deepEqual((await stranger.get(at)).data, [made.data])
  assert.equal(made.data.url, `/api${at}/${made.data.id}/file`)
  assert.deepEqual((await stranger.get(made.data.url)).bytes, jpeg)
  assert.equal(
    (await as('sales').get(`/traveler-documents/${made.data.id}`)).data.url,
    `/api/traveler-documents/${made.data.id}/file`,
  )
  await as('sales').post(`/traveler-documents/${made.data.id}/reject`, { reason: '模糊' })
  const again = await stranger.upload(`${at}/${made.data.id}/file`, form(pdf, '護照.pdf'))
  assert.deepEqual([again.status, again.data.status, again.data.media_type], [201, 'received', 'application/pdf'])
  assert.equal((await stranger.upload(at, form(html, 'x.jpg', paper(mine.id)))).status, 422)
})

test('the link allows nothing else, and a wrong one accepts no bytes', async () => {
  const named = await stranger.upload(at, form(jpeg, 'x.jpg', paper(theirs.id)))
  assert.deepEqual(Object.keys(named.body.errors), ['traveler_id'])
  const { data } = await as('sales').upload('/traveler-documents', form(jpeg, 'y.jpg', paper(theirs.id)))
  for (const path of [
    `${at}/${data.id}/file`,
    '/trip-registrations/wrong/documents',
    `/trip-registrations/wrong/documents/${data.id}/file`,
  ])
    assert.equal((await stranger.get(path)).status, 404)
  // If the file were checked before the link, the refusal would be about its content.
  const wrong = await stranger.upload('/trip-registrations/wrong/documents', form(html, 'x.jpg', paper(mine.id)))
  assert.deepEqual([wrong.status, wrong.body.code], [404, 'not_found'])
  assert.equal((await stranger.upload(`${at}/${data.id}/file`, form(jpeg, 'x.jpg'))).status, 404)
  const kept = await db.selectFrom('files').select('name').where('name', '=', 'x.jpg').execute()
  assert.deepEqual(kept, [])
})

test('a file that a traveler or a former contact uploaded by link cannot be opened with the link of the contact', async () => {
  const owned = await book(seoul)
  const [mine, other] = [await enter(owned, '王小美'), await enter(owned, '李大同')]
  const linkTo = (kind: 'booking' | 'traveler', id: number) => database.transaction({}, (tx) => makeLink(tx, kind, id))
  const below = `/trip-registrations/${(await linkTo('booking', owned)).token}/documents`
  const given = (await stranger.upload(below, form(jpeg, 'contact.jpg', paper(mine.id)))).data.id
  await database.transaction({}, (tx) =>
    sql`update travelers set email_proved_at = now() where id = ${other.id}`.execute(tx),
  )
  const place = await placeOf(home.app, `/l/traveler/${(await linkTo('traveler', other.id)).token}`)
  const sent = await place.upload(`/people/${other.id}`, jpeg, { ...paper(other.id), form: 'paper' })
  assert.equal(sent.statusCode, 303, sent.body)
  const { data } = await as('sales').get(`/traveler-documents?traveler_id=${other.id}`)
  const own = data[0].id
  const opened = async (path: string) => [
    (await stranger.get(`${path}/${given}/file`)).status,
    (await stranger.get(`${path}/${own}/file`)).status,
  ]
  assert.deepEqual(await opened(below), [200, 404])
  const staffSees = await Promise.all([given, own].map((id) => as('sales').get(`/traveler-documents/${id}/file`)))
  assert.deepEqual(
    staffSees.map(({ status }) => status),
    [200, 200],
  )
  const contact = { name: '新聯絡人', phone: '0912 345 678', email: 'new.contact@example.com' }
  assert.equal((await as('sales').put(`/bookings/${owned}`, { contact })).status, 200)
  const next = `/trip-registrations/${(await linkTo('booking', owned)).token}/documents`
  assert.deepEqual(await opened(next), [404, 404])
})

test('a file uploaded by link cannot be opened by the account and vice versa; both open files that staff uploaded', async () => {
  const owned = await book(seoul)
  const { id: traveler } = await enter(owned, '王小美')
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', owned))
  const below = `/trip-registrations/${token}/documents`
  const customer = as('customer')
  const sent = {
    link: await stranger.upload(below, form(jpeg, 'link.jpg', paper(traveler))),
    account: await customer.upload('/traveler-documents', form(jpeg, 'account.jpg', paper(traveler))),
    staff: await as('sales').upload('/traveler-documents', form(jpeg, 'staff.jpg', paper(traveler))),
  }
  const opened = async (who: typeof customer, path: string, side: keyof typeof sent) => {
    const { id } = sent[side].data
    const { data } = await who.get(`${path}${path === below ? '' : `?traveler_id=${traveler}`}`)
    const shown = data.find((one: { id: number }) => one.id === id)
    const { status } = await who.get(`${path}/${id}/file`)
    assert.equal((await who.get(`${path}/${id}/file?size=thumb`)).status, status)
    return [shown.status, shown.name, shown.media_type, typeof shown.url, status]
  }
  const hidden = ['received', null, null, 'object', 404]
  const seen = (name: string) => ['received', name, 'image/jpeg', 'string', 200]

  assert.deepEqual(await opened(stranger, below, 'link'), seen('link.jpg'))
  assert.deepEqual(await opened(stranger, below, 'account'), hidden)
  assert.deepEqual(await opened(stranger, below, 'staff'), seen('staff.jpg'))
  assert.deepEqual(await opened(customer, '/traveler-documents', 'link'), hidden)
  assert.deepEqual(await opened(customer, '/traveler-documents', 'account'), seen('account.jpg'))
  assert.deepEqual(await opened(customer, '/traveler-documents', 'staff'), seen('staff.jpg'))
  assert.equal((await customer.get(`/traveler-documents/${sent.link.data.id}/link`)).status, 404)
  for (const [side, { data }] of Object.entries(sent))
    assert.deepEqual(await opened(as('sales'), '/traveler-documents', side as keyof typeof sent), seen(data.name))

  await as('sales').put(`/bookings/${owned}`, { customer_user_id: home.ids.other_customer })
  const next = as('other_customer')
  assert.deepEqual(await opened(next, '/traveler-documents', 'account'), hidden, 'nor for the customer after it')
  assert.equal((await next.get(`/traveler-documents/${sent.account.data.id}/link`)).status, 404)
})

test('printing papers and uploading documents of a booking have separate limits', async () => {
  const mailed = (await database.transaction({}, (tx) => makeLink(tx, 'booking', booking))).token
  const place = await placeOf(home.app, `/l/booking/${mailed}`)
  const print = async () => (await place.open('/papers/receipt-999999')).statusCode
  const below = `/trip-registrations/${mailed}/documents`
  const handIn = async () => (await stranger.upload(below, form(jpeg, 'p.jpg', paper(mine.id)))).status
  const reachEveryLimit = () => sql`update throttles set hits = 60`.execute(db)

  await sql`delete from throttles`.execute(db)
  assert.equal(await print(), 404)
  await reachEveryLimit()
  assert.equal(await print(), 429)
  assert.equal(await handIn(), 201)
  await sql`delete from throttles`.execute(db)
  assert.equal(await handIn(), 201)
  await reachEveryLimit()
  assert.equal(await handIn(), 429)
  assert.equal(await print(), 404)
})
