import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { noConsole, openConsole } from './console.ts'

suite('the schedule of the leaders in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  test('every block stands on its days, and the weeks in sight are in the address', async () => {
    const op = await caller('op')
    const page = await as('op')
    // A Tuesday. The page begins with the Monday of its week and shows 91 days.
    const today = Temporal.Now.plainDateISO('Asia/Taipei')
    const monday = today.subtract({ days: today.dayOfWeek - 1 })
    await page.goto(`/desk/leaders?from=${monday.add({ days: 1 })}`)
    await page.locator('.gantt li').first().waitFor()
    const { data: lines } = await op.get(`/tour-leaders/schedule/list?from=${monday}&to=${monday.add({ days: 90 })}`)
    assert.equal(await page.locator('.gantt li').count(), lines.length)
    const trip = lines
      .flatMap(({ blocks }: { blocks: { kind: string }[] }) => blocks)
      .find(({ kind, starts_on }: { kind: string; starts_on: string }) => kind === 'trip' && starts_on > `${monday}`)
    const column = (Date.parse(trip.starts_on) - Date.parse(`${monday}`)) / 86_400_000 + 1
    const days = (Date.parse(trip.ends_on) - Date.parse(trip.starts_on)) / 86_400_000 + 1
    const block = page.locator('.gantt .block.trip').filter({ hasText: trip.title }).first()
    assert.equal(
      await block.evaluate((element) => getComputedStyle(element).gridColumn),
      `${column} / ${Math.min(column + days, 92)}`,
    )
    await page.getByRole('link', { name: '後四週' }).click()
    await page.waitForURL(`**/desk/leaders?from=${monday.add({ days: 28 })}`)
    assert.deepEqual(page.faults, [])
  })

  test('a leader sees the own agenda, and a name leads to the person', async () => {
    const page = await as('leader')
    await page.goto('/desk/leaders')
    await page.locator('.agenda li').first().waitFor()
    const planner = await as('sales')
    await planner.goto('/desk/leaders')
    await planner.locator('.gantt .who a').first().click()
    await planner.getByText('接下來半年').waitFor()
    assert.deepEqual([page.faults, planner.faults], [[], []])
  })
})
