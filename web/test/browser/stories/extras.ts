import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../../console.ts'
import { find, type Stage } from './stage.ts'

export const extras = ({ desk, contactOf, bookingOf, db }: Stage) => {
  const choose = (page: Page, turn: string) => page.locator('.turns').getByText(turn, { exact: true }).click()
  const price = (page: Page) => page.locator('.turn-fields input[type=number]')
  const send = async (page: Page, message: string) => {
    await page.getByRole('textbox', { name: '訊息' }).fill(message)
    await page.locator('.composer button.main').click()
    await page.locator('.timeline').getByText(message).first().waitFor()
  }
  const quote = async (page: Page, amount: string, message: string) => {
    await choose(page, '報價')
    await price(page).fill(amount)
    await send(page, message)
  }

  test('an extra is sold above its cost: the customer accepts 9,500, is charged 9,500, and never sees 9,000 or 8,500', async () => {
    const contact = await contactOf('蔡佳穎')
    await contact.getByText('選擇項目').click()
    await contact.getByLabel('項目').selectOption({ label: '付費選位 · 另行報價' })
    await contact.getByLabel('旅客', { exact: true }).selectOption({ label: '蔡淑芬' })
    await contact.getByRole('button', { name: '送出申請' }).click()
    await contact.getByText('已收到您的申請').waitFor()
    const { id, request_number } = await db
      .selectFrom('addon_requests')
      .select(['id', 'request_number'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const [seller, tickets] = [await desk('sales'), await desk('ticketing')]
    for (const page of [seller, tickets]) await find(page, '加購', request_number)
    await quote(tickets, '9000', '原價')
    await quote(tickets, '8500', '促銷')

    await seller.locator('.timeline').getByText('促銷').first().waitFor()
    await choose(seller, '轉報價給客戶')
    assert.equal(await price(seller).inputValue(), '', 'the cost is not filled in')
    await seller.getByText('部門成本 NT$ 8,500').waitFor()
    await seller.getByRole('textbox', { name: '訊息' }).press('Control+Enter')
    await seller.getByText('請填寫給客戶的價格；部門的報價是成本，不會直接轉給客戶。').waitFor()
    await price(seller).fill('8500')
    await seller.getByText('沒有毛利：部門成本是 NT$ 8,500。').waitFor()
    assert.deepEqual(await violations(seller), [])
    await price(seller).fill('9500')
    await seller.getByText('沒有毛利').waitFor({ state: 'detached' })
    await send(seller, '為您保留前排')

    await contact.reload()
    const extra = contact.locator('.rows > li', { hasText: '付費選位' })
    // Other lines of the page may cost 9,000 too.
    const seesNoCost = async () => {
      assert.doesNotMatch(await extra.innerText(), /9,?000|8,?500/)
      assert.doesNotMatch(await contact.content(), /(?<![\d,])8,?500(?!\d)/)
    }
    await extra.getByText('TWD 9,500').waitFor()
    await seesNoCost()
    await contact.getByLabel('想對我們說的話').fill('可以便宜一點嗎？')
    await contact.getByRole('button', { name: '想再討論' }).click()
    await contact.getByText('我們已收到您的回覆').waitFor()
    await seller.locator('.timeline').getByText('可以便宜一點嗎？').waitFor()
    await choose(seller, '轉報價給客戶')
    assert.equal(await price(seller).inputValue(), '')
    await seller.getByText('部門成本 NT$ 8,500，上次報價 NT$ 9,500').waitFor()
    await price(seller).fill('9500')
    await send(seller, '這已是最低價')
    await contact.reload()
    await contact.getByText('這已是最低價').waitFor()
    await seesNoCost()
    await contact.getByRole('button', { name: '接受', exact: true }).click()
    await extra.getByText('您已接受').waitFor()

    await choose(seller, '確認客戶回覆')
    await send(seller, '客戶已接受')
    await tickets.locator('.timeline').getByText('客戶已接受').first().waitFor()
    await choose(tickets, '完成')
    assert.equal(await price(tickets).inputValue(), '9500', 'what the customer accepted')
    await price(tickets).fill('8500')
    await tickets.getByText('與客戶同意的 NT$ 9,500 不同：請在訊息寫明原因。').waitFor()
    await price(tickets).fill('9500')
    await send(tickets, '已選定座位')
    await tickets.locator('.summary').getByText('NT$ 1,000').waitFor()

    await contact.reload()
    await extra.getByText('已完成').waitFor()
    await extra.getByText('TWD 9,500').first().waitFor()
    await seesNoCost()
    const line = await db
      .selectFrom('booking_price_lines')
      .select(['kind', 'amount', 'currency'])
      .where('addon_request_id', '=', id)
      .execute()
    assert.deepEqual(line, [{ kind: 'addon', amount: 9500, currency: 'TWD' }])
    await find(seller, '訂單', (await bookingOf('蔡佳穎')).booking_number)
    await seller.locator('tr, li', { hasText: '付費選位' }).getByText('9,500').first().waitFor()
    assert.deepEqual(
      [seller.faults.filter((fault) => !fault.includes('422')), tickets.faults, contact.faults],
      [[], [], []],
    )
  })
}
