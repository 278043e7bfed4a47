import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form, html, jpeg, pdf } from '../../../test/fixtures/samples.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { makeManageLink } from '../bookings/registration/link-actions.ts'

const home = await house()
const { as, database, db } = home
const { trip, book, enter } = await fixtures(home)
const stranger = as()
const seoul = await trip('2087-05-01', '2087-05-05')
const booking = await book(seoul, null)
const [mine, theirs] = [await enter(booking, '王小美'), await enter(await book(seoul, null), '別人')]
const { token } = await database.transaction({}, (tx) => makeManageLink(tx, booking, { is_mailed: true }))
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
  // If the file were checked first, it would be refused for its content.
  const wrong = await stranger.upload('/trip-registrations/wrong/documents', form(html, 'x.jpg', paper(mine.id)))
  assert.deepEqual([wrong.status, wrong.body.code], [404, 'not_found'])
  assert.equal((await stranger.upload(`${at}/${data.id}/file`, form(jpeg, 'x.jpg'))).status, 404)
  const kept = await db.selectFrom('files').select('name').where('name', '=', 'x.jpg').execute()
  assert.deepEqual(kept, [])
})
