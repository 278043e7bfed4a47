import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

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

  test('finance records what a customer says it has paid, takes it back, and tells another that nothing has come', async () => {
    const finance = await caller('finance')
    const waiting = async () => (await finance.get('/payment-reports?status=waiting&sort=id')).data
    const [one, other] = await waiting()
    const page = await as('finance')
    await page.goto('/desk')
    const card = page.getByRole('region', { name: '客戶說已經付款' })
    const rowOf = (report: { booking: { booking_number: string } }) =>
      card.getByRole('listitem').filter({ hasText: report.booking.booking_number })
    await rowOf(one).getByText(`末五碼 ${one.last_five}`).waitFor()
    assert.deepEqual(await violations(page), [])
    await rowOf(one).getByRole('button', { name: '登記這筆' }).click()
    const sheet = page.locator('dialog')
    await eventually(() => sheet.getByLabel('金額').inputValue(), String(one.amount))
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1000')
    await sheet.getByRole('button', { name: '登記收款' }).click()
    await rowOf(one).waitFor({ state: 'detached' })
    const { payment_id } = (await finance.get(`/payment-reports/${one.id}`)).data
    const { payments } = (await finance.get(`/bookings/${one.booking.id}`)).data
    assert.equal(payments.find(({ id }: { id: number }) => id === payment_id).amount, 1000)
    await page.getByRole('button', { name: '復原' }).click()
    await rowOf(one).waitFor()
    assert.equal((await waiting()).length, 2)

    await rowOf(other).getByRole('button', { name: '查無款項' }).click()
    await sheet.getByLabel('給客戶的說明').fill('帳上查無這筆款項，請確認末五碼')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '回覆客戶' }).click()
    await rowOf(other).waitFor({ state: 'detached' })
    await page.goto(`/desk/bookings/${other.booking.id}`)
    const reports = page.getByRole('region', { name: '客戶回報的付款' })
    await reports.getByText('帳上查無這筆款項，請確認末五碼').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('a manager approves in place, and sees what has to be decided about trips, money and customers, not the rows of departments', async () => {
    const manager = await caller('manager')
    const { data: waiting } = await manager.get('/approvals/waiting?to_decide=true')
    const [first] = waiting
    const page = await as('manager')
    await page.goto('/desk')
    const card = page.getByRole('region', { name: '待您核准' })
    const row = card.getByRole('listitem').filter({ hasText: first.number })
    await row.getByRole('button', { name: /^核准/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await row.getByRole('button', { name: /^核准/ }).click()
    await row.getByRole('button', { name: /確定？/ }).click()
    await row.waitFor({ state: 'detached' })
    const left = (await manager.get('/approvals/waiting?to_decide=true')).data
    assert.equal(left.length, waiting.length - 1)

    const below = page.getByRole('region', { name: '未達成團人數的團' }).getByRole('listitem').first()
    await below.getByText(/確認 \d+ 人，成團需 \d+ 人，還差 \d+ 人/).waitFor()
    await page.getByRole('region', { name: '逾期未收的款項' }).waitFor()
    await page.getByRole('region', { name: '低分的回饋' }).waitFor()
    const titles = await page.locator('.card h2').allInnerTexts()
    for (const other of ['尚未備齊的團', '待派領隊的團', '到期的期限']) assert.ok(!titles.includes(other), other)
    await card.getByRole('link', { name: '全部清單' }).click()
    await page.getByRole('heading', { name: '核准', level: 1 }).waitFor()
    assert.deepEqual(page.faults, [])
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
