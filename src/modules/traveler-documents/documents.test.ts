import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { form, html, jpeg, pdf, png } from '../../../test/fixtures/samples.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { documentPictures, expireDocuments } from './expire.ts'

const home = await house()
const { as, database, db, ids, plant } = home
const { trip, book, enter } = await fixtures(home)
const [sales, customer, op] = [as('sales'), as('customer'), as('op')]
const seoul = await trip('2087-05-01', '2087-05-05', { serial: 'SEL870501A' })
const booking = await book(seoul)
const traveler = await enter(booking, '王小美')
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })
const send = (who: typeof sales, bytes: Buffer, name: string, fields: Record<string, string>) =>
  who.upload('/traveler-documents', form(bytes, name, { traveler_id: `${traveler.id}`, ...fields }))
const told = async (person: 'sales' | 'customer', event: string) =>
  (await as(person).get(`/notifications?event=${event}`, { 'accept-language': 'zh-TW' })).data.map(
    ({ title, body }: Record<string, string>) => [title, body],
  )

test('a customer uploads a passport, sales check it, and both are notified', async () => {
  const made = await send(customer, jpeg, '護照.jpg', {
    kind: 'passport',
    number: 'P98765432',
    expires_on: '2090-01-01',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  plant('P98765432', () => true)
  const { id, created_at, updated_at, ...shown } = made.data
  const url = `/api/traveler-documents/${id}/file`
  assert.deepEqual(shown, {
    traveler_id: traveler.id,
    kind: 'passport',
    number: '•••432',
    expires_on: '2090-01-01',
    status: 'received',
    reject_reason: null,
    verified_by: null,
    verified_at: null,
    purged_at: null,
    notes: null,
    name: '護照.jpg',
    url,
    media_type: 'image/jpeg',
    size: jpeg.length,
    possible: ['receive'],
    traveler: {
      id: traveler.id,
      name: '王小美',
      booking_number: traveler.booking.booking_number,
      planned_trip_id: traveler.trip.id,
      serial: 'SEL870501A',
    },
    version: 1,
  })
  assert.equal(made.headers.location, `/api/traveler-documents/${id}`)
  assert.deepEqual(await told('sales', 'traveler-document.received'), [
    ['SEL870501A 已收到：護照', `${traveler.booking.booking_number} 王小美：護照`],
  ])
  for (const who of [sales, op, customer]) {
    assert.deepEqual((await who.get(url)).bytes, jpeg)
    assert.equal((await who.get(`${url}?size=thumb`)).headers['content-type'], 'image/jpeg')
    const link = await who.get(`/traveler-documents/${id}/link`)
    assert.deepEqual((await as().get(link.data.url)).bytes, jpeg)
  }
  const reads = await db.selectFrom('file_reads').select('actor_id').execute()
  assert.equal(reads.filter(({ actor_id }) => actor_id === ids.customer).length, 3)

  const possible = async (who: typeof sales) => (await who.get(`/traveler-documents/${id}`)).data.possible
  assert.deepEqual([await possible(sales), await possible(op)], [['receive', 'verify', 'reject'], []])
  const verified = (await sales.post(`/traveler-documents/${id}/verify`)).data
  assert.deepEqual(
    [verified.status, verified.verified_by, typeof verified.verified_at, verified.possible],
    ['verified', ids.sales, 'string', ['reject']],
  )
  assert.equal((await customer.get(`/traveler-documents/${id}`)).data.verified_by, null)
  assert.deepEqual((await told('customer', 'traveler-document.verified')).length, 1)
  const again = await customer.upload(`/traveler-documents/${id}/file`, form(png, 'new.png'))
  assert.deepEqual([again.status, again.body.code], [409, 'step_not_possible'])
})

test('a requested or rejected document is uploaded again, and the old file is deleted', async () => {
  const wanted = await sales.post('/traveler-documents/wanted', {
    traveler_id: traveler.id,
    kinds: ['photo', 'passport'],
  })
  assert.deepEqual(
    wanted.data.map(({ kind, status, url }: Record<string, string>) => [kind, status, url]),
    [['photo', 'missing', null]],
  )
  const [{ id }] = wanted.data
  assert.deepEqual(await told('customer', 'traveler-document.wanted'), [
    ['SEL870501A 請繳交：照片', `${traveler.booking.booking_number} 王小美：照片`],
  ])
  assert.ok((await customer.get(`/travelers/${traveler.id}`)).data.checks.includes('document_missing'))
  assert.equal((await customer.get(`/traveler-documents/${id}/file`)).status, 404)
  const stale = await customer.upload(`/traveler-documents/${id}/file`, form(jpeg, 'a.jpg'), { 'if-match': '"9"' })
  assert.equal(stale.status, 412)
  const first = await customer.upload(`/traveler-documents/${id}/file`, form(jpeg, 'a.jpg'))
  assert.deepEqual([first.status, first.data.status, first.data.name], [201, 'received', 'a.jpg'])

  assert.equal((await sales.post(`/traveler-documents/${id}/reject`)).status, 422)
  const rejected = await sales.post(`/traveler-documents/${id}/reject`, { reason: '背景須為白色' })
  assert.deepEqual([rejected.data.status, rejected.data.reject_reason], ['rejected', '背景須為白色'])
  assert.deepEqual((await told('customer', 'traveler-document.rejected'))[0], [
    'SEL870501A 請重新繳交：照片',
    `${traveler.booking.booking_number} 王小美：照片\n原因：背景須為白色`,
  ])
  assert.ok((await sales.get(`/travelers/${traveler.id}`)).data.checks.includes('document_rejected'))
  const second = await customer.upload(
    `/traveler-documents/${id}/file`,
    form(png, 'b.png', { expires_on: '2089-01-01' }),
  )
  assert.deepEqual(
    [second.data.status, second.data.reject_reason, second.data.name, second.data.expires_on],
    ['received', null, 'b.png', '2089-01-01'],
  )
  const gone = await db.selectFrom('files').select('name').where('deleted_at', 'is not', null).execute()
  assert.deepEqual(gone, [{ name: '•••' }])
})

test('a file is accepted by its content, and every wrong field is listed', async () => {
  const wrong: [bytes: Buffer, name: string, fields: Record<string, string>, faults: string[]][] = [
    [html, 'p.jpg', { kind: 'passport' }, ['file']],
    [pdf, 'p.pdf', { kind: 'selfie' }, ['kind']],
    [pdf, 'p.pdf', { kind: 'visa', expires_on: '2027-02-30', number: '' }, ['expires_on', 'number']],
    [pdf, 'p.pdf', { kind: 'visa', status: 'verified', verified_by: '1' }, ['status', 'verified_by']],
  ]
  for (const [bytes, name, fields, faults] of wrong) {
    const refused = await send(sales, bytes, name, fields)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors).sort()], [422, faults])
  }
})

