import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertPage, type Console, isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'

/** Every page and every tab of one, who opens it, and what is there when it can be used. */
const pagesOf = (ids: Ids) => [
  { name: undefined, path: '/desk/sign-in', ready: '#email' },
  { name: 'sales', path: '/desk', ready: '.todo li' },
  { name: 'leader', path: '/desk', ready: '.leaving' },
  { name: 'customer', path: '/desk', ready: '.morning .card' },
  { name: 'sales', path: '/desk/requests', ready: 'a.row-link' },
  { name: 'sales', path: `/desk/requests/${ids.request}`, ready: '.composer' },
  { name: 'sales', path: '/desk/packages', ready: 'a.row-link' },
  { name: 'op', path: `/desk/packages/${ids.package}`, ready: '.facts-list' },
  { name: 'op', path: `/desk/packages/${ids.package}?tab=itinerary`, ready: '.itinerary li' },
  { name: 'op', path: `/desk/packages/${ids.package}?tab=prices`, ready: '.prices-table' },
  { name: 'op', path: '/desk/trips', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/trips?view=calendar', ready: '.month-card' },
  { name: 'sales', path: `/desk/trips/${ids.trip}?tab=people`, ready: '.people' },
  { name: 'leader', path: `/desk/trips/${ids.led}?tab=itinerary`, ready: '.itinerary li' },
  { name: 'sales', path: '/desk/bookings', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/travelers', ready: 'a.row-link' },
  { name: 'sales', path: `/desk/travelers/${ids.traveler}`, ready: '.facts-list' },
  { name: 'op', path: '/desk/leaders', ready: '.gantt li' },
  { name: 'leader', path: '/desk/leaders', ready: '.agenda' },
  { name: 'op', path: `/desk/leaders/${ids.leader}`, ready: '.agenda' },
  { name: 'leader', path: `/desk/leaders/${ids.leader}?tab=leave`, ready: '.leave li' },
  { name: 'op', path: `/desk/leaders/${ids.leader}?tab=countries`, ready: '.order-list li' },
  { name: 'op', path: `/desk/leaders/${ids.leader}?tab=areas`, ready: '.order-list li' },
  { name: 'sales', path: `/desk/trips/${ids.trip}?tab=messages`, ready: '.empty' },
  { name: 'op', path: `/desk/trips/${ids.trip}?tab=papers`, ready: '.papers li' },
  { name: 'op', path: `/desk/trips/${ids.trip}?tab=history`, ready: '.page.trip .card' },
  { name: 'leader', path: `/desk/trips/${ids.led}?tab=people`, ready: '.manifest li' },
  { name: 'finance', path: '/desk/money', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/money?view=results', ready: '.result .sum' },
  { name: 'finance', path: `/desk/trips/${ids.led}?tab=money`, ready: '.result .sum' },
  { name: 'sales', path: '/desk/seminars', ready: 'a.row-link' },
  { name: 'op', path: `/desk/seminars/${ids.seminar}`, ready: 'a.row-link' },
  { name: 'op', path: `/desk/sessions/${ids.session}`, ready: '.people-table' },
  { name: 'op', path: `/desk/sessions/${ids.session}?tab=door`, ready: '.person' },
  { name: 'op', path: '/desk/reference?kind=cities', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/account', ready: '.devices li' },
  { name: 'sales', path: '/desk/notifications', ready: 'a.row-link' },
  { name: 'op', path: `/desk/trips/${ids.led}?tab=rooms`, ready: '.bench .guest' },
  { name: 'sales', path: '/desk/persons', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/persons?view=doubles', ready: '.doubles > li' },
  { name: 'admin', path: '/desk/accounts', ready: 'a.row-link' },
  { name: 'admin', path: `/desk/accounts/${ids.account}`, ready: '.facts-list' },
  { name: 'admin', path: '/desk/house', ready: '.house-form' },
  { name: 'admin', path: '/desk/webhooks', ready: '.empty' },
  { name: 'admin', path: '/desk/mails', ready: '.letter' },
  { name: 'admin', path: '/desk/jobs', ready: '.jobs-table' },
  { name: 'admin', path: '/desk/health', ready: '.findings li' },
  { name: 'admin', path: '/desk/audit', ready: '.changes > li' },
  { name: 'sales', path: '/desk/second-factor', ready: '.button.main' },
]

type Ids = Awaited<ReturnType<typeof idsOf>>

/** The records of the demo that are looked at. */
const idsOf = async ({ db, caller, departing, bookingOn }: Console) => {
  const sales = await caller('sales')
  const trip = await departing('PRG', 27)
  const { id: booking } = await bookingOn(trip.serial, '001')
  const { id: session, seminar_id: seminar } = await db
    .selectFrom('seminar_sessions as s')
    .innerJoin('seminars as m', 'm.id', 's.seminar_id')
    .select(['s.id', 's.seminar_id'])
    .where('m.title', '=', '北海道雪國行前說明會')
    .executeTakeFirstOrThrow()
  const read = async (path: string) => (await sales.get(path)).data
  return {
    trip: trip.id,
    /** The trip that the leader of the demo leads next. */
    led: (await departing('TYO', 6)).id,
    leader: (await (await caller('leader')).get('/me')).data.tour_leader_id,
    package: (await read(`/planned-trips/${trip.id}`)).package.id,
    traveler: (await read(`/travelers?booking_id=${booking}`))[0].id,
    request: (await read('/addon-requests?status=offered'))[0].id,
    account: (await read('/me')).id,
    seminar,
    session,
  }
}

suite('every page, on a desk and a phone, light and dark', { skip: noConsole }, async () => {
  if (noConsole) return
  const there = await openConsole()
  const { as } = there
  const pages = pagesOf(await idsOf(there))
  for (const { name, path, ready } of pages)
    test(`${path} as ${name ?? 'a stranger'}: no violation, no error, not too wide`, async () => {
      await assertPage(await as(name), path, ready)
    })

  test('English words fit on a phone too', async () => {
    const page = await as('sales', 'en-US')
    await page.setViewportSize(sizes.phone)
    for (const { path, ready } of pages.filter(({ name }) => name === 'sales')) {
      await page.goto(path)
      await page.locator(ready).first().waitFor()
      assert.equal(await isTooWide(page), false, path)
    }
  })

  test('what does not exist is told kindly', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests/99999')
    await page.getByRole('heading', { name: '找不到這個頁面' }).waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('the palette and the calendar', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.getByRole('button', { name: '需用日期' }).click()
    await page.locator('.day-field input:focus').waitFor()
    await page.locator('.day-field button').click()
    await page.locator('.calendar').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.locator('.palette').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
