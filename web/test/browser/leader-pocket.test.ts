import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'

suite("the console on a leader's phone", { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()

  test('a leader opens the next trip from the morning and sees phone numbers, meals and special requests', async () => {
    const [page, sales, self] = [await as('leader'), await caller('sales'), await caller('leader')]
    await page.setViewportSize(sizes.phone)
    await page.goto('/desk')
    await page.locator('role=region[name="即將出發"] >> role=listitem >> role=link').first().click()
    await page.waitForURL(/\/trips\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    const { travelers } = (await self.get(`/planned-trips/${id}/manifest`)).data
    const [{ traveler_id: first, name }] = travelers
    const told = {
      ...{ mobile: '+886 912 000 222', meal_requirement: 'vegetarian', birth_date: '1950-05-06' },
      ...{ emergency_name: '王大明', emergency_relation: '兒子', emergency_phone: '+886 922 000 111' },
    }
    assert.equal((await sales.put(`/travelers/${first}`, told)).status, 200)
    const wish = { traveler_id: first, kind: 'seat', detail: '靠走道', visible_to_leader: true }
    assert.equal((await sales.post('/traveler-requests', wish)).status, 201)
    await page.getByRole('link', { name: '旅客', exact: true }).click()
    const row = page.locator('role=region[name="旅客"] >> role=listitem', { hasText: name })
    await row.getByText('素食').waitFor()
    await row.getByText('靠走道').waitFor()
    await row.getByText('緊急聯絡人 王大明 兒子').waitFor()
    assert.equal(await row.getByRole('link', { name: '+886 922 000 111' }).count(), 1)
    assert.match(await row.innerText(), /7\d 歲/)
    assert.match(await row.innerText(), /\d 號房|還沒有房間/)
    assert.equal(await row.getByRole('link', { name: `撥打 ${name}` }).getAttribute('href'), 'tel:+886912000222')
    assert.equal(await page.locator('role=region[name="旅客"] >> role=listitem').count(), travelers.length)
    assert.doesNotMatch(await page.locator('main').innerText(), /NT\$|護照/)
    assert.deepEqual([await violations(page), await isTooWide(page), page.faults], [[], false, []])
  })

  test('staff assign the briefing leader, and see who has a conflict on that day', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${(await departing('PRG', 27)).id}`)
    await page.getByRole('button', { name: '主講領隊…' }).click()
    const sheet = page.locator('dialog')
    const free = sheet.locator('option:not([value=""])').filter({ hasNotText: '那天有別的事' })
    const name = await free.last().textContent()
    await sheet.getByLabel('領隊').selectOption({ label: `${name}` })
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByText(`主講：${name}`).waitFor()
    assert.deepEqual(page.faults, [])
  })
})
