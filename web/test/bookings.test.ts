import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from './console.ts'

suite('bookings and travelers in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const sales = await caller('sales')
  const { serial } = await departing('PRG', 27)
  const booking = async (number: string) => {
    const { data } = await sales.get(`/bookings?q=${serial}-${number}`)
    return (await sales.get(`/bookings/${data[0].id}`)).data
  }

  test('a payment is recorded; what is refused stands at its field, and what was typed stays', async () => {
    const before = await booking('002')
    const page = await as('finance')
    await page.goto(`/desk/bookings/${before.id}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByText('收到的時間').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1.234')
    await sheet.getByLabel('帳號末五碼').fill('12345')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await sheet.locator('#amount-note').waitFor()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '12345')

    // A reload closes the sheet; what was typed waits in it.
    await page.reload()
    await page.getByRole('button', { name: '登記收款' }).click()
    await sheet.getByText('已放回您上次沒有送出的內容').waitFor()
    await sheet.getByText('收到的時間').waitFor()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '12345')
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1000')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await page.locator('.money').getByText('12345').waitFor()
    assert.equal((await booking('002')).paid, before.paid + 1000)
    await page.getByRole('button', { name: '登記收款' }).click()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '')
  })

  test('cancelling shows the fee first', async () => {
    const { id } = await booking('001')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '取消訂單' }).click()
    await page.getByText('NT$ 9,990').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.equal((await booking('001')).status, 'confirmed')
    await page.getByLabel('原因').fill('家裡有事')
    await page.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await page.locator('.heading').getByText('已取消').waitFor()
    const { status, cancellation } = await booking('001')
    assert.deepEqual([status, cancellation.fee, cancellation.reason], ['cancelled', 9990, '家裡有事'])
    assert.deepEqual(page.faults, [])
  })

  test('a traveler is found, and masked data are shown for a reason', async () => {
    const page = await as('sales')
    await page.goto('/desk/travelers')
    await page.getByRole('searchbox').fill('王美玲')
    await page.waitForURL(/q=/)
    // What was found before stays in sight until the answer is there.
    await page.locator('a.row-link', { hasText: '王美玲' }).first().click()
    await page.getByRole('button', { name: '顯示遮住的資料' }).click()
    await page.getByLabel('為什麼需要').fill('開票')
    await page.locator('dialog').getByRole('button', { name: '顯示' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByText('•••').count(), 0)
    assert.deepEqual(page.faults, [])
  })
})