test('one call reveals the number; readers without access do not learn that the document exists', async () => {
  const made = await send(sales, pdf, 'visa.pdf', { kind: 'visa', number: 'V1234567' })
  const asked = { fields: ['number'], reason: '辦理登機' }
  assert.deepEqual((await op.post(`/traveler-documents/${made.data.id}/reveal`, asked)).data, { number: 'V1234567' })
  const stranger = as('other_customer')
  const tries = (id: number) =>
    Promise.all([
      stranger.get(`/traveler-documents/${id}`),
      stranger.get(`/traveler-documents/${id}/file`),
      stranger.get(`/traveler-documents/${id}/link`),
      stranger.post(`/traveler-documents/${id}/reveal`, asked),
      stranger.upload(`/traveler-documents/${id}/file`, form(pdf, 'x.pdf')),
    ])
  const [hidden, missing] = [await tries(made.data.id), await tries(999_999)]
  assert.deepEqual(
    hidden.map(({ status, body }) => [status, without(body)]),
    missing.map(({ body }) => [404, without(body)]),
  )
  assert.deepEqual((await stranger.get('/traveler-documents')).data, [])
  assert.deepEqual(Object.keys((await send(stranger, pdf, 'x.pdf', { kind: 'visa' })).body.errors), ['traveler_id'])
  assert.equal((await as('leader').get(`/traveler-documents/${made.data.id}`)).status, 403)
  for (const path of ['verify', 'reject'])
    assert.equal(
      (await op.post(`/traveler-documents/${made.data.id}/${path}`, path === 'reject' ? { reason: 'x' } : undefined))
        .status,
      403,
    )
  const kinds = async (query: string) =>
    (await sales.get(`/traveler-documents?booking_id=${booking}&sort=kind&${query}`)).data.map(
      ({ kind }: { kind: string }) => kind,
    )
  assert.deepEqual(await kinds(`planned_trip_id=${seoul}`), ['passport', 'photo', 'visa'])
  assert.deepEqual(await kinds('status=received&kind=visa'), ['visa'])
  assert.deepEqual(await kinds(`traveler_id=${traveler.id}&expires_to=2089-12-31`), ['photo'])

  const changed = await sales.put(`/traveler-documents/${made.data.id}`, { number: null, notes: '電子簽' })
  assert.deepEqual([changed.data.number, changed.data.notes], [null, '電子簽'])
  assert.equal((await customer.get(`/traveler-documents/${made.data.id}`)).data.notes, null)
  assert.equal((await sales.delete(`/traveler-documents/${made.data.id}`)).status, 200)
  assert.equal((await sales.get(`/traveler-documents/${made.data.id}`)).status, 404)
})

