import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { browserOf } from '../../../test/fixtures/place.ts'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'

const home = await house()
const { app, as, asBearer, db } = home
const { trip, book } = await bookingFixtures(home)
const own = { 'sec-fetch-site': 'same-origin' }
const password = 'correct horse battery'

let made = 0
const account = async (role: string) => {
  made += 1
  const email = `${role}${made}@mail.example`
  const { id } = done(await as('admin').post('/users', { name: `Person ${made}`, email, role, locale: 'en', password }))
  return { id: id as number, email }
}
const send = (
  { ask }: ReturnType<typeof browserOf>,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = own,
) =>
  ask({
    ...{ method: 'POST', url, payload: `${new URLSearchParams(fields)}` },
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  })

test('a customer with a password signs in at the place, without a script, and comes back to the page that was wanted', async () => {
  const { id: customer_user_id, email } = await account('customer')
  const booking = await book((await trip(5)).id, ['王小美'], { customer_user_id })
  const at = `/en/my/${booking.booking_number}/trip`
  const browser = browserOf(app)
  const asked = await browser.ask({ url: at, headers: own })
  assert.equal(asked.statusCode, 401)
  const link = /<a href="([^"]*)">I have a password<\/a>/.exec(asked.body)?.[1]?.replaceAll('&#38;', '&') ?? ''
  assert.equal(link, `/en/my/password?to=${encodeURIComponent(at)}`)
  const { body } = await browser.ask({ url: link, headers: own })
  assert.match(
    body,
    /<input class="input" type="password" id="password-password" name="password" autocomplete="current-password" maxlength="200" required>/,
  )
  assert.doesNotMatch(body, /<script/)

  const wrong = await send(browser, link, { form: 'password', email, password: 'wrong' })
  assert.equal(wrong.statusCode, 401)
  assert.match(
    unmarked(wrong.body),
    /The mail address or the password is wrong\. If you have forgotten it, sign in by mail\./,
  )
  assert.ok(wrong.body.includes(`value="${email}"`) && !wrong.body.includes('wrong"'))
  const signed = await send(browser, link, { form: 'password', email: email.toUpperCase(), password })
  assert.deepEqual([signed.statusCode, signed.headers.location], [303, at])
  assert.equal((await browser.ask({ url: at, headers: own })).statusCode, 200)
  assert.deepEqual(
    [
      (await browser.ask({ url: link, headers: own })).headers.location,
      (await browser.ask({ url: '/my/password', headers: own })).headers.location,
    ],
    [at, '/my/'],
  )
  const { rows } = await sql<{
    device_name: string
  }>`select name as device_name from tokens where user_id = ${customer_user_id}`.execute(db)
  assert.equal(rows.length, 1)
})

test('it leads to pages of the place alone', async () => {
  const { email } = await account('customer')
  for (const to of ['https://evil.example/my/', '//evil.example/my/', '/my/../desk', '/desk', '/my/@evil.example'])
    assert.equal(
      (await send(browserOf(app), `/my/password?${new URLSearchParams({ to })}`, { form: 'password', email, password }))
        .headers.location,
      '/my/',
      to,
    )
})

test('an account with a second step is asked for its code, and a wrong one is refused on the same page', async () => {
  const { email } = await account('customer')
  const call = asBearer(done(await as().post('/login', { email, password })).token)
  const factor = await enrolled(db, call)
  const browser = browserOf(app)
  const page = await send(browser, '/en/my/password', { form: 'password', email, password })
  assert.equal(page.statusCode, 200)
  assert.match(unmarked(page.body), /Two-step verification/)
  assert.equal(browser.jar.size, 0, 'nobody is signed in yet')
  const challenge = /name="challenge" value="([\w-]{43})"/.exec(page.body)?.[1] ?? ''
  const wrong = await send(browser, '/en/my/password', { form: 'code', challenge, code: await factor.wrong() })
  assert.equal(wrong.statusCode, 401)
  assert.match(unmarked(wrong.body), /The code is wrong or was used; wait for the next one, or use a recovery code\./)
  assert.ok(wrong.body.includes(`value="${challenge}"`))
  const right = await send(browser, '/en/my/password', { form: 'code', challenge, code: await factor.code() })
  assert.deepEqual([right.statusCode, right.headers.location, browser.jar.size], [303, '/en/my/', 1])
})

test('staff who sign in there are led to the office', async () => {
  const { email } = await account('sales')
  const browser = browserOf(app)
  const signed = await send(browser, '/my/password?to=%2Fmy%2FX', { form: 'password', email, password })
  assert.deepEqual([signed.statusCode, signed.headers.location], [303, '/desk'])
  assert.equal((await browser.ask({ url: '/my/password', headers: own })).headers.location, '/desk')
})

test('guesses count like those of the API, for one account from all addresses; another site signs nobody in', async () => {
  const { email } = await account('customer')
  for (let guess = 0; guess < 20; guess += 1) {
    const from = { 'x-forwarded-for': `203.0.113.${guess}` }
    const { statusCode } = await send(
      browserOf(app),
      '/my/password',
      { form: 'password', email, password: 'no' },
      { ...own, ...from },
    )
    assert.equal(statusCode, 401)
  }
  const over = await send(browserOf(app), '/en/my/password', { form: 'password', email, password })
  assert.equal(over.statusCode, 429)
  assert.match(unmarked(over.body), /Too many|try again/i)
  assert.equal((await as().post('/login', { email, password })).status, 429)
  const other = { 'sec-fetch-site': 'cross-site' }
  const fresh = await account('customer')
  const elsewhere = await send(
    browserOf(app),
    '/my/password',
    { form: 'password', email: fresh.email, password },
    other,
  )
  assert.equal(elsewhere.statusCode, 403)
})
