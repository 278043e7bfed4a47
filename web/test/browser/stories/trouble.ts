import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeAct } from '../../console.ts'
import { onDay, typeDay } from '../../fields.ts'
import { find, go, type Stage, tab } from './stage.ts'

export const trouble = ({ desk, caller, departing }: Stage) => {
  test('leader ill: the leave waits until somebody else leads the trip, and the leader reads the answer', async () => {
    const { serial } = await departing('HKD', 41)
    const leader = await desk('leader', 'phone')
    await go(leader, '領隊')
    await tab(leader, '休假')
    await leader.getByRole('button', { name: '請假…' }).click()
    const sheet = leader.locator('dialog')
    await sheet.getByLabel('假別').selectOption('sick')
    for (const label of ['開始日', '結束日']) await typeDay(leader, label, onDay(42))
    await sheet.locator('role=list[name="同時的安排"]', { hasText: serial }).waitFor()
    await sheet.getByLabel('原因').fill('住院')
    await sheet.getByRole('button', { name: '送出' }).click()
    const asked = leader.locator('role=region[name=/^(休假|過去與取消的)$/] >> role=listitem', { hasText: '住院' })
    await asked.getByText('待核准').waitFor()

    const page = await desk('line-control')
    const open = async () => {
      await go(page, '今日')
      await page.getByRole('region', { name: '待核的領隊休假' }).getByRole('link', { name: '李明哲' }).first().click()
      await tab(page, '休假')
      return page.locator('role=region[name=/^(休假|過去與取消的)$/] >> role=listitem', { hasText: '住院' })
    }
    const leave = await open()
    await leave.getByRole('button', { name: '核准…' }).first().waitFor()
    await leave.locator('role=list[name="同時的安排"]').getByRole('link', { name: serial }).click()
    await page.getByRole('button', { name: '換領隊' }).click()
    const best = page
      .locator('dialog ol > li:not(:has([aria-label="同時的安排"]))', {
        has: page.getByRole('button', { name: '指派' }),
      })
      .first()
    await best.getByRole('button', { name: '指派' }).click()
    await best.getByLabel('說明（可留空）').fill('原領隊住院')
    await best.getByRole('button', { name: '確定指派' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await open()
    await leave.getByRole('button', { name: '核准', exact: true }).click()
    await leave.getByText('已核准').waitFor()
    await leader.reload()
    await asked.getByText('已核准').waitFor()
    assert.deepEqual([page.faults, leader.faults], [[], []])
  })

  test('a trip is cancelled: the sheet shows all refunds, finance pays them, and nothing is left open', async () => {
    const { serial } = await departing('SEL', 38)
    const page = await desk('op')
    await find(page, '出團', serial)
    await takeAct(page, '取消出團…')
    const sheet = page.locator('dialog')
    await sheet.getByLabel('取消事由').selectOption({ label: '未達成團人數' })
    await sheet.locator('role=region[name="各訂單應退"] >> role=listitem').first().waitFor()
    await sheet.getByLabel('原因', { exact: true }).fill('報名人數不足')
    await sheet.getByRole('button', { name: '取消出團' }).click()
    await page.locator('header:has(h1) .badge', { hasText: '取消' }).waitFor()

    const finance = await desk('finance')
    await go(finance, '財務')
    await finance.getByRole('link', { name: '應退款項' }).click()
    const owed = finance.locator('tbody tr', { hasText: serial })
    await owed.first().waitFor()
    const before = await owed.count()
    await owed.first().getByRole('link').first().click()
    await finance.getByRole('button', { name: '登記收款' }).click()
    await finance.locator('dialog').getByRole('button', { name: '登記', exact: true }).click()
    await finance.getByText('已退清').waitFor()
    await go(finance, '財務')
    await finance.getByRole('link', { name: '應退款項' }).click()
    await owed.nth(before - 1).waitFor({ state: 'detached' })
    assert.deepEqual([page.faults, finance.faults], [[], []])
  })

  test('a trip has returned: open work is shown before the settlement, a cost is entered, and the margin is shown', async () => {
    const { id, serial } = await departing('CNX', -9)
    const finance = await caller('finance')
    const costs = async () => (await finance.get(`/planned-trips/${id}/money`)).data.costs.actual
    const before = await costs()
    const page = await desk('op')
    await go(page, '出團')
    await page.getByRole('combobox', { name: '即將出發' }).selectOption({ label: '已出發' })
    await page.getByRole('searchbox').fill(serial)
    await page.waitForURL(/q=/)
    await page.locator('tr', { hasText: serial }).getByRole('link').first().click()
    await page.getByRole('link', { name: '損益', exact: true }).click()
    await page.getByRole('button', { name: '新增成本…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('實際金額').fill('1500')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByText('NT$1,500').first().waitFor()
    await page.getByRole('link', { name: '總覽', exact: true }).click()
    await page.getByRole('button', { name: '結團' }).click()
    await sheet.getByText('仍有這些事項未完成').waitFor()
    await sheet.getByLabel('仍要進行的原因').fill('領隊已口頭交接')
    await sheet.getByRole('button', { name: '結團' }).click()
    await page.locator('header:has(h1) .badge', { hasText: '已結團' }).waitFor()
    assert.equal((await costs()) - before, 1500)
    assert.deepEqual(page.faults, [])
  })
}
