import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { form, html, jpeg, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { toldWhere } from '../../../test/told.ts'
import { remindOfPapers } from './papers.ts'

const home = await house()
const { as, database, db, ids } = home
const { leader, trip, assign, own, create, japan } = await fixtures(home)
const [office, self] = [as('line_control'), as('leader')]
const mine = await own()
const add = (id: number, bytes: Buffer, name: string, fields: Record<string, string>) =>
  office.upload(`/tour-leaders/${id}/files`, form(bytes, name, fields))

test('a document is added, read by the leader and by the departments, and removed', async () => {
  const made = await add(mine, pdf, '護照.pdf', { kind: 'passport', expires_on: '2031-01-01' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, created_at, updated_at, ...shown } = made.data
  const url = `/api/tour-leaders/${mine}/files/${id}`
  assert.deepEqual(shown, {
    tour_leader_id: mine,
    kind: 'passport',
    expires_on: '2031-01-01',
    name: '護照.pdf',
    url,
    media_type: 'application/pdf',
    size: pdf.length,
    version: 1,
  })
  for (const who of [office, self]) {
    assert.deepEqual((await who.get(`/tour-leaders/${mine}/files`)).data, [made.data])
    assert.deepEqual((await who.get(url)).bytes, pdf)
    assert.deepEqual((await who.get(url, { range: 'bytes=0-3' })).bytes, pdf.subarray(0, 4))
    const link = await who.get(`${url}/link`)
    assert.deepEqual((await as().get(link.data.url)).bytes, pdf)
  }
  const reads = await db.selectFrom('file_reads').select('actor_id').execute()
  assert.equal(reads.filter(({ actor_id }) => actor_id === ids.leader).length, 3)
  for (const who of [as('sales'), as('customer')]) assert.equal((await who.get(url)).status, 403)
  assert.equal((await self.upload(`/tour-leaders/${mine}/files`, form(pdf, 'x.pdf', { kind: 'visa' }))).status, 403)

  const other = await leader('怡君')
  for (const path of [`/tour-leaders/${other}/files/${id}`, `/tour-leaders/${other}/files/${id}/link`])
    assert.equal((await office.get(path)).status, 404)
  assert.equal((await office.put(url, { expires_on: null, kind: 'id_card' })).data.kind, 'id_card')
  assert.equal((await office.delete(url)).status, 200)
  assert.deepEqual([(await office.get(url)).status, (await self.get(`/tour-leaders/${mine}/files`)).data], [404, []])
})

test('a photo has a thumbnail, and a file that is not an image is refused', async () => {
  const made = await add(mine, jpeg, 'me.jpg', { kind: 'photo' })
  assert.equal((await self.get(`${made.data.url}?size=thumb`)).headers['content-type'], 'image/jpeg')
  const faults: [bytes: Buffer, name: string, fields: Record<string, string>, fields: string[]][] = [
    [html, 'me.jpg', { kind: 'photo' }, ['file']],
    [pdf, 'me.pdf', { kind: 'selfie' }, ['kind']],
    [pdf, 'me.pdf', {}, ['kind']],
    [pdf, 'me.pdf', { kind: 'visa', expires_on: '2027-02-30' }, ['expires_on']],
  ]
  for (const [bytes, name, fields, wrong] of faults) {
    const refused = await add(mine, bytes, name, fields)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, wrong])
  }
  assert.equal((await add(999_999, pdf, 'x.pdf', { kind: 'visa' })).status, 404)
})

test('each document that expires before the next return is reported once', async () => {
  const next = await trip('2087-03-01', '2087-03-10', { serial: 'PAPERS' })
  await assign(next, mine)
  await db.insertInto('trip_countries').values({ planned_trip_id: next, country_id: japan }).execute()
  await assign(await trip('2088-03-01', '2088-03-10'), mine)
  await office.put(`/tour-leaders/${mine}`, {
    passport_expires_on: '2087-03-09',
    licenses: [
      { type: '領隊執業證', expires_on: '2087-03-10' },
      { type: '導遊執業證', expires_on: '2087-01-01' },
    ],
  })
  await add(mine, pdf, 'contract.pdf', { kind: 'contract', expires_on: '2087-02-01' })
  await add(mine, pdf, 'certificate.pdf', { kind: 'certificate', expires_on: '2087-12-01' })
  await create('/leader-country-priorities', {
    tour_leader_id: mine,
    country_id: japan,
    priority: 1,
    visa_valid_until: '2087-03-05',
  })
  const idle = await leader('無團')
  await office.put(`/tour-leaders/${idle}`, { passport_expires_on: '2020-01-01' })

  const remind = () => database.transaction({}, (tx) => remindOfPapers(tx))
  assert.equal(await remind(), 4)
  const told = await toldWhere(db, sql`n.event = 'tour-leader.papers' and n.user_id = ${ids.leader}`)
  assert.deepEqual(
    told.map(({ body }) => body),
    [
      '陳志明：執業證 導遊執業證 於 2087/1/1 到期；PAPERS 於 2087/3/10（一）回程。',
      '陳志明：合約 contract.pdf 於 2087/2/1 到期；PAPERS 於 2087/3/10（一）回程。',
      '陳志明：簽證 日本 於 2087/3/5 到期；PAPERS 於 2087/3/10（一）回程。',
      '陳志明：護照 於 2087/3/9 到期；PAPERS 於 2087/3/10（一）回程。',
    ],
  )
  const office_told = await db
    .selectFrom('notifications')
    .select('id')
    .where('event', '=', 'tour-leader.papers')
    .where('user_id', '=', ids.line_control)
    .execute()
  assert.equal(office_told.length, 4)
  assert.equal(await remind(), 0)
  await office.put(`/tour-leaders/${mine}`, { passport_expires_on: '2087-03-08' })
  assert.equal(await remind(), 1, 'a paper with another date is another paper')
})
