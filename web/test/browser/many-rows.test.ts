import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { noConsole, openConsole, violations } from '../console.ts'
import { assertNoLongTask } from './long-tasks.ts'

const LEADERS = 500

const centerOf = async (at: Locator) => {
  const box = (await at.boundingBox()) ?? assert.fail('out of sight')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

/** As fast as a person can. */
const scroll = async (page: Page) => {
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, step < 10 ? 600 : -600)
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

suite('many rows in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  // A trace covers a whole browser, and a browser records one at a time.
  const { as, caller, fill } = await openConsole({ hasOwnBrowser: true })

  test('a list of 100 rows scrolls without a long task, and the browser remembers the page size', async () => {
    const page = await as('sales')
    await page.goto('/desk/travelers?page=2')
    await page.getByLabel('每頁筆數').selectOption('100')
    await page.locator('tbody tr').nth(99).waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.mouse.move(700, 450)
    await assertNoLongTask(page, () => scroll(page))
    await page.goto('/desk/bookings')
    await page.locator('tbody tr').nth(20).waitFor()
    assert.equal(await page.getByLabel('每頁筆數').inputValue(), '100')
    await page.getByLabel('每頁筆數').selectOption('20')
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test(`a trip is dragged over ${LEADERS} leaders without a long task; conflicts are shown before the drop`, async () => {
    await fill(async (db) => {
      await sql`insert into tour_leaders (person_key, name, name_en)
        select (select person_key from tour_leaders limit 1), '領隊' || n, 'Leader ' || n
          from generate_series((select count(*)::integer from tour_leaders) + 1, ${LEADERS}) n`.execute(db)
      await sql`insert into leader_unavailabilities (tour_leader_id, type, starts_on, ends_on, status)
        select l.id, 'training', today() + day, today() + day + 6, 'approved'
          from tour_leaders l cross join generate_series(l.id % 7, 80, 12) day where l.name like '領隊%'`.execute(db)
    })
    const op = await caller('op')
    const { data: trips } = await op.get('/planned-trips?status=guaranteed&sort=departure_date&per_page=100')
    const trip = trips.find(({ assigned_leader_id }: { assigned_leader_id: number | null }) => assigned_leader_id)
    const page = await as('op')
    await page.goto('/desk/leaders')
    // By attribute: the role of thousands of elements would be computed at each try, which takes the browser longer than to draw them.
    await page
      .locator('[data-leader]')
      .nth(LEADERS - 1)
      .waitFor()
    const block = page.locator(`[data-trip="${trip.id}"]`)
    await block.scrollIntoViewIfNeeded()
    const from = await centerOf(block)
    const [, place] = await centerOf(
      page.locator(`[data-leader]:not([data-leader="${trip.assigned_leader_id}"])`).nth(1),
    )
    const over = async () => {
      await page.mouse.move(...from)
      await page.mouse.down()
      for (let step = 1; step <= 30; step += 1) await page.mouse.move(from[0] + step, 320 + ((step * 40) % 520))
      // On the line of another leader.
      await page.mouse.move(from[0] + 31, place)
      await page.locator('role=region[name=/^領隊排程/] >> role=status').waitFor()
      await page.keyboard.press('Escape')
      await page.mouse.up()
    }
    await assertNoLongTask(page, over)

    const { data: candidates } = await op.get(`/planned-trips/${trip.id}/leader-candidates`)
    const { tour_leader: next } = candidates.find(
      ({ is_blocked, tour_leader }: { is_blocked: boolean; tour_leader: { id: number } }) =>
        !is_blocked && tour_leader.id !== trip.assigned_leader_id,
    )
    await block.dragTo(page.locator(`[data-leader="${next.id}"] a >> nth=0`))
    const sheet = page.locator('dialog')
    await sheet.getByText(trip.serial).waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '確定指派' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.locator(`[data-leader="${next.id}"] [data-trip="${trip.id}"]`).waitFor()
    assert.equal((await op.get(`/planned-trips/${trip.id}`)).data.assigned_leader_id, next.id)
    assert.deepEqual(page.faults, [])
  })
})
