import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { browserOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { pocketFile } from './files.ts'

const home = await house()
const { app, as, db, ids, tokens } = home
const { trip, book } = await bookingFixtures(home)
const profile = done(
  await as('admin').post('/tour-leaders', {
    name: '李明哲',
    user_id: ids.leader,
    licenses: [{ type: '外語領隊執業證' }],
  }),
)
const person = {
  ...{ name: '王小美', mobile: '0912 000 111', passport_number: 'SECRET301', birth_date: '1990-04-05' },
  ...{ allergies: 'SECRET302 花生', meal_requirement: 'vegetarian', emergency_name: 'SECRET303' },
}
const { id } = await trip(60)
const party = await book(id, [person])
await sql`update bookings set status = 'confirmed', notes = 'SECRET304' where id = ${party.id}`.execute(db)
await sql`update planned_trips set departure_date = today() - 1, return_date = today() + 3, assigned_leader_id = ${profile.id}, price_overrides = '{"adult": 31415}'
  where id = ${id}`.execute(db)

const own = { 'sec-fetch-site': 'same-origin' }
const open = (url: string, session?: string) => browserOf(app, session).ask({ url, headers: own })

test('its leader sees the trip in both languages; others are asked to sign in or refused', async () => {
  const page = await open(`/my/trips/${id}`, tokens.leader)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /王小美/)
  assert.match(page.body, /素食/)
  assert.match(page.body, /tel:0912000111/)
  assert.match((await open(`/en/my/trips/${id}`, tokens.leader)).body, /Vegetarian/)
  assert.match((await open('/my/trips/', tokens.leader)).body, new RegExp(`href="/my/trips/${id}"`))
  assert.equal((await open('/my/trips', tokens.leader)).headers.location, '/my/trips/')

  const stranger = await open(`/my/trips/${id}`)
  assert.deepEqual([stranger.statusCode, stranger.headers.location], [302, `/my/password?to=%2Fmy%2Ftrips%2F${id}`])
  assert.equal((await open(`/my/trips/${id}`, tokens.customer)).statusCode, 403)
  assert.equal((await open(`/my/trips/${id}`, tokens.op)).statusCode, 403)
  assert.equal((await open(`/my/trips/${id + 1}`, tokens.leader)).statusCode, 404)
})

test('no page of the pocket has a number of a paper, an allergy, a price or a note of the office', async () => {
  const pages = await Promise.all(
    ['/my/trips/', `/my/trips/${id}`, `/en/my/trips/${id}`].map((url) => open(url, tokens.leader)),
  )
  for (const { body } of pages)
    for (const marker of ['SECRET', '31415', '31,415', '1990-04-05']) assert.ok(!body.includes(marker), marker)
})

test('what a phone keeps of the page without a network names no trip, and the policy allows files of the service alone', async () => {
  const kept = await Promise.all(['/my/trips/shell', '/my/trips/worker.js'].map((url) => open(url, tokens.leader)))
  for (const { body } of kept)
    for (const text of ['王小美', '0912', `/my/trips/${id}`]) assert.ok(!body.includes(text), text)

  const { headers, body } = await open(`/my/trips/${id}`, tokens.leader)
  assert.equal(headers['cache-control'], 'no-store')
  const policy = `${headers['content-security-policy']}`.split('; ')
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
  ])
    assert.ok(policy.includes(rule), rule)
  assert.doesNotMatch(body, /<script(?![^>]* src=)(?![^>]*type="application\/json")/)
  assert.doesNotMatch(body, / style="| on[a-z]+="/)
})

test('the manifest opens the pocket as an app with the icons of the agency', async () => {
  const { body } = await open('/en/my/trips/app.webmanifest')
  const manifest = JSON.parse(body)
  const { start_url, scope, display, icons } = manifest
  assert.deepEqual([start_url, scope, display, icons.length], ['/en/my/trips/', '/en/my/trips/', 'standalone', 4])
  assert.equal((await open(icons[0].src)).statusCode, 200)
})

test('the worker keeps files that are there, and changes with the agency', {
  skip: pocketFile('en') ? false : 'run npm ci first',
}, async () => {
  const { body, headers } = await open('/my/trips/worker.js')
  assert.equal(headers['cache-control'], 'no-cache')
  const { files, shell, cache } = JSON.parse(/POCKET=(.*);/.exec(body)?.[1] ?? '')
  for (const path of [shell, ...files]) assert.equal((await open(path)).statusCode, 200, path)
  await sql`update house set name = '山海旅行社'`.execute(db)
  assert.ok(!(await open('/my/trips/worker.js')).body.includes(cache))
})

test('a leader who signs in with a password is led back to the trip, and without one to its trips', async () => {
  const wanted = `/my/trips/${id}`
  assert.equal((await open(`/my/password?to=${encodeURIComponent(wanted)}`, tokens.leader)).headers.location, wanted)
  assert.equal((await open('/en/my/password', tokens.leader)).headers.location, '/en/my/trips/')
  assert.equal((await open('/my/', tokens.leader)).headers.location, '/my/trips/')
  assert.notEqual(
    (await open(`/my/password?to=${encodeURIComponent(wanted)}`, tokens.customer)).headers.location,
    undefined,
  )
})

test('the allergies that the pocket does not have are read online, and each reading is logged', async () => {
  const before = await reads()
  const { status, data } = await as('leader').post(`/planned-trips/${id}/dietary-list/reveal`, { reason: '今晚的餐廳' })
  assert.equal(status, 200)
  assert.match(JSON.stringify(data), /SECRET302 花生/)
  assert.equal(await reads(), before + 1)
})
const reads = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from personal_data_reads`.execute(db)
  return rows[0]?.count ?? 0
}