test('documents expire on their date; their images are deleted a month after the return, and the records stay', async () => {
  const past = await trip('2020-01-01', '2020-01-05')
  const old = await enter(await book(past), '舊旅客')
  const fields = { traveler_id: `${old.id}`, kind: 'passport', expires_on: '2021-01-01' }
  const { data } = await sales.upload('/traveler-documents', form(jpeg, 'old.jpg', fields))
  const keep = () =>
    database.transaction({}, async (tx) => {
      await expireDocuments(tx)
      return documentPictures.deleteBatch(tx)
    })
  assert.deepEqual([await keep(), await keep()], [1, 0])
  const { data: kept } = await sales.get(`/traveler-documents/${data.id}`)
  assert.deepEqual([kept.status, kept.url, kept.name, typeof kept.purged_at], ['expired', null, null, 'string'])
  assert.equal((await sales.get(`/traveler-documents/${data.id}/file`)).status, 404)
  const { rows } = await sql<{ name: string; is_gone: boolean }>`
    select name, deleted_at is not null as is_gone from files order by id desc limit 1`.execute(db)
  assert.deepEqual(rows, [{ name: '•••', is_gone: true }])
  const late = await customer.upload(`/traveler-documents/${data.id}/file`, form(jpeg, 'x.jpg'))
  assert.equal(late.status, 201)
  await sql`update planned_trips set status = 'returned' where id = ${past}`.execute(db)
  const later = await customer.upload(`/traveler-documents/${data.id}/file`, form(jpeg, 'x.jpg'))
  assert.deepEqual([later.status, later.body.code], [409, 'step_not_possible'])
})

test('uploading a new document of a requested kind answers the request', async () => {
  const { id } = await enter(booking, '王小華')
  const [wanted] = (await sales.post('/traveler-documents/wanted', { traveler_id: id, kinds: ['visa'] })).data
  const made = await send(customer, jpeg, '簽證.jpg', { traveler_id: `${id}`, kind: 'visa', expires_on: '2090-01-01' })
  assert.deepEqual(
    [made.status, made.data.id, made.data.status, made.data.expires_on],
    [201, wanted.id, 'received', '2090-01-01'],
  )
  const photo = await send(customer, jpeg, '照片.jpg', { traveler_id: `${id}`, kind: 'photo' })
  assert.equal(photo.status, 201, JSON.stringify(photo.body))
  assert.equal((await sales.get(`/traveler-documents?traveler_id=${id}`)).data.length, 2)
})

