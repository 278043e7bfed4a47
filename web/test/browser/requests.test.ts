import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pdf } from '../../../test/fixtures/samples.ts'
import { noConsole, openConsole, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { newRequest } from '../requests.ts'
import { pagesThatListen } from './streams.ts'

suite('add-on requests in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  test('filters are saved as a view, shared, and used by a colleague', async () => {
    const [seller, operator] = [await as('sales'), await as('op')]
    await seller.setViewportSize({ width: 1280, height: 800 })
    await seller.goto('/desk/requests?overdue=true&sort=-created_at')
    await seller.getByText('檢視', { exact: true }).click()
    const save = seller.getByRole('button', { name: '儲存目前的條件…' })
    await save.waitFor()
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
    await operator.getByRole('button', { name: '逾期', pressed: true }).waitFor()

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

  test('a request leads to its traveler, its booking and its trip, and says whom to call', async () => {
    const id = await newRequest(caller)
    const sales = await caller('sales')
    const { traveler, trip, booking_id } = (await sales.get(`/addon-requests/${id}`)).data
    const { booking_number, contact } = (await sales.get(`/bookings/${booking_id}`)).data
    const page = await as('sales')
    await page.goto(`/desk/requests/${id}`)
    for (const [name, path] of [
      [traveler.name, `/desk/travelers/${traveler.id}`],
      [`${trip.serial} ${trip.name}`, `/desk/trips/${trip.id}`],
      [booking_number, `/desk/bookings/${booking_id}`],
      [contact.phone, `tel:${contact.phone.replaceAll(' ', '')}`],
    ])
      assert.equal(await page.getByRole('link', { name, exact: true }).getAttribute('href'), path)
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test('notices of a request are read when its page was read, those of another one are not', async () => {
    const [id, other] = [await newRequest(caller), await newRequest(caller)]
    const agent = await caller('ticketing')
    const unread = async () =>
      (await agent.get('/notifications?unread=true&per_page=100')).data
        .map(({ subject }: { subject: { type: string; id: number } }) => `${subject.type} ${subject.id}`)
        .filter((subject: string) => [`addon_request ${id}`, `addon_request ${other}`].includes(subject))
    assert.deepEqual((await unread()).sort(), [`addon_request ${id}`, `addon_request ${other}`])
    const page = await as('ticketing')
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
    // The browser tells of a request later than the service answers it.
    const told = page.waitForRequest((request) => request.url().endsWith('/api/notifications/read-about'))
    await page.goto(`/desk/requests/${id}`)
    await told
    await eventually(unread, [`addon_request ${other}`])
    assert.equal(calls.filter((path) => path === '/api/notifications/read-about').length, 1)
    assert.deepEqual(page.faults, [])
  })

  test('colleagues see each other through one stream for all tabs; a pasted file survives a reload and is sent with a note', async () => {
    const id = await newRequest(caller)
    const [seller, operator, tab] = [await as('sales'), await as('op'), await as('op')]
    const listening = pagesThatListen(operator.context())
    // A page that shows the request before the stream is open asks later who is here, and gets the answers.
    const connect = await holdStream(operator)
    for (const page of [seller, operator]) {
      await page.goto(`/desk/requests/${id}`)
      await page.locator('role=region[name="下一步"]').waitFor()
    }
    await seller.locator('role=status >> text=即時更新').waitFor()
    connect()
    for (const page of [seller, operator]) await page.getByText(/也在查看/).waitFor()
    await tab.goto(`/desk/requests/${id}`)
    await tab.locator('role=status >> text=即時更新').waitFor()
    await seller.getByRole('textbox', { name: '訊息' }).pressSequentially('座位圖')
    await operator.getByText(/正在輸入/).waitFor()
    await seller.getByRole('textbox', { name: '訊息' }).evaluate(paste, pdf.toString('base64'))
    await seller.getByRole('button', { name: '移除附檔 座位圖.pdf' }).waitFor()
    await seller.getByText('上傳中…').waitFor({ state: 'detached' })
    await seller.reload()
    await seller.getByRole('button', { name: '移除附檔 座位圖.pdf' }).waitFor()
    await seller.getByRole('button', { name: '留下備註' }).click()
    for (const page of [operator, tab]) await page.getByRole('link', { name: '座位圖.pdf' }).waitFor()
    assert.deepEqual([...listening], [operator])
    assert.equal(await seller.getByRole('button', { name: '移除附檔 座位圖.pdf' }).count(), 0)
    // The other tab takes over the stream; earlier changes are read.
    const takeOver = await holdStream(tab)
    await operator.close()
    await seller.getByRole('textbox', { name: '訊息' }).fill('換手時寫的')
    await seller.getByRole('button', { name: '留下備註' }).click()
    await seller.locator('role=list[name="對話"] >> role=article').getByText('換手時寫的').waitFor()
    takeOver()
    await tab.locator('role=list[name="對話"] >> role=article').getByText('換手時寫的').waitFor()
    assert.deepEqual([seller.faults, operator.faults], [[], []])
  })

  test('the offer that the conversation shows is answered, even while the page shows the request from before', async () => {
    const id = await newRequest(caller)
    const ticketing = await caller('ticketing')
    const at = `/addon-requests/${id}/communications`
    const done = ({ status }: { status: number }) => assert.equal(status, 201)
    done(await ticketing.post(`${at}/department-quote`, { quoted_price: 3000 }))
    const sales = await caller('sales')
    done(await sales.post(`${at}/sales-forward`, { quoted_price: 4000, message: '走道座位' }))
    const seller = await as('sales')
    await seller.goto(`/desk/requests/${id}`)
    const said = (words: string) => seller.locator('role=list[name="對話"] >> role=listitem', { hasText: words })
    await said('走道座位').getByText('等待回覆').waitFor()
    const late = Promise.withResolvers<void>()
    await seller.route(`**/api/addon-requests/${id}`, async (route) => {
      await late.promise
      await route.continue()
    })
    done(await sales.post(`${at}/sales-forward`, { quoted_price: 3800, message: '折扣後的價格' }))
    await said('折扣後的價格').getByText('等待回覆').waitFor()
    await seller.locator('role=radiogroup[name="動作"]').getByText('回覆報價', { exact: true }).click()
    const next = seller.locator('role=region[name="下一步"]')
    await next.getByText('接受', { exact: true }).click()
    await next.getByRole('textbox', { name: '訊息' }).fill('電話中說好')
    await next.getByRole('button', { name: '送出回覆' }).click()
    await said('電話中說好').waitFor()
    late.resolve()
    assert.deepEqual(seller.faults, [])
  })

  test('a price that was sent is not offered again, even while the page shows the request from before', async () => {
    const id = await newRequest(caller)
    const quote = { quoted_price: 8500 }
    assert.equal(
      (await (await caller('ticketing')).post(`/addon-requests/${id}/communications/department-quote`, quote)).status,
      201,
    )
    const seller = await as('sales')
    await seller.goto(`/desk/requests/${id}`)
    const next = seller.getByRole('region', { name: '下一步' })
    const price = next.locator('input[inputmode=decimal]')
    await price.fill('9500')
    const late = Promise.withResolvers<void>()
    await seller.route(`**/api/addon-requests/${id}`, async (route) => {
      await late.promise
      await route.continue()
    })
    await next.getByRole('button', { name: '送出給客戶' }).click()
    await seller.getByText('已送出', { exact: true }).first().waitFor()
    assert.equal(await price.inputValue(), '')
    late.resolve()
    await price.waitFor({ state: 'detached' })
    assert.deepEqual(seller.faults, [])
  })

  test('a turn keeps what was typed over a reload, and says at each field what is missing', async () => {
    const id = await newRequest(caller)
    const at = `/addon-requests/${id}/communications`
    const sales = await caller('sales')
    const seller = await as('sales')
    await seller.goto(`/desk/requests/${id}`)
    const next = seller.getByRole('region', { name: '下一步' })
    const choose = (turn: string) => next.getByRole('radio', { name: turn, exact: true }).check({ force: true })
    await choose('內部備註')
    await next.getByRole('button', { name: '留下備註' }).click()
    await next.getByText('請填寫訊息。').waitFor()
    assert.deepEqual(await violations(seller), [])
    await choose('轉報價給客戶')
    await next.getByLabel('報價 (TWD)').fill('4,0x')
    await next.getByRole('textbox', { name: '訊息' }).fill('走道座位')
    await seller.reload()
    await choose('轉報價給客戶')
    await next.getByText('已放回您上次沒有送出的內容').waitFor()
    assert.equal(await next.getByLabel('報價 (TWD)').inputValue(), '4,0x')
    assert.equal(await next.getByRole('textbox', { name: '訊息' }).inputValue(), '走道座位')
    await next.getByRole('button', { name: '送出給客戶' }).click()
    await next.locator('#quoted_price[aria-invalid=true]').waitFor()
    await next.getByLabel('報價 (TWD)').fill('4,000')
    await next.getByRole('button', { name: '送出給客戶' }).click()
    await seller.getByRole('list', { name: '對話' }).getByText('走道座位').waitFor()

    await choose('回覆報價')
    await next.getByRole('textbox', { name: '訊息' }).fill('電話中說好')
    await next.getByRole('button', { name: '送出回覆' }).click()
    await next.getByText('請選擇客戶的回覆。').waitFor()
    await next.getByText('接受', { exact: true }).click()
    await next.getByRole('button', { name: '送出回覆' }).click()
    await seller.getByRole('list', { name: '對話' }).getByText('電話中說好').waitFor()
    const said = (await sales.get(at)).data.map(({ message }: { message: string }) => message)
    assert.deepEqual(said.slice(-2), ['走道座位', '電話中說好'])
  })

  test('every sortable heading names an order that its list supports', async () => {
    const page = await as('sales')
    for (const path of ['/desk/requests', '/desk/trips', '/desk/bookings', '/desk/travelers']) {
      await page.goto(path)
      await page.locator('tbody a').first().waitFor()
      const headings = page.locator('th a')
      for (let nth = 0; nth < (await headings.count()); nth += 1) {
        const answer = page.waitForResponse(/\/api\/.*[?&]sort=/)
        await headings.nth(nth).click()
        assert.equal((await answer).status(), 200, `${path}, ${await headings.nth(nth).innerText()}`)
      }
    }
    assert.deepEqual(page.faults, [])
  })
})

/** Holds the stream of a page until the returned function is called. */
const holdStream = async (page: Page) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/notifications/stream*', async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Pastes a file into a field, as the browser does. */
const paste = (field: Element, content: string) => {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0))
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([bytes], '座位圖.pdf', { type: 'application/pdf' }))
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
