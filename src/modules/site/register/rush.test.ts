import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures } from '../../../../test/fixtures/bookings.ts'
import { house } from '../../../../test/house.ts'
import { unmarked } from '../../../../test/page-text.ts'

const home = await house()
const second = await home.another()
const { as } = home
const { trip, seats } = await bookingFixtures(home)

const FAMILIES = 20
const textIn = (html: string) =>
  unmarked(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** A family of two in its own browser, at one of two processes. */
const familyOf = (n: number) => {
  const { app } = n % 2 ? second : home
  const headers = { host: 'tours.example', accept: 'text/html', 'x-forwarded-for': `10.9.0.${n}` }
  const email = `family${n}@example.com`
  const open = (url: string) => app.inject({ url, headers })
  const send = (url: string, fields: Record<string, string>) =>
    app.inject({
      ...{ method: 'POST', url, payload: `${new URLSearchParams(fields)}` },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
  /** A field that the page fills in itself. */
  const shownOn = async (url: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec((await open(url)).body)?.[1] ?? ''
  const fillIn = async (serial: string) => {
    const begun = await send(`/register/${serial}`, { form: 'party', adults: '2', children: '0', infants: '0' })
    const draft = String(begun.headers.location).replace(/\?.*/, '')
    for (const person of [1, 2]) {
      const at = `${draft}?step=people&person=${person}`
      const typed = { name: `家${n}之${person}`, birth_date: `198${person}-01-01` }
      await send(at, { form: `person-${person}`, seen: await shownOn(at, 'seen'), ...typed })
    }
    return draft
  }
  const contact = {
    ...{ contact_name: `家${n}`, phone: '+886 912 345 678', email, privacy_consent: 'yes' },
    ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
  }
  /** What the family is told before it sends: the total, and seats or a place in line. */
  const told = async (draft: string) => ({
    agreed_total: await shownOn(`${draft}?step=send`, 'agreed_total'),
    agreed_seats: await shownOn(`${draft}?step=send`, 'agreed_seats'),
  })
  const press = (draft: string, agreed: Record<string, string>) =>
    send(`${draft}?step=send`, { form: 'send', ...contact, ...agreed })
  return { n, email, open, fillIn, told, press }
}

test('of twenty families who are told that there are seats and send at once, at two processes, those who fit get them and all others are told', async () => {
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
  const { id, serial } = await trip(6, { departure_date: daysFromToday(90) })
  const families = await Promise.all(
    Array.from({ length: FAMILIES }, async (_, n) => {
      const family = familyOf(n)
      const draft = await family.fillIn(serial)
      return { ...family, draft, agreed: await family.told(draft) }
    }),
  )
  assert.deepEqual([...new Set(families.map(({ agreed }) => agreed.agreed_seats))], ['seats'], 'all are told: seats')

  const answers = await Promise.all(families.map(({ press, draft, agreed }) => press(draft, agreed)))
  const late = families.filter((_, i) => answers[i]?.statusCode === 422)
  assert.deepEqual(
    Object.fromEntries(
      [...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(([code, all]) => [code, all.length]),
    ),
    { 303: 3, 422: FAMILIES - 3 },
  )
  assert.deepEqual(await seats(id), { held: 6, confirmed: 0, waitlisted: 0, remaining: 0 })
  for (const { n, email } of late) {
    const { body = '' } = answers[n] ?? {}
    assert.match(textIn(body), /名額剛剛額滿了；您填的資料都還在.*送出候補/)
    for (const kept of [`value="${email}"`, `家${n}之1`, `家${n}之2`]) assert.ok(body.includes(kept), kept)
  }

  const places = await Promise.all(
    late.map(async ({ open, press, told, draft }) => {
      const agreed = await told(draft)
      assert.equal(agreed.agreed_seats, 'line')
      const { statusCode } = await press(draft, agreed)
      return [statusCode, Number(/候補，第 (\d+) 位/.exec((await open(draft)).body)?.[1])]
    }),
  )
  assert.deepEqual(
    places.sort(([, one = 0], [, other = 0]) => one - other),
    late.map((_, i) => [303, i + 1]),
    'each who stays gets another place in line',
  )
  assert.deepEqual(await seats(id), { held: 6, confirmed: 0, waitlisted: 2 * late.length, remaining: 0 })
})
