import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'

suite('papers, wishes and steps of travelers in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, bookingOn } = await openConsole()
  const sales = await caller('sales')
  const { id: booking } = await bookingOn((await departing('PRG', 27)).serial, '001')
  const [{ id }] = (await sales.get(`/travelers?booking_id=${booking}&status=active&sort=id`)).data

  test('a wish is written down, answered and changed', async () => {
    const [page, office] = [await as('sales'), await as('op')]
    await page.goto(`/desk/travelers/${id}`)
    await page.getByRole('button', { name: '新增需求…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('需求內容').fill('靠走道')
    await sheet.getByLabel('種類').selectOption('seat')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.locator('.lines li', { hasText: '靠走道' }).waitFor()
    await office.goto(`/desk/travelers/${id}`)
    await office.getByLabel('「靠走道」的狀態').selectOption('confirmed')
    await office.getByText('需求已更新').waitFor()
    const { data } = await sales.get(`/traveler-requests?traveler_id=${id}`)
    assert.equal(data.find(({ detail }: { detail: string }) => detail === '靠走道').status, 'confirmed')
    assert.deepEqual([await violations(office), page.faults, office.faults], [[], [], []])
  })

  test('what cancelling one of a party costs is shown first; then it is done and taken back', async () => {
    const page = await as('sales')
    await page.goto(`/desk/travelers/${id}`)
    const preview = (await sales.get(`/travelers/${id}/cancellation`)).data
    await page.getByRole('button', { name: '取消這位旅客…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByText(`（${preview.fee_percent}%）`).waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '取消這位旅客' }).click()
    await page.getByText('已取消', { exact: true }).waitFor()
    await page.getByRole('button', { name: '恢復' }).click()
    await page.getByText('已取消', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '匯出個資…' }).click()
    await sheet.getByLabel('原因').fill('旅客本人要求')
    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: '匯出' }).click()
    assert.match((await download).suggestedFilename(), /\.json$/)
    assert.deepEqual(page.faults, [])
  })

  test('a file of travelers is checked line by line before anything is stored', async () => {
    const page = await as('sales')
    await page.goto(`/desk/bookings/${booking}`)
    await page.getByRole('button', { name: '匯入…' }).click()
    const sheet = page.locator('dialog')
    // In Big5, as Excel saves it in Taiwan: 王小明 and 林小華.
    const text = 'name,birth_date\n\xa4\xfd\xa4\x70\xa9\xfa,1990-01-01\n\xaa\x4c\xa4\x70\xb5\xd8,1990-13-01\n'
    const buffer = Buffer.from(text, 'latin1')
    await sheet.locator('input[type=file]').setInputFiles({ name: '旅客.csv', mimeType: 'text/csv', buffer })
    await sheet.getByRole('button', { name: '先檢查' }).click()
    await sheet.locator('.import-lines li', { hasText: '林小華' }).getByText('未接受').waitFor()
    assert.equal(await sheet.getByRole('button', { name: '匯入', exact: true }).count(), 0)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
