import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { assertPage, type Console, isTooWide, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

/** Every page and every tab of one, who opens it, and what is there when it can be used. */
const pagesOf = (ids: Ids) => [
  { name: undefined, path: '/desk/sign-in', ready: '#email' },
  { name: 'sales', path: '/desk', ready: 'role=region >> role=listitem' },
  { name: 'leader', path: '/desk', ready: 'role=region[name="即將出發"] >> role=listitem' },
  { name: 'sales', path: '/desk/requests', ready: 'tbody a' },
  { name: 'sales', path: `/desk/requests/${ids.request}`, ready: 'role=region[name="下一步"]' },
  { name: 'sales', path: '/desk/packages', ready: 'tbody a' },
  { name: 'op', path: `/desk/packages/${ids.package}`, ready: 'main dl' },
  {
    name: 'op',
    path: `/desk/packages/${ids.package}?tab=itinerary`,
    ready: 'role=region[name=/^(每日行程|Itinerary)$/] >> role=listitem',
  },
  { name: 'op', path: `/desk/packages/${ids.package}?tab=prices`, ready: 'role=region[name="價格"] >> role=table' },
  { name: 'op', path: '/desk/trips', ready: 'tbody a' },
  { name: 'sales', path: '/desk/trips?view=calendar', ready: 'role=region >> role=heading[level=3]' },
  { name: 'sales', path: `/desk/trips/${ids.trip}?tab=people`, ready: 'role=list[name="旅客"]' },
  {
    name: 'leader',
    path: `/desk/trips/${ids.led}?tab=itinerary`,
    ready: 'role=region[name=/^(每日行程|Itinerary)$/] >> role=listitem',
  },
  { name: 'sales', path: '/desk/bookings', ready: 'tbody a' },
  { name: 'sales', path: '/desk/travelers', ready: 'tbody a' },
  { name: 'sales', path: `/desk/travelers/${ids.traveler}`, ready: 'main dl' },
  { name: 'op', path: '/desk/leaders', ready: 'role=region[name=/^領隊排程/] >> role=listitem' },
  { name: 'op', path: '/desk/leaders/proposal', ready: 'role=region[name="帶團天數"] >> role=listitem' },
  { name: 'leader', path: '/desk/leaders', ready: 'role=list[name="行程安排"]' },
  { name: 'op', path: `/desk/leaders/${ids.leader}`, ready: 'role=list[name="行程安排"]' },
  {
    name: 'leader',
    path: `/desk/leaders/${ids.leader}?tab=leave`,
    ready: 'role=region[name=/^(休假|過去與取消的)$/] >> role=listitem',
  },
  { name: 'op', path: `/desk/leaders/${ids.leader}?tab=countries`, ready: 'main ol > li' },
  { name: 'op', path: `/desk/leaders/${ids.leader}?tab=areas`, ready: 'main ol > li' },
  { name: 'sales', path: `/desk/trips/${ids.trip}?tab=messages`, ready: 'text=還沒有寫給全團的訊息' },
  { name: 'op', path: `/desk/trips/${ids.trip}?tab=papers`, ready: 'main >> role=region >> role=listitem' },
  { name: 'op', path: `/desk/trips/${ids.trip}?tab=history`, ready: 'role=region[name="狀態異動"] >> role=listitem' },
  { name: 'leader', path: `/desk/trips/${ids.led}?tab=people`, ready: 'role=region[name="旅客"] >> role=listitem' },
  { name: 'manager', path: '/desk/approvals', ready: 'main >> role=region' },
  { name: 'finance', path: '/desk/money', ready: 'tbody a' },
  { name: 'sales', path: '/desk/money?view=results', ready: 'role=region[name="毛利"] >> p >> nth=0' },
  { name: 'op', path: `/desk/trips/${ids.led}?tab=road`, ready: 'role=region[name="點名"]' },
  { name: 'op', path: '/desk/on-the-road', ready: 'main >> role=region >> role=listitem' },
  { name: 'finance', path: `/desk/trips/${ids.led}?tab=money`, ready: 'role=region[name="毛利"] >> p >> nth=0' },
  { name: 'sales', path: '/desk/seminars', ready: 'tbody a' },
  { name: 'op', path: `/desk/seminars/${ids.seminar}`, ready: 'tbody a' },
  { name: 'op', path: `/desk/sessions/${ids.session}`, ready: 'role=table' },
  { name: 'op', path: `/desk/sessions/${ids.session}?tab=door`, ready: 'role=region[name="報到"] >> role=button' },
  { name: 'op', path: '/desk/reference?kind=cities', ready: 'tbody a' },
  { name: 'sales', path: '/desk/account', ready: 'role=region[name=/^(已登入的裝置|API 金鑰)$/] >> role=listitem' },
  { name: 'sales', path: '/desk/notifications', ready: 'main li a' },
  {
    name: 'op',
    path: `/desk/trips/${ids.led}?tab=rooms`,
    ready: 'role=region[name=/^(還沒有房間|1 號房)$/] >> role=listitem',
  },
  { name: 'sales', path: '/desk/enquiries', ready: 'tbody a' },
  { name: 'sales', path: '/desk/enquiries/1', ready: 'main dl' },
  { name: 'sales', path: '/desk/feedback', ready: 'tbody tr' },
  { name: 'finance', path: '/desk/money?view=tables', ready: 'tfoot' },
  { name: 'finance', path: '/desk/money?view=orders', ready: 'tbody a' },
  { name: 'finance', path: '/desk/money?view=bank', ready: 'role=region[name=/^不明/] >> role=listitem' },
  { name: 'finance', path: '/desk/money?view=notices', ready: 'text=沒有金流通知' },
  { name: 'finance', path: '/desk/money?view=settlements', ready: 'tbody tr' },
  { name: 'finance', path: '/desk/money?view=receipts', ready: 'tbody a' },
  { name: 'finance', path: '/desk/money?view=books', ready: 'tbody tr' },
  { name: 'finance', path: '/desk/reference?kind=suppliers', ready: 'tbody a' },
  { name: 'finance', path: '/desk/money?view=today', ready: 'main li a' },
  { name: 'finance', path: '/desk/money?view=month', ready: 'main li b' },
  { name: 'sales', path: '/desk/persons', ready: 'tbody a' },
  { name: 'sales', path: '/desk/persons?view=doubles', ready: 'role=region[name=/^可能是同一人/] >> role=listitem' },
  { name: 'admin', path: '/desk/accounts', ready: 'tbody a' },
  { name: 'admin', path: `/desk/accounts/${ids.account}`, ready: 'main dl' },
  { name: 'admin', path: '/desk/house', ready: 'role=region[name="代收轉付的項目"]' },
  { name: 'admin', path: '/desk/site', ready: 'role=region[name="設定"]' },
  { name: 'admin', path: '/desk/webhooks', ready: 'text=還沒有 Webhook' },
  { name: 'admin', path: '/desk/payment-providers', ready: 'role=region[name="綠界科技"]' },
  { name: 'admin', path: '/desk/receipt-platform', ready: 'role=region[name="收據平台"]' },
  { name: 'admin', path: '/desk/line', ready: 'role=region[name="LINE 官方帳號"]' },
  { name: 'sales', path: '/desk/messages', ready: 'text=還沒有使用 LINE' },
  { name: 'admin', path: '/desk/mails', ready: 'role=article' },
  { name: 'admin', path: '/desk/jobs', ready: 'role=table' },
  { name: 'admin', path: '/desk/health', ready: 'role=region[name="檢查結果"] >> role=listitem' },
  { name: 'admin', path: '/desk/design', ready: 'role=region[name="公開頁面"]' },
  { name: 'admin', path: '/desk/upkeep/import', ready: 'role=region[name="資料清單"] >> role=listitem' },
  { name: 'admin', path: '/desk/audit', ready: 'role=region[name="異動清單"] >> ol > li' },
  { name: 'sales', path: '/desk/second-factor', ready: 'main >> role=button' },
]

type Ids = Awaited<ReturnType<typeof idsOf>>

/** The records of the demo that are looked at. */
const idsOf = async ({ db, caller, departing, bookingOn }: Console) => {
  const sales = await caller('sales')
  const trip = await departing('PRG', 27)
  const { id: booking } = await bookingOn(trip.serial, '001')
  const { id: session, seminar_id: seminar } = await db
    .selectFrom('seminar_sessions as s')
    .innerJoin('seminars as m', 'm.id', 's.seminar_id')
    .select(['s.id', 's.seminar_id'])
    .where('m.title', '=', '北海道雪國行前說明會')
    .executeTakeFirstOrThrow()
  const read = async (path: string) => (await sales.get(path)).data
  return {
    trip: trip.id,
    /** The trip that the leader of the demo leads next. */
    led: (await departing('TYO', 6)).id,
    leader: (await (await caller('leader')).get('/me')).data.tour_leader_id,
    package: (await read(`/planned-trips/${trip.id}`)).package.id,
    traveler: (await read(`/travelers?booking_id=${booking}`))[0].id,
    request: (await read('/addon-requests?status=offered'))[0].id,
    account: (await read('/me')).id,
    seminar,
    session,
  }
}

suite('every page, on a desk and a phone, light and dark', { skip: noConsole }, async () => {
  if (noConsole) return
  const there = await openConsole()
  const { as } = there
  const pages = pagesOf(await idsOf(there))
  for (const { name, path, ready } of pages)
    test(`${path} as ${name ?? 'a stranger'}: no violation, no error, not too wide`, async () => {
      await assertPage(await as(name), path, ready)
    })

  test('the gallery of parts in English, for administrators alone', async () => {
    await assertPage(await as('admin', 'en-US'), '/desk/design', 'role=region[name="Public pages"]')
    const sales = await as('sales')
    await sales.goto('/desk/design')
    await sales.getByRole('heading', { name: '找不到這個頁面' }).waitFor()
  })

  test('English words fit on a phone too', async () => {
    const page = await as('sales', 'en-US')
    await page.setViewportSize(sizes.phone)
    for (const { path } of pages.filter(({ name }) => name === 'sales')) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await eventually(() => page.getByRole('status', { name: 'Loading' }).count(), 0)
      assert.equal(await isTooWide(page), false, path)
    }
  })

  test('on a phone what is next stands first below the heading, and the menu of acts is never cut', async () => {
    const page = await as('admin')
    const admin = await there.caller('admin')
    const [held] = (await admin.get('/bookings?status=held&per_page=1')).data
    const made = await admin.post('/packages', {
      package_code: 'NEXT',
      name: '下一步',
      days: 1,
      min_pax: 1,
      max_pax: 9,
    })
    const { trip } = await idsOf(there)
    await page.setViewportSize(sizes.phone)
    for (const path of [`/desk/bookings/${held.id}`, `/desk/trips/${trip}`, `/desk/packages/${made.data.id}`]) {
      await page.goto(path)
      const next = page.getByRole('region', { name: '下一步' })
      await next.waitFor()
      assert.equal(
        await page.locator('main section').first().getAttribute('aria-labelledby'),
        await next.getAttribute('aria-labelledby'),
        path,
      )
      for (const size of [sizes.phone, sizes.desk]) {
        await page.setViewportSize(size)
        await page.getByRole('button', { name: '更多', exact: true }).click()
        const { x, y, width, height } = (await page.getByRole('menu').boundingBox()) ?? assert.fail('no menu')
        assert.ok(
          x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height,
          `${path} ${x} ${y} ${width}`,
        )
        assert.deepEqual(await violations(page), [], path)
        await page.keyboard.press('Escape')
      }
      await page.setViewportSize(sizes.phone)
    }
    await page.goto(`/desk/requests/${(await idsOf(there)).request}`)
    const whose = page.getByRole('complementary', { name: '摘要' })
    await whose.waitFor()
    assert.equal(await page.evaluate(() => scrollY), 0)
    const top = async (each: Locator) => (await each.boundingBox())?.y ?? assert.fail('not there')
    assert.ok((await top(whose)) < (await top(page.getByRole('list', { name: '對話' }))))
    await whose.getByRole('button', { name: '到下一步' }).click()
    const step = page.getByRole('region', { name: '下一步' })
    await eventually(
      () => step.getByRole('radio', { checked: true }).evaluate((each) => each === document.activeElement),
      true,
    )
    assert.deepEqual(page.faults, [])
  })

  test('layout: the bell number stays in its button, a field beside a fault keeps its height, errors are not green', async () => {
    const page = await as('sales')
    await page.goto('/desk/bookings')
    const bell = page.getByRole('banner').getByRole('link', { name: /通知/ })
    await bell.getByText('則未讀').waitFor({ state: 'attached' })
    const reach = await bell.evaluate((link) => {
      const right = (each: Element) => each.getBoundingClientRect().right
      return Math.max(...[...link.children].map(right)) - right(link)
    })
    assert.ok(reach <= 0, `the number reaches ${reach} px over its button`)

    const op = await as('op')
    await op.goto('/desk/trips')
    await op.getByRole('button', { name: '開團', exact: true }).click()
    const sheet = op.getByRole('dialog', { name: '開團' })
    const [seats, needed] = [sheet.getByLabel('名額'), sheet.getByLabel('最低成團人數')]
    const { height } = (await needed.boundingBox()) ?? {}
    await seats.fill('0')
    await sheet.getByRole('button', { name: '開團' }).click()
    await eventually(() => seats.getAttribute('aria-invalid'), 'true')
    assert.equal((await needed.boundingBox())?.height, height)

    const colorOf = (button: Element) => getComputedStyle(button).backgroundColor
    const green = await page.getByRole('button', { name: '新增訂單' }).evaluate(colorOf)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await takeAct(page, '取消訂單…')
    const cancel = page.getByRole('dialog').getByRole('button', { name: '取消訂單' })
    assert.notEqual(await cancel.evaluate(colorOf), green)
  })

  test('an unknown page or record shows "not found" with a link back', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests/99999')
    const heading = page.getByRole('heading', { name: '找不到這個頁面' })
    await heading.waitFor()
    assert.deepEqual(await violations(page), [])
    // While the record is read again, as after a change, the page stays as it is.
    const late = Promise.withResolvers<void>()
    const asked = page.waitForRequest('**/api/addon-requests/99999')
    await page.route('**/api/addon-requests/99999', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await asked
    assert.equal(await heading.isVisible(), true)
    late.resolve()
  })

  test('the palette and the calendar', async () => {
    const page = await as('sales')
    await page.goto('/desk/bookings')
    await page.getByRole('button', { name: '出發日' }).click()
    await page.locator('role=group[name="出發日"] >> input:focus').waitFor()
    await page.locator('role=group[name="出發日"] >> role=button').click()
    await page.locator('[role=dialog]:popover-open').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.locator('role=dialog[name="搜尋"]').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
