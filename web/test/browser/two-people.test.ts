import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('two people change one trip in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const [op, admin] = [await caller('op'), await caller('admin')]
  const { id } = await departing('OSA', 24)
  const tripNow = async () => (await op.get(`/planned-trips/${id}`)).data

  test('the second sees who changed what, and puts the own fields on top', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '修改', exact: true }).first().click()
    const sheet = page.getByRole('dialog', { name: '修改這一團' })
    await sheet.getByLabel('團名', { exact: true }).fill('大阪賞櫻五日')
    await sheet.getByLabel('名額').fill('30')
    const before = await tripNow()
    const theirs = { notes: '主管寫的備註', is_public: !before.is_public, capacity: 34 }
    assert.equal((await admin.patch(`/planned-trips/${id}`, theirs)).status, 200)

    await sheet.getByLabel('名額').press('Enter')
    const meanwhile = sheet.locator('role=region[name="這段時間的更改"]')
    const says = (await meanwhile.innerText()).replaceAll(/\s+/g, ' ')
    for (const part of ['周文彬', '內部備註 – → 主管寫的備註', '誰可以報名 是 → 否', '名額 36 → 34'])
      assert.ok(says.includes(part), `${part} in ${says}`)
    assert.equal((await tripNow()).name, before.name, 'nothing is saved unseen')
    // The field with the focus was made anew; one goes on at the button, below what was changed.
    await eventually(() => page.evaluate(() => document.activeElement?.textContent), '儲存')
    await page.keyboard.press('Enter')
    await sheet.waitFor({ state: 'detached' })
    const { name, capacity, notes, is_public } = await tripNow()
    assert.deepEqual(
      { name, capacity, notes, is_public },
      { name: '大阪賞櫻五日', capacity: 30, notes: '主管寫的備註', is_public: false },
    )
  })
})
