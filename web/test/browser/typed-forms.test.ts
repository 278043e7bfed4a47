import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { filesIn } from '../../../test/sources.ts'
import { noConsole, openConsole } from '../console.ts'
import { eventually } from '../eventually.ts'

// Every form of the console with an amount, a number, a date or a time: values are sent as meant, in whatever format they were
// typed.

type Kind = 'amount' | 'day' | 'moment' | 'time' | 'birth'
type Who = 'sales' | 'op' | 'finance' | 'admin'
type Row = {
  who: Who
  /** The source files that contain its fields, below `features`. */
  of: readonly string[]
  page: string
  /** The buttons that open it. */
  open?: readonly (string | RegExp)[]
  /** Its fields by label; a number is an amount. */
  fields: Readonly<Record<string, Kind>>
  /** A form on the page itself, by the label of its button. */
  send?: string
}

/** The text that is typed into the nth field of a form, and its meaning. */
const typed: Record<Kind, (nth: number) => { text: string; means: string }> = {
  amount: (nth) => ({ text: `４５,${100 + nth}`, means: `45${100 + nth}` }),
  day: (nth) => ({ text: `民國 150/6/${10 + nth}`, means: `2061-06-${10 + nth}` }),
  moment: (nth) => ({ text: `民國150/6/${10 + nth} ６:３０`, means: `2061-06-${10 + nth}T06:30` }),
  time: (nth) => ({ text: `${6 + nth}：３0`, means: `${String(6 + nth).padStart(2, '0')}:30` }),
  birth: (nth) => ({ text: `民國 69/5/${10 + nth}`, means: `1980-05-${10 + nth}` }),
}

