import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pdf } from '../../../test/fixtures/samples.ts'
import { noConsole, openConsole, violations } from '../console.ts'

suite('add-on requests in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const sales = await caller('sales')

  /** A request of the demo's customer with a price to be quoted. */
  const newRequest = async () => {
    const customer = await caller('customer')
    const [booking] = (await customer.get('/bookings?status=confirmed')).data
    const [traveler] = (await sales.get(`/travelers?booking_id=${booking.id}`)).data
    const types = (await sales.get('/addon-requests/types')).data
    const type = types.find(
      (each: { pricing_type: string; requires_approval: boolean }) =>
        each.pricing_type === 'quotation_required' && !each.requires_approval,
    )
    const made = await sales.post('/addon-requests', { type_id: type.id, traveler_id: traveler.id })
    assert.equal(made.status, 201)
    return made.data.id as number
  }
  const turnsShown = (page: Page) =>
    page.locator('.turns input').evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))

  test('the filter of the list is in the address and survives a reload', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.getByRole('button', { name: '輪到我' }).click()
    await page.getByLabel('部門').selectOption('ticketing')
    await page.waitForURL(/next_action_by=me.*department=ticketing/)
    await page.reload()
    assert.equal(await page.getByLabel('部門').inputValue(), 'ticketing')
    assert.equal(await page.getByRole('button', { name: '輪到我' }).getAttribute('aria-pressed'), 'true')
    assert.deepEqual(page.faults, [])
  })

  test('filters are saved under a name, shared, and found again by a colleague', async () => {
    const [seller, operator] = [await as('sales'), await as('op')]
    await seller.setViewportSize({ width: 1280, height: 800 })
    await seller.goto('/desk/requests?overdue=true&sort=-created_at')
    await seller.getByText('檢視', { exact: true }).click()
    const save = seller.getByRole('button', { name: '儲存目前的條件…' })
    const top = (await save.boundingBox())?.y
    const hint = seller.getByText('把常用的條件存起來')
    await hint.waitFor()
    assert.equal((await save.boundingBox())?.y, top)
    const { x, width } = (await hint.boundingBox()) ?? { x: 0, width: 0 }
    assert.ok(x + width <= (seller.viewportSize()?.width ?? 0), `the menu ends at ${x + width}`)
    await save.click()
    await seller.getByLabel('名稱').fill('逾期的')
    await seller.getByLabel('誰看得到').selectOption('staff')
    await seller.getByRole('button', { name: '儲存', exact: true }).click()
    await seller.locator('dialog').waitFor({ state: 'detached' })

    await operator.goto('/desk/requests')
    await operator.getByText('檢視', { exact: true }).press('Enter')
    const view = operator.getByRole('link', { name: '逾期的' })
    await view.waitFor()
    assert.deepEqual(await violations(operator), [])
    await view.press('Enter')
    await operator.waitForURL(/overdue=true&sort=-created_at/)
    assert.equal(await operator.getByRole('button', { name: '逾期' }).getAttribute('aria-pressed'), 'true')

    await seller.getByText('檢視', { exact: true }).click()
    await seller.getByRole('button', { name: '修改 檢視「逾期的」' }).click()
    const sheet = seller.locator('dialog')
    await sheet.getByLabel('名稱').fill('逾期，先處理')
    assert.equal(await sheet.getByLabel('誰看得到').inputValue(), 'staff')
    assert.deepEqual(await violations(seller), [])
    await sheet.getByRole('button', { name: '儲存', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    const { data: views } = await (await caller('op')).get('/views?list=addon-requests')
    assert.deepEqual(
      views.map(({ name, filters }: { name: string; filters: object }) => [name, filters]),
      [['逾期，先處理', { overdue: true }]],
    )
    assert.deepEqual([seller.faults, operator.faults], [[], []])
  })

  test('an offer is sent and answered, and both sides see it without a reload', async () => {
    const id = await newRequest()
    const [seller, customer] = [await as('sales'), await as('customer')]
    await Promise.all([seller, customer].map((page) => page.goto(`/desk/requests/${id}`)))
    await seller.getByText('轉報價給客戶').click()
    const { data: possible } = await sales.get(`/addon-requests/${id}/possible-turns`)
    assert.deepEqual(
      (await turnsShown(seller)).filter((name) => name !== 'note' && name !== 'message').sort(),
      possible.sort(),
    )

    await seller.getByLabel('報價 (TWD)').fill('12500')
    await seller.getByRole('textbox', { name: '訊息' }).fill('為您爭取到的價格')
    await seller.getByRole('button', { name: '送出給客戶' }).click()
    await customer.locator('.entry').getByText('為您爭取到的價格').waitFor()
    assert.equal(await customer.getByText('內部').count(), 0)
    await customer.getByRole('link', { name: '所有加購' }).click()
    await customer
      .locator('tr', { has: customer.locator(`a[href$="/${id}"]`) })
      .getByText('輪到您')
      .waitFor()
    await customer.goBack()

    await customer.getByText('接受', { exact: true }).click()
    await customer.getByRole('button', { name: '送出回覆' }).click()
    await seller.getByText('已接受').first().waitFor()
    assert.deepEqual([seller.faults, customer.faults], [[], []])
  })

  test('a refusal stands at its field, and a draft survives a reload', async () => {
    const id = await newRequest()
    const page = await as('sales')
    await page.goto(`/desk/requests/${id}`)
    await page.getByText('轉報價給客戶').click()
    await page.getByRole('textbox', { name: '訊息' }).fill('還沒寫完')
    await page.reload()
    await page.getByText('轉報價給客戶').click()
    assert.equal(await page.getByRole('textbox', { name: '訊息' }).inputValue(), '還沒寫完')

    await page.getByLabel('報價 (TWD)').fill('99999999999')
    await page.getByRole('button', { name: '送出給客戶' }).click()
    const fault = page.locator('#quoted_price-fault')
    await fault.waitFor()
    assert.equal(await page.getByLabel('報價 (TWD)').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByRole('textbox', { name: '訊息' }).inputValue(), '還沒寫完')
  })

  test('colleagues see each other, all tabs over one stream; a pasted file goes with a note, and survives a reload before', async () => {
    const id = await newRequest()
    const [seller, operator, tab] = [await as('sales'), await as('op'), await as('op')]
    let streams = 0
    operator.context().on('request', (request) => {
      if (request.url().includes('/notifications/stream')) streams += 1
    })
    await Promise.all([seller, operator, tab].map((page) => page.goto(`/desk/requests/${id}`)))
    for (const page of [seller, operator]) await page.getByText(/也在看/).waitFor()
    await seller.getByRole('textbox', { name: '訊息' }).pressSequentially('座位圖')
    await operator.getByText(/正在輸入/).waitFor()
    await seller.getByRole('textbox', { name: '訊息' }).evaluate(paste, pdf.toString('base64'))
    await seller.getByRole('button', { name: '不附 座位圖.pdf' }).waitFor()
    await seller.getByText('上傳中…').waitFor({ state: 'detached' })
    await seller.reload()
    await seller.getByRole('button', { name: '不附 座位圖.pdf' }).waitFor()
    await seller.getByRole('button', { name: '留下備註' }).click()
    for (const page of [operator, tab]) await page.getByRole('link', { name: '座位圖.pdf' }).waitFor()
    assert.equal(streams, 1)
    assert.equal(await seller.getByRole('button', { name: '不附 座位圖.pdf' }).count(), 0)
    // The other tab takes the stream over; what happened before it was connected is read.
    const connected = Promise.withResolvers<void>()
    await tab.route('**/notifications/stream*', async (route) => {
      await connected.promise
      await route.continue()
    })
    await operator.close()
    await seller.getByRole('textbox', { name: '訊息' }).fill('換手時寫的')
    await seller.getByRole('button', { name: '留下備註' }).click()
    await seller.locator('.entry').getByText('換手時寫的').waitFor()
    connected.resolve()
    await tab.locator('.entry').getByText('換手時寫的').waitFor()
    assert.deepEqual([seller.faults, operator.faults], [[], []])
  })

  test('every heading that sorts names an order that its list has', async () => {
    const page = await as('sales')
    for (const path of ['/desk/requests', '/desk/trips', '/desk/bookings', '/desk/travelers']) {
      await page.goto(path)
      await page.locator('a.row-link').first().waitFor()
      const headings = page.locator('th a')
      for (let nth = 0; nth < (await headings.count()); nth += 1) {
        const answer = page.waitForResponse(/\/api\/.*[?&]sort=/)
        await headings.nth(nth).click()
        assert.equal((await answer).status(), 200, `${path}, ${await headings.nth(nth).innerText()}`)
      }
    }
    assert.deepEqual(page.faults, [])
  })

  test('without the mouse: the palette finds a request, j and k walk the list, Enter opens', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.locator('a.row-link').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/desk\/requests\/\d+$/)
    await page.keyboard.press('Control+k')
    await page.locator('.palette input:focus').waitFor()
    await page.keyboard.type('AR0000024')
    await page.getByRole('option').filter({ hasText: 'AR0000024' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/desk/requests/24')
    assert.deepEqual(page.faults, [])
  })

  test('the language changes at once, also that of the service', async () => {
    const page = await as('sales')
    await page.goto('/desk')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.getByRole('heading', { name: 'Leaving soon' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })
})

/** Pastes a file into a field, as the browser does. */
const paste = (field: Element, content: string) => {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0))
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([bytes], '座位圖.pdf', { type: 'application/pdf' }))
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
