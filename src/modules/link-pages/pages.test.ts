import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { png, form as uploaded } from '../../../test/fixtures/samples.ts'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { type LinkKind, makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const password = 'correct horse battery'
const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`
const open = (url: string) => app.inject({ url })
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = own) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': form },
    payload: `${new URLSearchParams(fields)}`,
  })
const form = 'application/x-www-form-urlencoded'
const own = { 'sec-fetch-site': 'same-origin' }

test('opening the page of an invitation does not use it up; setting a password does', async () => {
  const url = await link('invitation', ids.manager)
  for (const _ of [1, 2]) assert.match((await open(url)).body, /<h1>設定您的密碼<\/h1>[\s\S]*manager@/)
  const short = await send(url, { form: 'password', password: 'short' })
  assert.equal(short.statusCode, 422)
  assert.match(short.body, /<p class="fault" id="password-password-fault">至少 10 個字元。<\/p>/)
  assert.doesNotMatch(short.body, /value="short"/, 'a password is never written back')
  const chosen = await send(url, { form: 'password', password })
  assert.deepEqual([chosen.statusCode, /密碼已設定/.test(chosen.body)], [200, true])
  const { email } = await db.selectFrom('users').select('email').where('id', '=', ids.manager).executeTakeFirstOrThrow()
  assert.equal((await as().post('/login', { email, password })).status, 200)
  const again = await send(url, { form: 'password', password: 'another horse battery' })
  assert.deepEqual([again.statusCode, /這個連結已經用過或過期/.test(again.body)], [401, true])
})

test('a sign-in link sets the cookie of the console, from its own page only', async () => {
  const url = await link('sign-in', ids.other_customer)
  for (const site of ['cross-site', 'none'])
    assert.equal((await send(url, { form: 'enter' }, { 'sec-fetch-site': site })).statusCode, 403, site)
  assert.equal((await send(url, { form: 'enter' }, {})).statusCode, 403, 'a browser that does not say where it is')
  const entered = await send(url, { form: 'enter' })
  assert.deepEqual([entered.statusCode, entered.headers.location], [303, '/my/'])
  assert.match(String(entered.headers['set-cookie']), /^guidon=[\w-]+; Path=\/; .*HttpOnly; SameSite=Strict/)
  assert.equal((await send(url, { form: 'enter' })).statusCode, 401, 'it is good for one use')
})

test('a sign-in link of an account with a second factor asks for the code', async () => {
  const authenticator = await enrolled(db, as('customer'))
  const url = await link('sign-in', ids.customer)
  const asked = await send(url, { form: 'enter' })
  assert.deepEqual([asked.statusCode, asked.headers['set-cookie']], [200, undefined])
  const [, challenge = ''] = /name="challenge" value="([\w-]{43})"/.exec(asked.body) ?? []
  const wrong = await send(url, { form: 'code', challenge, code: await authenticator.wrong() })
  assert.deepEqual([wrong.statusCode, wrong.headers['set-cookie']], [401, undefined])
  assert.match(wrong.body, /驗證碼不正確[\s\S]*name="challenge"/)
  const right = await send(url, { form: 'code', challenge, code: await authenticator.code() })
  assert.deepEqual([right.statusCode, right.headers.location], [303, '/my/'])
})

test('a page cannot be framed or run scripts, and a token of one kind does not work for another kind', async () => {
  const url = await link('invitation', ids.manager)
  const page = await open(`${url}?lang=en&utm_source=mail`)
  assert.match(page.body, /<html lang="en">[\s\S]*Choose your password/)
  assert.doesNotMatch(page.body, /<script|style=/)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self';/)
  const other = await open(url.replace('/invitation/', '/offer/'))
  assert.equal(other.statusCode, 404, 'a token of one kind opens nothing of another')
})

test('every page of a link has the logo and the icons of the agency, as its site and the place have them', async () => {
  const upload = await as('admin').upload('/house/logo', uploaded(png, 'logo.png'))
  assert.equal(upload.status, 201)
  const emblemOf = async (url: string) => {
    const { body } = await open(url)
    const icons = ['icon', 'apple-touch-icon', 'manifest'].map(
      (rel) => new RegExp(`<link rel="${rel}" href="[^"]+"[^>]*>`).exec(body)?.[0],
    )
    return [...icons, /<img[^>]* alt="標誌">/.exec(body)?.[0]]
  }
  const expected = await emblemOf('/my/')
  for (const part of expected) assert.match(String(part), /\/site/)
  for (const url of [await link('invitation', ids.manager), `/l/offer/${'x'.repeat(43)}`])
    assert.deepEqual(await emblemOf(url), expected, url)
})

test('an invited traveler accepts, declines, and accepts again while there is a seat', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const op = as('op')
  const seminar = done(
    await op.post('/seminars', { kind: 'pre_departure', title: '行前說明會', planned_trip_ids: [id] }),
  )
  const times = { starts_at: '2099-01-10T19:30', ends_at: '2099-01-10T21:00', status: 'open', capacity: 1 }
  const session = done(await op.post(`/seminars/${seminar.id}/sessions`, times))
  done(
    await op.post(`/sessions/${session.id}/attendances`, { traveler_id: booking.travelers[0].id, status: 'invited' }),
  )
  const [place] = (await op.get(`/sessions/${session.id}/attendances`)).data
  const url = await link('session', place.id)
  assert.match(unmarked((await app.inject({ url: `${url}?lang=en` })).body), /10 Jan 2099 19:30 \(Taipei time\)/)
  assert.match(unmarked((await app.inject({ url: `${url}?lang=zh-TW` })).body), /19:30（台北時間）/)
  const status = async () => (await op.get(`/sessions/${session.id}/attendances/${place.id}`)).data.status
  for (const [answer, becomes] of [
    ['yes', 'registered'],
    ['no', 'absent'],
    ['yes', 'registered'],
    ['no', 'absent'],
  ] as const) {
    assert.equal((await send(url, { form: answer })).statusCode, 303)
    assert.equal(await status(), becomes)
  }
  done(await op.post(`/sessions/${session.id}/attendances`, { guest_name: '李大同' }))
  const full = await send(url, { form: 'yes' })
  assert.deepEqual(
    [full.statusCode, full.body.includes('Choose another session.'), await status()],
    [409, true, 'absent'],
  )
})
