import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { done } from '../../../test/fixtures/bookings.ts'
import { fakeLine, lineTest } from '../../../test/fixtures/line.ts'
import { jpeg } from '../../../test/fixtures/samples.ts'
import { outbox } from '../../../test/outbox.ts'
import { assertPage, isTooWide, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('LINE in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, base, caller, db, departing, bookingOn, house } = await openConsole()
  const line = await fakeLine((body, signature) =>
    fetch(`${base}/api/line/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-line-signature': signature },
      body,
    }),
  )
  house.atEnd(line.close)
  house.allowed.push(line.place)
  await outbox(house, { lineApiUrl: line.url })
  line.state.names = { Umei: '小美', Uming: '阿明' }
  const { serial } = await departing('PRG', 27)
  const { id: booking } = await bookingOn(serial, '001')

  /** The trip of the contact of the booking that comes next. */
  const nextTrip = async () => {
    const { rows } = await sql<{ serial: string; booking_number: string }>`
      select t.serial, b.booking_number from person_records r join bookings b on b.id = r.booking_id join planned_trips t on t.id = b.planned_trip_id
       where r.person_id = (select person_id from person_records where booking_id = ${booking}) and t.return_date >= today() and b.status <> 'cancelled'
       order by t.departure_date limit 1`.execute(db)
    const [next = assert.fail('no trip')] = rows
    return next
  }

  const contactName = async () =>
    (await db.selectFrom('bookings').select('contact_name').where('id', '=', booking).executeTakeFirstOrThrow())
      .contact_name

  test('without a channel only the settings know LINE; an administrator enters the keys, tests them and switches it on', async () => {
    const page = await as('admin')
    await page.goto(`/desk/bookings/${booking}`)
    await page.getByRole('region', { name: '資料' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'LINE' }).count(), 0)
    const menu = page.getByRole('navigation', { name: '主選單' })
    assert.equal(await menu.getByRole('link', { name: '訊息' }).count(), 0)

    await page.goto('/desk/line')
    const card = page.getByRole('region', { name: 'LINE 官方帳號' })
    await card.getByText(/^還缺：.*測試/).waitFor()
    await card.getByRole('button', { name: '金鑰…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('LINE 官方帳號 ID').fill(lineTest.basic_id)
    await sheet.getByLabel('Channel secret').fill(lineTest.channel_secret)
    await sheet.getByLabel('Channel access token').fill(lineTest.access_token)
    await sheet.getByLabel('頻道 ID').fill(lineTest.channel_id)
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: '測試' }).click()
    await card.getByText(/測試成功・?.*旗手旅行社/).waitFor()
    await card.getByRole('button', { name: '開啟 LINE' }).click()
    await card.getByText('使用中').waitFor()
    await menu.getByRole('link', { name: '訊息' }).waitFor()

    await card.getByRole('button', { name: '常用回覆…' }).click()
    const replies = page.getByRole('dialog')
    await replies.getByRole('textbox', { name: '第 1 則' }).fill('已收到，稍後回覆您。')
    await replies.getByRole('button', { name: '再加一則' }).click()
    await replies.getByRole('textbox', { name: '第 2 則' }).fill('請問您的團號是？')
    assert.deepEqual(await violations(page), [])
    await replies.getByRole('button', { name: '儲存' }).click()
    await replies.waitFor({ state: 'detached' })
    const { quick_replies } = done(await (await caller('admin')).get('/line/channel'))
    assert.deepEqual(quick_replies, ['已收到，稍後回覆您。', '請問您的團號是？'])
    assert.deepEqual(page.faults, [])
  })

  test('the page of a booking shows a code and a QR code; who sends the code is linked, and staff can end it', async () => {
    const page = await as('sales')
    await page.goto(`/desk/bookings/${booking}`)
    const card = page.getByRole('region', { name: 'LINE' })
    await card.getByText('還沒有連結 LINE。').waitFor()
    await card.getByRole('button', { name: '顯示連結代碼…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: '產生代碼' }).click()
    await sheet.getByRole('img', { name: '開啟 LINE 聊天的 QR Code' }).waitFor()
    const code = await sheet.locator('code').innerText()
    const chat = await sheet.getByRole('link', { name: '開啟 LINE' }).getAttribute('href')
    assert.equal(chat, `https://line.me/R/oaMessage/@guidon/?${code}`)
    assert.deepEqual(await violations(page), [])
    await line.tell(line.says('Umei', code))
    await sheet.getByRole('button', { name: '關閉' }).click()
    await card.getByText('已連結 1 個 LINE').waitFor()
    await line.tell(line.says('Uming', '請問還有名額嗎？'))
    assert.deepEqual(page.faults, [])
  })

  test('sales see the unread on top with its trip, answer with a quick reply, and a colleague sees who is answering', async () => {
    const said = line.says('Umei', '我爸爸需要輪椅，可以安排嗎？')
    const sales = await as('sales')
    await sales.goto('/desk/messages')
    const threads = sales.getByRole('list', { name: '對話' })
    await line.tell(said)
    await threads.getByText('我爸爸需要輪椅').waitFor()
    const mei = threads.getByRole('listitem').filter({ hasText: await contactName() })
    assert.match(await threads.getByRole('listitem').first().innerText(), /輪椅/)
    const next = await nextTrip()
    assert.match(await mei.innerText(), new RegExp(`${next.serial}[\\s\\S]*出發`))
    await mei.getByText('則未讀').waitFor({ state: 'attached' })
    await mei.getByRole('link').click()

    const aside = sales.getByRole('complementary', { name: '行程與訂單' })
    const first = aside.getByRole('region').nth(0)
    await first.getByRole('link', { name: next.serial, exact: true }).waitFor()
    await first.getByRole('link', { name: next.booking_number }).waitFor()
    await first.getByText('未付').waitFor()

    const manager = await as('admin')
    await manager.goto(sales.url())
    await manager.getByText('也在查看').waitFor()
    await sales.getByRole('button', { name: '已收到，稍後回覆您。' }).click()
    const field = sales.getByLabel('回覆', { exact: true })
    await field.press('End')
    await field.pressSequentially('輪椅可以。')
    await manager.getByText('正在輸入…').waitFor()
    await sales
      .locator('input[type=file]')
      .setInputFiles({ name: '集合地點.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await sales.getByRole('button', { name: '移除附檔 集合地點.jpg' }).waitFor()
    const sent = sales.waitForResponse(
      (each) => each.request().method() === 'POST' && /\/line\/threads\/\d+\/messages$/.test(each.url()),
    )
    await sales.getByRole('button', { name: '以 LINE 送出' }).click()
    assert.equal((await sent).status(), 200)
    await eventually(async () => line.textsTo('Umei').at(-1) ?? '', '已收到，稍後回覆您。輪椅可以。')
    await manager.getByRole('list', { name: '訊息' }).getByText('輪椅可以。').waitFor()
    await manager.getByRole('link', { name: '開啟 集合地點.jpg' }).waitFor()
    assert.equal(await sales.getByRole('button', { name: '移除附檔 集合地點.jpg' }).count(), 0)
    await eventually(() => field.inputValue(), '')
    // Whoever answers a thread of nobody has it, and what was there counts as read.
    const head = sales.getByRole('main').getByText(/^負責回覆 /)
    const { name } = done(await (await caller('sales')).get('/me'))
    await eventually(() => head.innerText(), `負責回覆 ${name}`)
    await eventually(() => mei.getByText('則未讀').count(), 0)

    await takeAct(sales, '不指定同仁', '更多 這則對話')
    await eventually(() => head.innerText(), '負責回覆 還沒有人')
    await takeAct(sales, '交給同仁…', '更多 這則對話')
    const sheet = sales.getByRole('dialog')
    assert.deepEqual(await violations(sales), [])
    const { rows } = await sql<{ name: string }>`select name from users where email like 'sales2@%'`.execute(db)
    const [{ name: colleague } = assert.fail('no colleague')] = rows
    await sheet.getByRole('combobox', { name: '負責回覆' }).fill(colleague)
    await sales.getByRole('option', { name: colleague }).click()
    await sheet.getByRole('button', { name: '交給同仁' }).click()
    await sheet.waitFor({ state: 'detached' })
    await eventually(() => head.innerText(), `負責回覆 ${colleague}`)
    assert.deepEqual([sales.faults, manager.faults], [[], []])
  })

  test('a picture that a customer sends is shown in the thread, and filed as a document with one press', async () => {
    const { rows } = await sql<{ id: number }>`select id from line_friends where display_name = '小美'`.execute(db)
    const [{ id } = assert.fail('no thread')] = rows
    const sales = await as('sales')
    await sales.goto(`/desk/messages?thread=${id}`)
    await line.tell(line.shows('Umei', jpeg))
    const bubbles = sales.getByRole('list', { name: '訊息' })
    await bubbles.getByRole('link', { name: /^開啟 line-\d+\.jpg$/ }).waitFor()
    await bubbles.getByRole('button', { name: '存為旅客文件…' }).click()
    const sheet = sales.getByRole('dialog')
    await sheet.getByRole('img', { name: '客戶傳來的檔案' }).waitFor()
    await sheet.getByLabel('種類').selectOption({ label: '護照' })
    assert.deepEqual(await violations(sales), [])
    if (process.env.SHOTS) await sales.screenshot({ path: `${process.env.SHOTS}/line-file.png` })
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.waitFor({ state: 'detached' })
    await bubbles.getByText('已存為旅客文件').waitFor()
    const filed = await sql<{ kind: string; status: string }>`
      select d.kind, d.status from line_messages m join traveler_documents d on d.id = m.document_id`.execute(db)
    assert.deepEqual(filed.rows, [{ kind: 'passport', status: 'received' }])
    assert.deepEqual(sales.faults, [])
  })

  test('the inbox and an open thread, in both languages, on a desk and a phone, one column at a time', async () => {
    const { rows } = await sql<{ id: number }>`select id from line_friends where display_name = '小美'`.execute(db)
    const [{ id } = assert.fail('no thread')] = rows
    await assertPage(await as('sales'), '/desk/messages', 'role=list[name="對話"] >> role=link')
    await assertPage(await as('sales'), `/desk/messages?thread=${id}`, 'role=list[name="訊息"] >> role=listitem')
    const own = await as('sales')
    await assertPage(own, '/desk/account', 'role=region[name="LINE"]')
    await own.getByRole('region', { name: 'LINE' }).getByRole('button', { name: '連結 LINE…' }).click()
    const sheet = own.getByRole('dialog')
    await sheet.getByText('還沒有連結 LINE。').waitFor()
    await sheet.getByRole('button', { name: '產生代碼' }).click()
    await sheet.getByRole('img', { name: '開啟 LINE 聊天的 QR Code' }).waitFor()
    await line.tell(line.says('Usales', await sheet.locator('code').innerText()))
    await sheet.getByText('已連結 1 個 LINE').waitFor()
    await sheet.getByRole('button', { name: '解除連結…' }).click()
    await sheet.getByRole('button', { name: '確定解除' }).click()
    await sheet.getByText('還沒有連結 LINE。').waitFor()
    assert.deepEqual([await violations(own), own.faults], [[], []])
    await assertPage(await as('admin'), '/desk/line', 'role=region[name="LINE 官方帳號"]')

    const page = await as('sales', 'en-US')
    await page.setViewportSize(sizes.phone)
    await page.goto(`/desk/messages?thread=${id}`)
    const conversation = page.getByRole('list', { name: 'Messages' })
    await conversation.waitFor()
    assert.equal(await page.getByRole('list', { name: 'Threads' }).isVisible(), false)
    assert.equal(await isTooWide(page), false)
    await page.getByRole('link', { name: 'Trip and bookings' }).click()
    await page.getByRole('link', { name: (await nextTrip()).booking_number }).waitFor()
    assert.equal(await conversation.isVisible(), false)
    await page.getByRole('link', { name: 'Back to the thread' }).click()
    await conversation.waitFor()
    await page.getByRole('link', { name: 'All threads' }).click()
    await page.getByRole('list', { name: 'Threads' }).waitFor()
    assert.equal(await isTooWide(page), false)
    assert.deepEqual(page.faults, [])
  })

  test('staff end the link of a contact, after a question', async () => {
    const page = await as('sales')
    await page.goto(`/desk/bookings/${booking}`)
    const card = page.getByRole('region', { name: 'LINE' })
    await card.getByRole('button', { name: '解除連結…' }).click()
    await card.getByRole('button', { name: '確定解除' }).click()
    await card.getByText('還沒有連結 LINE。').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