test('the data read from a passport is compared with the traveler: missing data is copied, different data is refused', async () => {
  const { id } = await enter(booking, '王大文', { surname_en: 'WANG', birth_date: '1980-02-03' })
  const made = await send(customer, jpeg, '護照.jpg', { traveler_id: `${id}`, kind: 'passport' })
  const verify = (body: object) => sales.post(`/traveler-documents/${made.data.id}/verify`, body)
  const reading = {
    surname_en: 'wang',
    given_name_en: 'ta-wen',
    birth_date: '1980-02-04',
    number: 'a9876543',
    expires_on: '2090-01-01',
  }
  plant('A9876543', () => true)
  const refused = await verify(reading)
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['birth_date']])
  assert.equal((await sales.get(`/travelers/${id}`)).data.given_name_en, null)

  const verified = await verify({ ...reading, replace: true })
  assert.deepEqual(
    [verified.status, verified.data.status, verified.data.number, verified.data.expires_on],
    [200, 'verified', '•••543', '2090-01-01'],
  )
  const { data: traveler } = await sales.get(`/travelers/${id}`)
  const { surname_en, given_name_en, passport_expires_on } = traveler
  assert.deepEqual([surname_en, given_name_en, passport_expires_on], ['WANG', 'TA-WEN', '2090-01-01'])
  assert.equal(traveler.passport_number, '•••543')
  const asked = { fields: ['birth_date'], reason: '核對' }
  assert.deepEqual((await sales.post(`/travelers/${id}/reveal`, asked)).data, { birth_date: '1980-02-04' })

  const photo = await send(customer, jpeg, 'a.jpg', { traveler_id: `${id}`, kind: 'photo' })
  const other = await sales.post(`/traveler-documents/${photo.data.id}/verify`, { surname_en: 'WANG' })
  assert.deepEqual([other.status, Object.keys(other.body.errors)], [422, ['surname_en']])
  assert.equal((await sales.post(`/traveler-documents/${photo.data.id}/verify`)).status, 200)
})

test('an expired document, and a passport that expires before the departure, cannot be verified', async () => {
  const { id } = await enter(booking, '王效期')
  const zh = { 'accept-language': 'zh-TW' }
  const tries = [
    {
      kind: 'visa',
      until: '2020-01-01',
      says: '效期只到 2020/1/1，已經過期，不能審核通過；請退件，請旅客重新繳交。',
    },
    {
      kind: 'passport',
      until: '2087-04-30',
      says: '護照效期只到 2087/4/30，早於出發日 2087/5/1，不能審核通過；請退件，請旅客換發護照。',
    },
  ]
  for (const { kind, until, says } of tries) {
    const fields = { traveler_id: `${id}`, kind, expires_on: until }
    const { data } = await send(sales, jpeg, 'a.jpg', fields)
    const refused = await sales.post(`/traveler-documents/${data.id}/verify`, undefined, zh)
    assert.deepEqual([refused.status, refused.body.errors], [422, { expires_on: [says] }])
    assert.equal((await sales.get(`/traveler-documents/${data.id}`)).data.status, 'received')
    const renewed = await sales.put(`/traveler-documents/${data.id}`, { expires_on: '2090-01-01' })
    assert.equal(renewed.status, 200)
    assert.equal((await sales.post(`/traveler-documents/${data.id}/verify`)).status, 200)
  }

  // The document has no expiry date, and that of the traveler has passed.
  const late = await enter(booking, '王過期', { passport_expires_on: '2026-01-01' })
  const { data } = await send(sales, jpeg, 'a.jpg', { traveler_id: `${late.id}`, kind: 'passport' })
  const refused = await sales.post(`/traveler-documents/${data.id}/verify`)
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['expires_on']])
})
