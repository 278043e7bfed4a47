import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'

suite('months in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const [year, number] = daysFromToday(0).split('-').map(Number) as [number, number]
  // The month before, by the day of the agency.
  const month = new Date(Date.UTC(year, number - 2, 15)).toISOString().slice(0, 7)
  const path = `/desk/money?view=month&month=${month}`

  test('finance locks a month with a reason, and an administrator unlocks it', async () => {
    const page = await as('finance')
    await page.goto(path)
    await page.getByRole('button', { name: '鎖帳…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('原因').fill('已與銀行核對完畢')
    await sheet.getByRole('button', { name: '鎖帳' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('已與銀行核對完畢').waitFor()
    assert.equal(await page.getByRole('button', { name: '解除鎖定…' }).count(), 0)

    const admin = await as('admin')
    await admin.goto(path)
    await admin.getByRole('button', { name: '解除鎖定…' }).click()
    await admin.getByRole('dialog').getByLabel('原因').fill('漏登一筆匯款')
    await admin.getByRole('dialog').getByRole('button', { name: '解除鎖定' }).click()
    await admin.getByText('漏登一筆匯款').waitFor()
    const months = (await (await caller('finance')).get(`/money/months?year=${month.slice(0, 4)}`)).data
    const { status, reason } = months.find((one: { month: string }) => one.month === month)
    assert.deepEqual([status, reason], ['open', '漏登一筆匯款'])
    assert.deepEqual([page.faults, admin.faults], [[], []])
  })

  test('a sum of a month opens to its bookings, and the pages of the day and the month fit a desk and a phone', async () => {
    const page = await as('manager')
    await page.goto(path)
    await page.getByRole('link', { name: '應收', exact: true }).click()
    await page.getByRole('region', { name: /^應收/ }).locator('tbody a').first().waitFor()
    for (const [at, ready] of [
      [path, 'main tbody a'],
      ['/desk/money?view=today', 'role=region[name="今天等著處理"] >> role=listitem'],
    ] as const)
      for (const size of [sizes.desk, sizes.phone]) {
        await page.setViewportSize(size)
        await page.goto(at)
        await page.locator(ready).first().waitFor()
        assert.deepEqual([at, await violations(page), await isTooWide(page)], [at, [], false])
      }
    assert.deepEqual(page.faults, [])
  })
})
