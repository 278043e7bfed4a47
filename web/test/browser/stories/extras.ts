import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { takeAct, violations } from '../../console.ts'
import { eventually } from '../../eventually.ts'
import { chooseTurn, find, priceOfTurn, type Stage, sendTurn } from './stage.ts'

export const extras = ({ desk, addonsOf, bookingOf, db }: Stage) => {
  const quote = async (page: Page, amount: string, message: string) => {
    await chooseTurn(page, '報價')
    await priceOfTurn(page).fill(amount)
    await sendTurn(page, message)
  }

  test('an add-on is sold above its cost: the customer accepts 9,500, is charged 9,500, and never sees 9,000 or 8,500', async () => {
    const contact = await addonsOf('蔡佳穎')
    await contact.locator('summary', { hasText: '航班加購' }).click()
    await contact.getByRole('link', { name: '付費選位' }).click()
    await contact.getByLabel('旅客', { exact: true }).selectOption({ label: '蔡淑芬' })
    await contact.getByRole('button', { name: '下一步' }).click()
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

    await seller.locator('role=list[name="對話"]').getByText('促銷').first().waitFor()
    await chooseTurn(seller, '轉報價給客戶')
    assert.equal(await priceOfTurn(seller).inputValue(), '', 'the cost is not filled in')
    await seller.getByText('部門成本 NT$8,500').waitFor()
    await seller.getByRole('textbox', { name: '訊息' }).press('Control+Enter')
    await seller.getByText('請填寫給客戶的價格；部門的報價是成本，不會直接轉給客戶。').waitFor()
    await priceOfTurn(seller).fill('8500')
    await seller.getByText('沒有毛利：部門成本是 NT$8,500。').waitFor()
    assert.deepEqual(await violations(seller), [])
    await priceOfTurn(seller).fill('9500')
    await seller.getByText('沒有毛利').waitFor({ state: 'detached' })
    await sendTurn(seller, '為您保留前排')

    await contact.reload()
    const extra = contact.locator('.extra', { has: contact.getByRole('heading', { name: '付費選位' }) })
    // Other prices on the page may be 9,000 too.
    const seesNoCost = async () => {
      assert.doesNotMatch(await extra.innerText(), /9,?000|8,?500/)
      assert.doesNotMatch(await contact.content(), /(?<![\d,])8,?500(?!\d)/)
    }
    await extra.getByText('NT$9,500').waitFor()
    await seesNoCost()
    await contact.getByLabel('想對我們說的話').fill('可以便宜一點嗎？')
    await contact.getByRole('button', { name: '想再討論' }).click()
    await contact.getByText('我們已收到您的回覆').waitFor()
    await seller.locator('role=list[name="對話"]').getByText('可以便宜一點嗎？').waitFor()
    await chooseTurn(seller, '轉報價給客戶')
    assert.equal(await priceOfTurn(seller).inputValue(), '')
    await seller.getByText('部門成本 NT$8,500，上次報價 NT$9,500').waitFor()
    await priceOfTurn(seller).fill('9500')
    await sendTurn(seller, '這已是最低價')
    await contact.reload()
    await contact.getByText('這已是最低價').waitFor()
    await seesNoCost()
    await contact.getByRole('button', { name: '接受', exact: true }).click()
    await extra.getByText('您已接受').waitFor()

    await chooseTurn(seller, '確認客戶回覆')
    await sendTurn(seller, '客戶已接受')
    await tickets.locator('role=list[name="對話"]').getByText('客戶已接受').first().waitFor()
    await chooseTurn(tickets, '完成')
    assert.equal(await priceOfTurn(tickets).inputValue(), '9500', 'what the customer accepted')
    await priceOfTurn(tickets).fill('8500')
    await tickets.getByText('與客戶同意的 NT$9,500 不同：請在訊息寫明原因。').waitFor()
    await priceOfTurn(tickets).fill('9500')
    await sendTurn(tickets, '已選定座位')
    await tickets.locator('role=complementary[name="摘要"]').getByText('NT$1,000').waitFor()

    await contact.reload()
    await extra.getByText('已完成').waitFor()
    await extra.getByText('NT$9,500').first().waitFor()
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

  test('an add-on is requested on the booking, offered, answered by phone and completed in the console', async () => {
    const booking = await bookingOf('蔡佳穎')
    const [seller, tickets] = [await desk('sales'), await desk('ticketing')]
    await find(seller, '訂單', booking.booking_number)
    const extras = seller.getByRole('region', { name: '加購' })
    await extras.getByRole('button', { name: '新增加購' }).click()
    const sheet = seller.getByRole('dialog', { name: '新增加購' })
    await sheet.getByLabel('旅客', { exact: true }).selectOption({ label: '蔡淑芬' })
    await sheet.getByLabel('加購項目').selectOption({ label: '付費選位・需報價' })
    await sheet.getByLabel('數量').fill('2')
    await sheet.getByLabel('說明（可留空）').fill('想要靠走道')
    assert.deepEqual(await violations(seller), [])
    await sheet.getByRole('button', { name: '送出申請' }).click()
    await seller.getByRole('heading', { name: '付費選位 × 2' }).waitFor()
    await seller.locator('role=list[name="對話"]').getByText('想要靠走道').waitFor()
    const { request_number } = await db
      .selectFrom('addon_requests')
      .select('request_number')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

    await find(tickets, '加購', request_number)
    await quote(tickets, '3000', '兩位合計')
    await seller.locator('role=list[name="對話"]').getByText('兩位合計').waitFor()
    for (const [amount, words] of [
      ['4000', '走道座位'],
      ['3800', '折扣後的價格'],
    ] as const) {
      await chooseTurn(seller, '轉報價給客戶')
      await priceOfTurn(seller).fill(amount)
      await sendTurn(seller, words)
    }
    const said = (words: string) => seller.locator('role=list[name="對話"] >> role=listitem', { hasText: words })
    await said('走道座位').getByText('已由新的報價取代').waitFor()
    await said('折扣後的價格').getByText('等待回覆').waitFor()

    await chooseTurn(seller, '回覆報價')
    await seller.locator('role=region[name="下一步"]').getByText('接受', { exact: true }).click()
    await sendTurn(seller, '電話中說好')
    await said('電話中說好')
      .getByText(/^電話答覆，由 .+ 輸入$/)
      .waitFor()
    await chooseTurn(seller, '確認客戶回覆')
    await sendTurn(seller, '請開票')
    await tickets.locator('role=list[name="對話"]').getByText('請開票').first().waitFor()
    await chooseTurn(tickets, '完成')
    await sendTurn(tickets, '座位已選')

    await find(seller, '訂單', booking.booking_number)
    const extra = extras.locator('li', { hasText: request_number })
    await extra.getByText('已完成').waitFor()
    await extra.getByText('NT$3,800').waitFor()
    assert.match(await extra.innerText(), /付費選位 × 2\s+蔡淑芬/)
    assert.deepEqual(await violations(seller), [])
    await seller.locator('header:has(h1)').getByRole('link').last().click()
    const parts = seller.getByRole('navigation', { name: '這一團的頁面' })
    await parts.getByRole('link', { name: '加購', exact: true }).click()
    await seller
      .getByRole('region', { name: '加購' })
      .locator('li', { hasText: request_number })
      .getByText('NT$3,800')
      .waitFor()

    // The palette and the page of the traveler open the same sheet.
    await seller.keyboard.press('Control+k')
    await seller.getByRole('dialog', { name: '搜尋' }).getByRole('combobox').fill('新增加購')
    await seller.keyboard.press('Enter')
    await sheet.getByLabel('旅客', { exact: true }).fill('蔡淑芬')
    await sheet
      .getByRole('button', { name: /^蔡淑芬/ })
      .first()
      .click()
    await sheet.getByText('換一位').waitFor()
    assert.deepEqual(await violations(seller), [])
    await seller.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await find(seller, '旅客', '蔡淑芬')
    await takeAct(seller, '新增加購…')
    await eventually(() => sheet.getByLabel('旅客', { exact: true }).innerText(), '蔡淑芬')
    assert.deepEqual([seller.faults, tickets.faults], [[], []])
  })
}
