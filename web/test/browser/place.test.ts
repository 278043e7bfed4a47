import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { makeLink } from '../../../src/modules/links/links.ts'
import { noBrowser, openBrowser } from '../../../test/browser.ts'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { jpeg } from '../../../test/fixtures/samples.ts'
import { assertLooks, isTooWide, sizes } from '../console.ts'

suite("the traveler's place in a browser", { skip: noBrowser }, async () => {
  if (noBrowser) return
  const house = await demoHouse()
  const base = await house.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser(house)
  const bookingOf = (customer: string, serial: string) =>
    house.db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.customer_user_id')
      .select(['b.id', 'b.booking_number'])
      .where('u.email', '=', `${customer}@demo.guidon.local`)
      .where('b.booking_number', 'like', `${serial}%`)
      .executeTakeFirstOrThrow()
  /** The path of the link of a booking as it is mailed. */
  const mailedLink = async (id: number) =>
    `/l/booking/${(await house.database.transaction({}, (tx) => makeLink(tx, 'booking', id))).token}`

  /** A page of somebody who is signed in, or of a stranger. */
  const visit = async (customer: string | undefined, options: BrowserContextOptions) => {
    const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce', ...options })
    if (customer) await context.addCookies([{ name: 'guidon', value: await house.sessionOf(customer), url: base }])
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    return { page, faults, close: () => context.close() }
  }

  test('without JavaScript on a phone a customer does what is to do now, from a mailed link', async () => {
    const { id, booking_number } = await bookingOf('customer2', 'ITA')
    const { page, close } = await visit(undefined, { ...onPhone, javaScriptEnabled: false })
    await page.goto(await mailedLink(id))
    assert.equal(new URL(page.url()).pathname, `/en/my/${booking_number}`)
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Italy through its art')
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    assert.deepEqual(headings.slice(0, 3), ['To do now', 'The people', 'Your trip'])
    assert.deepEqual(await toDo(page), ['Pay the deposit NT$90,000', 'Upload passport or documents: Ella Bennett'])
    await assertFits(page)

    await page.locator('#people').getByRole('link', { name: 'Ella Bennett' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Ella Bennett' }).waitFor()
    await assertFits(page)
    const papers = page.locator('#papers')
    await papers
      .getByLabel('Please upload: Passport')
      .setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await papers.getByRole('button', { name: 'Upload', exact: true }).tap()
    await papers.getByText('Received, thank you.').waitFor()
    assert.equal(await papers.getByRole('listitem').innerText(), 'Passport View the file\nReceived\nReplace the file')
    await close()
  })

  test('without JavaScript on a phone a customer answers an offer and writes with the salesperson', async () => {
    const { id, booking_number } = await bookingOf('customer', 'PRG')
    const { page, close } = await visit('customer', { ...onPhone, javaScriptEnabled: false })
    await page.goto('/my/')
    await page.getByRole('link', { name: booking_number }).tap()
    await page.waitForURL(`**/my/${booking_number}`)
    const offer = '回覆代訂表演門票的報價'
    assert.deepEqual(await toDo(page), [offer, '回覆說明會：奧捷童話行前說明會'])

    await page.locator('#todo').getByRole('link', { name: '回覆' }).first().tap()
    const extra = page.locator('.card', { has: page.getByRole('heading', { name: '代訂表演門票 × 2' }) })
    await extra.getByLabel('想對我們說的話').fill('太好了，謝謝')
    await assertFits(page)
    await extra.getByRole('button', { name: '接受' }).tap()
    await extra.getByText('謝謝您，我們已收到您的回覆。').waitFor()
    assert.equal(await extra.locator('.badge').first().innerText(), '您已接受')

    await page.getByRole('link', { name: '回訂單' }).tap()
    await page.waitForURL(`**/my/${booking_number}`)
    assert.deepEqual(await toDo(page), ['回覆說明會：奧捷童話行前說明會'])
    await page.getByLabel('寫給我們').fill('請問可以準備輪椅嗎？')
    await page.getByRole('button', { name: '送出' }).tap()
    const messages = page.locator('#messages')
    await messages.getByText('已送出，回覆時我們會寄信通知您。').waitFor()
    assert.equal(await messages.locator('.own .words').innerText(), '請問可以準備輪椅嗎？')

    const sales = await house.signedIn('sales')
    const { data } = await sales.get(`/bookings/${id}/messages`)
    assert.deepEqual(
      data.map(({ from, text }: { from: string; text: string }) => [from, text]),
      [['customer', '請問可以準備輪椅嗎？']],
    )
    assert.equal((await sales.post(`/bookings/${id}/messages`, { text: '可以，已向航空公司申請。' })).status, 200)
    await page.goto(`/my/${booking_number}`)
    assert.deepEqual(await toDo(page), ['回覆說明會：奧捷童話行前說明會', '您的業務回覆了您'])
    await page.locator('#todo').getByRole('link', { name: '看訊息' }).tap()
    assert.match(await messages.locator('.talk > li').last().innerText(), /^新 陳怡安 · .*\n可以，已向航空公司申請。$/)
    await messages.getByRole('button', { name: '標示為已讀' }).tap()
    await page.waitForURL('**?done=read#done')
    assert.deepEqual(await toDo(page), ['回覆說明會：奧捷童話行前說明會'])
    await close()
  })

  test('what is asked for is copied with one press on a phone, and without JavaScript the account can be read', async () => {
    const { booking_id, account_number, bank_code } = await house.db
      .selectFrom('payment_requests as r')
      .innerJoin('bookings as b', 'b.id', 'r.booking_id')
      .select(['r.booking_id', 'r.account_number', 'r.bank_code'])
      .where('r.status', '=', 'open')
      .orderBy('r.id')
      .executeTakeFirstOrThrow()
    const { page, faults, close } = await visit(undefined, {
      ...onPhone,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(`${await mailedLink(booking_id)}?lang=en`)
    const asked = page.locator('#asked')
    for (const [name, value] of [
      ['Account number', account_number],
      ['Bank code', bank_code],
    ] as const) {
      await asked.getByRole('button', { name: `Copy ${name}` }).tap()
      await asked.getByText('Copied').first().waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), value)
    }
    await assertLooks(page)
    assert.deepEqual(faults, [])
    await close()

    const plain = await visit(undefined, { ...onPhone, javaScriptEnabled: false })
    await plain.page.goto(`${await mailedLink(booking_id)}?lang=en`)
    await plain.page
      .locator('#asked')
      .getByText(account_number ?? 'no number')
      .waitFor()
    assert.equal(await plain.page.getByRole('button', { name: 'Copy Account number' }).count(), 0)
    await plain.close()
  })

  test('all pages look right on phone and desk, in both lights and languages, and load nothing of others', async () => {
    const { id, booking_number } = await bookingOf('customer3', 'TYO')
    const { id: person } = await house.db
      .selectFrom('travelers')
      .select('id')
      .where('booking_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { id: type } = await house.db
      .selectFrom('addon_request_types')
      .select('id')
      .where('type_code', '=', 'SIM_CARD_JAPAN')
      .executeTakeFirstOrThrow()
    const booking = `/my/${booking_number}`
    const ofCustomer = [
      '',
      `/people/${person}`,
      '/trip',
      '/add-ons',
      `/add-ons?type=${type}`,
      '/contact',
      '/cancel',
    ].map((below) => booking + below)
    const pages = [
      { who: 'customer3', paths: [...ofCustomer, '/my/', '/my/account'] },
      { who: undefined, paths: ['/my/sign-in'] },
      { who: 'customer3', paths: [`/my/${(await bookingOf('customer3', 'CNX')).booking_number}`] },
    ]
    // Axe needs promises, which do not settle where scripts are off. The pages have none, and their policy forbids them.
    for (const { who, paths } of pages) {
      const { page, faults, close } = await visit(who, {})
      for (const path of paths)
        for (const language of ['', '/en']) {
          const answer = await page.goto(language + path)
          assert.equal(answer?.status(), 200, language + path)
          assert.deepEqual(
            [await page.getByRole('heading', { level: 1 }).count(), await doubleIds(page)],
            [1, []],
            path,
          )
          await assertLooks(page)
        }
      assert.deepEqual(faults, [])
      await close()
    }
  })

  test('without JavaScript on a phone a customer follows a trip that is cancelled until the money is back', async () => {
    const { id, booking_number } = await bookingOf('customer2', 'ITA')
    const [admin, finance] = await Promise.all(['admin', 'finance'].map(house.signedIn))
    const money = async (kind: 'payment' | 'refund') => {
      const given = { amount: 90000, kind, method: 'bankTransfer', received_at: '2026-01-05T10:00+08:00' }
      assert.equal((await finance?.post(`/bookings/${id}/payments`, given))?.status, 201)
    }
    await money('payment')
    const { page, close } = await visit(undefined, { ...onPhone, javaScriptEnabled: false })
    await page.goto(await mailedLink(id))
    const state = page.locator('.state-of')
    await state.getByText('We have received your payment, so your seats are yours and do not lapse.').waitFor()

    const { planned_trip_id } = await house.db
      .selectFrom('bookings')
      .select('planned_trip_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const end = {
      status: 'cancelled',
      cause: 'below_minimum',
      reason: '人數不足',
      reason_en: 'Only six people registered',
    }
    assert.equal((await admin?.put(`/planned-trips/${planned_trip_id}/status`, end))?.status, 200)
    await page.reload()
    await state.getByText('We are sorry: this trip does not take place, and we apologize for the trouble.').waitFor()
    assert.match(await state.innerText(), /Why it was cancelled\s+Only six people registered/)
    await state.getByText(/^We owe you NT\$90,000 and pay it back by \w{3} \d+ /).waitFor()
    await page
      .locator('#todo')
      .getByText(/^There is nothing for you to do: we pay NT\$90,000 back by /)
      .waitFor()
    const main = await page.locator('main').innerText()
    assert.doesNotMatch(main, /days to go|Meeting point|Tour leader|Pay the|人數不足/)
    await assertFits(page)
    await page.locator('#trip').getByRole('link', { name: 'The days' }).tap()
    await page.waitForURL(`**/en/my/${booking_number}/trip`)
    assert.deepEqual(await page.getByRole('heading', { name: /Meeting|Flights|Hotels/ }).count(), 0)
    await assertFits(page)

    const manager = await house.signedIn('manager')
    const [{ id: obligation_id }] = (await finance?.get(`/bookings/${id}/obligations`))?.data ?? [{}]
    const order = await finance?.post('/refund-orders', { obligation_id, payee: 'Oliver Bennett' })
    assert.equal((await manager.post(`/refund-orders/${order?.data.id}/approve`, {})).status, 200)
    await money('refund')
    await page.getByRole('link', { name: 'Back to the booking' }).tap()
    await state.getByText('NT$90,000 was paid back to you.').waitFor()
    await page.locator('#todo').getByText('The refund is paid; there is nothing for you to do.').waitFor()
    await close()
  })
})

const onPhone = { viewport: sizes.phone, hasTouch: true, isMobile: true }

/** What the start asks the customer to do now, in its order. */
const toDo = (page: Page) => page.locator('#todo li b').allInnerTexts()

const assertFits = async (page: Page) => assert.equal(await isTooWide(page), false, page.url())

const doubleIds = (page: Page) =>
  page.locator('[id]').evaluateAll((all) => {
    const ids = all.map(({ id }) => id)
    return ids.filter((id, i) => ids.indexOf(id) !== i)
  })
