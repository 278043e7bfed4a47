import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'

suite('the morning in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const [op, sales] = [await caller('op'), await caller('sales')]

  test('a row shows its trip and the person in charge, and is settled in place; other rows and the team are one click away', async () => {
    const { id, serial } = await departing('OSA', 24)
    const me = (await sales.get('/me')).data
    const names = Array.from({ length: 7 }, (_, n) => `發送旗幟 ${n + 1}`)
    assert.equal((await op.put(`/planned-trips/${id}`, { sales_user_id: me.id })).status, 200)
    for (const name of names) {
      const made = await op.post(`/planned-trips/${id}/deadlines`, { name, owner: 'sales', due_on: '2020-01-01' })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }

    const page = await as('sales')
    await page.goto('/desk')
    const card = page.getByRole('region', { name: '到期的期限' })
    const row = card.getByRole('listitem').filter({ hasText: '發送旗幟 1' })
    await row.getByText(serial).waitFor()
    await row.getByText(me.name).waitFor()
    await row.getByRole('button', { name: '完成' }).click()
    await row.waitFor({ state: 'detached' })

    await card.getByRole('link', { name: /^還有 \d+ 件$/ }).click()
    await card.getByRole('listitem').filter({ hasText: '發送旗幟 7' }).waitFor()
    assert.equal(await page.getByRole('region', { name: '應收的訂金與尾款' }).count(), 0)
    await page.getByRole('link', { name: '全部工作' }).click()
    await page.getByRole('button', { name: '全組' }).click()
    await page.getByRole('button', { name: '全組', pressed: true }).waitFor()
    assert.match(page.url(), /whose=team/)
    await card.waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('an administrator sees the work of a team by person', async () => {
    const page = await as('admin')
    await page.goto('/desk')
    await page.getByRole('combobox', { name: '我的' }).selectOption({ label: '業務' })
    const people = page.getByRole('search', { name: '誰的工作' }).getByRole('button')
    await people.first().waitFor()
    const person = people.filter({ hasNotText: '未指派' }).first()
    const name = (await person.innerText()).split(' ')[0] ?? ''
    await person.click()
    await page.getByRole('button', { name, pressed: true }).waitFor()
    assert.match(page.url(), /user_id=\d+/)
    assert.deepEqual(await violations(page), [])
  })
})
