import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { isTooWide, noConsole, openConsole, sizes } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('long words on a phone', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, db, departing } = await openConsole()
  const name = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximilian'
  const mail = sql<string>`${'a.very.long.mail.address.of.somebody.with.many.names.'.repeat(2)} || id || '@department.of.a.large.company.example'`
  await db.updateTable('users').set({ name_en: name }).execute()
  await db
    .updateTable('users')
    .set({ email: mail })
    .where(
      'email',
      'not in',
      ['sales', 'op', 'admin', 'leader', 'finance', 'manager'].map((each) => `${each}@demo.guidon.local`),
    )
    .execute()
  await db.updateTable('bookings').set({ contact_email: mail, contact_name: name }).execute()
  await db
    .updateTable('travelers')
    .set({ name, surname_en: name.slice(0, 52), given_name_en: name.slice(-10) })
    .execute()
  await db.updateTable('tour_leaders').set({ name_en: name, email: mail }).execute()
  await db
    .updateTable('packages')
    .set({ name_en: `${name} ${name}` })
    .execute()
  await db
    .updateTable('planned_trips')
    .set({ name_en: `${name} ${name}` })
    .execute()
  await db.updateTable('hotels').set({ name_en: name }).execute()
  const trip = await departing('PRG', 27)
  const idOf = async (
    table: 'bookings' | 'travelers' | 'users' | 'tour_leaders' | 'packages' | 'addon_requests' | 'persons',
  ) => (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
  const [booking, traveler, user, leader, pack, request, person] = await Promise.all(
    (['bookings', 'travelers', 'users', 'tour_leaders', 'packages', 'addon_requests', 'persons'] as const).map(idOf),
  )
  const booked = await db
    .selectFrom('bookings')
    .select('id')
    .where('planned_trip_id', '=', trip.id)
    .executeTakeFirstOrThrow()
  const session = await db
    .selectFrom('seminar_sessions')
    .select(['id', 'seminar_id'])
    .limit(1)
    .executeTakeFirstOrThrow()

  const pages: Record<string, string[]> = {
    sales: [
      '',
      'requests',
      `requests/${request}`,
      'bookings',
      `bookings/${booking}`,
      `bookings/${booked.id}`,
      'travelers',
      `travelers/${traveler}`,
      'persons',
      'persons?view=doubles',
      `persons/${person}`,
      `trips/${trip.id}`,
      `trips/${trip.id}?tab=people`,
      `trips/${trip.id}?tab=messages`,
      'notifications',
      'account',
    ],
    op: [
      '',
      'trips',
      'trips?view=calendar',
      `trips/${trip.id}?tab=rooms`,
      `trips/${trip.id}?tab=itinerary`,
      `trips/${trip.id}?tab=papers`,
      `trips/${trip.id}?tab=history`,
      'packages',
      `packages/${pack}`,
      `packages/${pack}?tab=itinerary`,
      'leaders',
      `leaders/${leader}`,
      `leaders/${leader}?tab=personal`,
      'seminars',
      `seminars/${session.seminar_id}`,
      `sessions/${session.id}`,
      `sessions/${session.id}?tab=door`,
      'reference?kind=hotels',
    ],
    finance: [
      'money',
      'money?view=today',
      'money?view=month',
      'money?view=bank',
      'money?view=refunds',
      'money?view=payments',
      'money?view=results',
    ],
    admin: ['accounts', `accounts/${user}`, 'audit', 'mails', 'house'],
    leader: ['', 'leaders', 'trips'],
  }

  for (const [who, paths] of Object.entries(pages))
    test(`a long mail address and a long name do not widen the pages of ${who}`, async () => {
      const page = await as(who, 'en-US')
      await page.setViewportSize(sizes.phone)
      const wide: string[] = []
      for (const path of paths) {
        await page.goto(`/desk/${path}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await eventually(() => page.getByRole('status', { name: 'Loading' }).count(), 0)
        if (await isTooWide(page)) wide.push(`${path}: ${await widest(page)}`)
      }
      assert.deepEqual(wide, [])
    })
})

/** The width of the page, and the texts that cause it. */
const widest = (page: Page) =>
  page.evaluate(() => {
    const isOut = (each: Element) => each.getBoundingClientRect().right > innerWidth && each.scrollWidth > 0
    const out = [...document.querySelectorAll('main *')].filter(
      (each) => isOut(each) && ![...each.children].some(isOut),
    )
    const words = out
      .slice(0, 4)
      .map(
        (each) =>
          `${each.parentElement?.className}>${each.tagName}.${each.className}: ${each.textContent?.slice(0, 40)}`,
      )
    return `${document.documentElement.scrollWidth} px, ${words.join(' | ')}`
  })