/** Fields that no form of this table shows, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'accounts/sign-in/second-factor': 'a code of six digits, which is no amount',
  'bookings/infant-sheet': 'opens only for a booking whose trip has no price of infants; the same field as a payment',
  'bookings/rate-sheet': 'opens only for a line in another currency; the same field as a cost of a trip',
  'bookings/charge-back-sheet': 'opens for a payment by card, in settlements.test.ts',
  'bookings/shared/call-off':
    'the costs of a trip that the agency cancels; the same fields as the cancellation of one booking',
  'leaders/paper-sheet': 'asks for a file first; the day is the field of a traveler document',
  'bookings/shared/cheques/receive-sheet': 'asks for a booking first, in cheques.test.ts',
  'bookings/shared/legal-receipts/issue-sheet': 'opens for a booking that is paid, in legal-receipts.test.ts',
  'bookings/shared/legal-receipts/items': 'opens for a booking that is paid, in legal-receipts.test.ts',
  'bookings/shared/legal-receipts/buyers-sheet': 'the number of a company, which is no amount',
  'bookings/shared/legal-receipts/mend-sheet': 'the number of a company, which is no amount',
  'line/keys-sheet': 'the id of a channel, which is no amount',
  'receipt-platform/keys-sheet': 'the number of the house, which is no amount',
  'bookings/shared/legal-receipts/acts': 'opens for a receipt that is issued, in legal-receipts.test.ts',
  'money/cheques/acts': 'opens for a cheque that is due, in cheques.test.ts',
  'money/bank/match-sheet': 'shows an amount for each booking that is chosen, in bank.test.ts',
  'money/reminders/rule-sheet': 'some days before or after, in reminders.test.ts',
  'packages/day-row': 'the days of a program, in packages.test.ts',
  'packages/itinerary': 'shows days and takes none',
  'requests/fields': 'the turns of a conversation, in requests.test.ts and the stories',
  'requests/one': 'shows who types',
  'requests/shared/new/type-fields': 'what a type asks for; the same fields as beside them',
  'travelers/passport-form': 'the check of a passport, in travelers.test.ts',
  'travelers/number-fields': 'asks for a file first, in travelers.test.ts',
  'trips/road/approve-sheet': 'opens for an expense in a currency without a rate; the same field as a cost of a trip',
  'trips/road/report-sheet': 'the time of an incident, in road.test.ts',
  'trips/bulk/change-sheet': 'opens for ticked trips, in lists.test.ts',
  'trips/bulk/flight-rows': 'opens for ticked trips, in lists.test.ts',
  'trips/bulk/hotels-sheet': 'opens for ticked trips, in lists.test.ts',
  'trips/bulk/flights-sheet': 'opens for ticked trips, in lists.test.ts',
  'trips/flights/assembly-of-flight': 'the assembly of a first flight, in stories/preparing.ts',
  'trips/itinerary/itinerary': 'shows days and takes none',
  'trips/itinerary/leg-sheet': 'opens in the menu of a day; the same fields as those of a flight and of a cost',
  'trips/merge/merge-sheet': 'asks for bookings first, in stories/season.ts',
  'trips/year': 'shows days and takes none',
  'webhooks/acts': 'opens only with failed deliveries; the same fields as others',
  'bookings/shared/new/person-fields': 'a birth date, in forms.test.ts',
}

suite('forms accept what people type', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, db, departing, bookingOn } = await openConsole()
  const { id: trip, serial } = await departing('PRG', 27)
  const { id: booking } = await bookingOn(serial, '002')
  const { booking_id: reported } = await db
    .selectFrom('payment_reports')
    .select('booking_id')
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const { booking_id: asked } = await db
    .selectFrom('payment_requests')
    .select('booking_id')
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const first = async (table: 'packages' | 'seminars' | 'tour_leaders') =>
    (await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const { id: session } = await db
    .selectFrom('seminar_sessions')
    .select('id')
    .where('status', '=', 'open')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const [pack, seminar, leader] = [await first('packages'), await first('seminars'), await first('tour_leaders')]

  const leaving = { '已繳規費（TWD）': 'amount', '取消費（TWD）': 'amount' } as const
  const rows: readonly Row[] = [
    {
      who: 'sales',
      of: ['bookings/line-sheet'],
      page: `/desk/bookings/${booking}`,
      open: ['加價或優惠'],
      fields: { 數量: 'amount', '單價 (TWD)': 'amount' },
    },
    {
      who: 'sales',
      of: ['enquiries/enquiry-sheet'],
      page: '/desk/enquiries',
      open: ['新增洽詢'],
      fields: { 下次聯絡日: 'day', 人數: 'amount', 每人預算: 'amount' },
    },
    {
      who: 'sales',
      of: ['enquiries/shared/note-form'],
      page: '/desk/enquiries/1',
      fields: { 下次聯絡日: 'day' },
      send: '加入備註',
    },
    {
      who: 'sales',
      of: ['requests/shared/new/sheet'],
      page: '/desk/requests',
      open: ['新增加購'],
      fields: { 數量: 'amount', '使用日期（可留空）': 'day' },
    },
    {
      who: 'finance',
      of: ['bookings/payment-sheet'],
      page: `/desk/bookings/${booking}`,
      open: ['登記收款'],
      fields: { '金額 (TWD)': 'amount', 收款時間: 'moment' },
    },
    {
      who: 'finance',
      of: ['bookings/shared/payment-reports/record-sheet'],
      page: `/desk/bookings/${reported}`,
      open: [/^登記這筆/],
      fields: { '金額 (TWD)': 'amount', 入帳日: 'day' },
    },
    {
      who: 'finance',
      of: ['bookings/shared/refunds/order-sheet'],
      page: '/desk/money?view=refunds',
      open: [/^開退款單/],
      fields: { '金額 (TWD)': 'amount' },
    },
    {
      who: 'sales',
      of: ['money/cash/count-sheet'],
      page: '/desk/money?view=cash',
      open: ['點算…'],
      fields: { 實點: 'amount' },
    },
    {
      who: 'sales',
      of: ['money/cash/give-sheet'],
      page: '/desk/money?view=cash',
      open: ['交出…'],
      fields: { 金額: 'amount' },
    },
    {
      who: 'sales',
      of: ['bookings/shared/reminders/silence-sheet'],
      page: `/desk/bookings/${asked}`,
      open: ['暫停提醒…'],
      fields: { 暫停到: 'day' },
    },
    {
      who: 'finance',
      of: ['bookings/shared/refunds/paid-sheet'],
      page: '/desk/money?view=orders',
      open: [/^登錄付款/],
      fields: { 付款時間: 'moment' },
    },
    {
      who: 'sales',
      of: ['bookings/ask-sheet'],
      page: `/desk/bookings/${asked}`,
      open: ['改請其他金額'],
      fields: { '金額 (TWD)': 'amount', 期限: 'day' },
    },
    {
      who: 'sales',
      of: ['bookings/leaving-fields'],
      page: `/desk/bookings/${booking}`,
      open: ['更多', /^取消訂單/],
      fields: leaving,
    },
    {
      who: 'sales',
      of: ['travelers/shared/traveler-sheet'],
      page: `/desk/bookings/${booking}`,
      open: ['新增旅客'],
      fields: { 出生日期: 'birth', 護照效期: 'birth' },
    },
    {
      who: 'op',
      of: ['trips/facts/edit-sheet', 'trips/facts/date-fields', 'trips/facts/edit-fields'],
      page: `/desk/trips/${trip}`,
      open: ['修改'],
      fields: {
        名額: 'amount',
        最低成團人數: 'amount',
        出發日: 'day',
        回程日: 'day',
        集合時間: 'moment',
        說明會開始時間: 'moment',
        說明會結束時間: 'moment',
      },
    },
    {
      who: 'op',
      of: ['trips/money/cost-sheet'],
      page: `/desk/trips/${trip}?tab=money`,
      open: ['新增成本…'],
      fields: { 預估金額: 'amount', 實際金額: 'amount', '匯率（換成 TWD）': 'amount', 請款日: 'day' },
    },
    {
      who: 'finance',
      of: ['trips/money/margin-invoice-sheet'],
      page: `/desk/trips/${trip}?tab=money`,
      open: [/發票/],
      fields: { 發票日期: 'day', '發票金額（含稅）': 'amount', 稅額: 'amount' },
    },
    {
      who: 'finance',
      of: ['trips/road/advance-sheet'],
      page: `/desk/trips/${trip}?tab=road`,
      open: ['登錄預付款…'],
      fields: { 金額: 'amount', 給付日: 'day' },
    },
    {
      who: 'op',
      of: ['trips/flights/flight-fields'],
      page: `/desk/trips/${trip}`,
      open: ['新增航班'],
      fields: {
        保留機位數: 'amount',
        已開票: 'amount',
        '起飛（當地時間）': 'moment',
        '抵達（當地時間）': 'moment',
        開票期限: 'day',
      },
    },
    {
      who: 'op',
      of: ['trips/itinerary/segment-sheet'],
      page: `/desk/trips/${trip}?tab=itinerary`,
      open: ['新增一天'],
      fields: { 開始日: 'day', 結束日: 'day' },
    },
    {
      who: 'op',
      of: ['trips/itinerary/stay-sheet'],
      page: `/desk/trips/${trip}?tab=itinerary`,
      open: ['新增住宿'],
      fields: { 入住日: 'day', 退房日: 'day' },
    },
    {
      who: 'op',
      of: ['trips/deadlines/deadline-sheet'],
      page: `/desk/trips/${trip}`,
      open: ['新增期限'],
      fields: { 期限: 'day' },
    },
    {
      who: 'op',
      of: ['trips/plan/plan-sheet', 'trips/plan/plan-fields'],
      page: '/desk/trips',
      open: ['開團'],
      fields: {
        名額: 'amount',
        最低成團人數: 'amount',
        出發日: 'day',
        '回程日（可留空）': 'day',
        集合時間: 'moment',
        說明會開始時間: 'moment',
        說明會結束時間: 'moment',
      },
    },
    {
      who: 'op',
      of: ['trips/plan/season-fields'],
      page: '/desk/trips',
      open: ['批次開團'],
      fields: {
        名額: 'amount',
        最低成團人數: 'amount',
        說明會在出發前幾天: 'amount',
        從: 'day',
        到: 'day',
        集合時間: 'time',
        說明會開始時間: 'time',
        說明會結束時間: 'time',
      },
    },
    {
      who: 'op',
      of: ['packages/package-sheet', 'packages/sheet-fields'],
      page: '/desk/packages',
      open: ['新增行程'],
      fields: {
        天數: 'amount',
        '夜數（空白＝天數減一）': 'amount',
        最低成團人數: 'amount',
        最多人數: 'amount',
        幾人以上要派領隊: 'amount',
        訂金: 'amount',
        '尾款期限（出發前天數）': 'amount',
      },
    },
    {
      who: 'op',
      of: ['packages/price-sheet'],
      page: `/desk/packages/${pack}?tab=prices`,
      open: ['新增價格'],
      fields: { 生效日: 'day', 適用至: 'day', 大人: 'amount' },
    },
    {
      who: 'op',
      of: ['seminars/session-sheet'],
      page: `/desk/seminars/${seminar}`,
      open: ['新增場次'],
      fields: { 開始時間: 'moment', 結束時間: 'moment', 名額: 'amount' },
    },
    {
      who: 'op',
      of: ['seminars/sessions-sheet'],
      page: `/desk/seminars/${seminar}`,
      open: ['批次新增'],
      fields: { 從: 'day', 到: 'day', 開始時間: 'time', 結束時間: 'time', 名額: 'amount' },
    },
    {
      who: 'op',
      of: ['seminars/guest-sheet'],
      page: `/desk/sessions/${session}`,
      open: ['新增來賓'],
      fields: { 人數: 'amount' },
    },
    {
      who: 'op',
      of: ['leaders/profile/fields'],
      page: `/desk/leaders/${leader}`,
      open: ['修改'],
      fields: { '帶團間隔（天）': 'amount', 護照效期: 'day', 到職日: 'day', 離職日: 'day' },
    },
    {
      who: 'op',
      of: ['leaders/leave-sheet'],
      page: `/desk/leaders/${leader}?tab=leave`,
      open: ['登記休假…'],
      fields: { 開始日: 'day', 結束日: 'day' },
    },
    {
      who: 'op',
      of: ['reference/shared/plain-record/field'],
      page: '/desk/reference?kind=seasons',
      open: ['新增季節'],
      fields: { 開始日: 'day', 結束日: 'day' },
    },
    {
      who: 'op',
      of: ['reference/shared/plain-record/field'],
      page: '/desk/reference?kind=hotels',
      open: ['新增飯店'],
      fields: { 排序: 'amount' },
    },
    {
      who: 'admin',
      of: ['payment-providers/limits-sheet'],
      page: '/desk/payment-providers',
      open: [/^付款方式與限額/],
      fields: Object.fromEntries(
        ['刷卡', 'ATM 轉帳', '超商繳費'].flatMap((way) =>
          [`${way}最低金額`, `${way}最高金額`].map((name) => [name, 'amount' as const]),
        ),
      ),
    },
    {
      who: 'admin',
      of: ['line/limits-sheet'],
      page: '/desk/line',
      open: ['推播上限與夜間…'],
      fields: { 每月推播上限: 'amount', '夜間不推播，從': 'time', '夜間不推播，到': 'time' },
    },
    {
      who: 'admin',
      of: ['house/record-form'],
      page: '/desk/house',
      fields: { '業務可給的優惠上限（團費的 %）': 'amount' },
      send: '儲存',
    },
  ]

  /** Opens the form of a row, with the account of the row; all its writes are blocked. */
  const openForm = async (page: Page, { page: path, open = [], send }: Row) => {
    await page.goto(path)
    for (const name of open)
      await page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('menuitem', { name, exact: true }))
        .first()
        .click()
    const scope = send ? page : page.getByRole('dialog')
    const form = scope
      .locator('form', send ? { has: page.getByRole('button', { name: send, exact: true }) } : {})
      .first()
    await form.waitFor()
    return form
  }

  const fieldIn = (form: Locator, label: string) => form.getByRole('textbox', { name: label, exact: true }).first()

  /** All values in the bodies that were sent. */
  const valuesIn = (body: unknown): string[] =>
    body !== null && typeof body === 'object' ? Object.values(body).flatMap(valuesIn) : [String(body)]

  /**
   * Types into all fields of a form, leaves each, and sends it. Returns the differences between expected and shown or sent values.
   */
  const tryForm = async (page: Page, row: Row, sent: () => string[]) => {
    const form = await openForm(page, row)
    const wrong: string[] = []
    const expected: [label: string, kind: Kind, means: string, text: string][] = []
    for (const [nth, [label, kind]] of Object.entries(row.fields).entries()) {
      const field = fieldIn(form, label)
      if (kind === 'day') {
        await field.fill('6/15')
        await field.press('Tab')
        const shown = await field.inputValue()
        if (!/^\d{4}\/06\/15$/.test(shown)) wrong.push(`${label} gives 6/15 no year, but ${shown}`)
      }
      const { text, means } = typed[kind](nth)
      await field.fill(text)
      await field.press('Tab')
      const shown = await field.inputValue()
      const written = means.replaceAll('-', '/').replace('T', ' ')
      if ((kind === 'day' || kind === 'moment') && shown !== written) wrong.push(`${label} shows ${shown}`)
      expected.push([label, kind, means, text])
    }
    // Only the typed values are tested: other required fields must not prevent sending.
    await form.evaluate((element) => {
      for (const field of element.querySelectorAll('[required]')) field.removeAttribute('required')
    })
    // The page before may have said that it was left.
    const before = sent().length
    await form.locator('button[type=submit]').click()
    await eventually(async () => sent().length > before, true)
    for (const [label, kind, means, text] of expected) {
      if (kind !== 'moment' && !sent().some((value) => value.startsWith(means)))
        wrong.push(`${label} does not send ${means}, but ${sent().join(' | ')}`)
      if (sent().includes(text)) wrong.push(`${label} is sent as it was typed`)
    }
    return wrong
  }

  for (const who of ['sales', 'finance', 'op', 'admin'] as const)
    test(`in the forms of ${who}`, async () => {
      const page = await as(who)
      let sent: string[] = []
      await page.route('**/api/**', async (route) => {
        const request = route.request()
        if (request.method() === 'GET') return route.fallback()
        sent.push(...valuesIn(request.postDataJSON()))
        await route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 422, code: 'invalid_input', message: '只是試試。', errors: {} }),
        })
      })
      // All forms are tried, so that one run reports every fault.
      const wrong: string[] = []
      for (const row of rows.filter((each) => each.who === who)) {
        sent = []
        const found = await tryForm(page, row, () => sent).catch((error: Error) => [error.message.slice(0, 300)])
        wrong.push(...found.map((fault) => `${row.of.join(', ')}: ${fault}`))
      }
      assert.deepEqual(wrong, [])
      assert.deepEqual(
        page.faults.filter((fault) => !/422/.test(fault)),
        [],
      )
    })

  test('every form with such a field is in the table', () => {
    const hasField =
      /inputMode="(?:decimal|numeric)"|inputMode: '(?:decimal|numeric)'|\btyped=|typed: '(?:time|day)'|<(?:DayField|MomentField|Moment|Day)\b/
    const found = filesIn('web/src/features')
      .filter(({ path, text }) => path.endsWith('.tsx') && hasField.test(text))
      .map(({ path }) => path.replace('web/src/features/', '').replace('.tsx', ''))
    const known = new Set([...rows.flatMap(({ of }) => of), ...Object.keys(elsewhere)])
    assert.deepEqual(
      found.filter((path) => !known.has(path)),
      [],
    )
  })
})
