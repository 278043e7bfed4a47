import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { noConsole, openConsole, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { dayInWords, onDay, typeWhenAddressFollows } from '../fields.ts'

/** The browser also reports the refusals that a test causes on purpose. */
const unexpected = ({ faults }: { faults: string[] }) => faults.filter((fault) => !/422/.test(fault))

suite('bookings and travelers in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db, departing, house } = await openConsole()
  const sales = await caller('sales')
  const { serial } = await departing('PRG', 27)
  const booking = async (number: string) => {
    const { data } = await sales.get(`/bookings?q=${serial}-${number}`)
    return (await sales.get(`/bookings/${data[0].id}`)).data
  }

  test('a payment is recorded; a refusal is shown at its field, and the form keeps its values', async () => {
    const before = await booking('002')
    const page = await as('finance')
    await page.goto(`/desk/bookings/${before.id}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByText('收款時間').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1.234')
    await sheet.getByLabel('帳號末五碼').fill('12345')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await sheet.locator('#amount[aria-invalid=true]').waitFor()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '12345')

    // A reload closes the sheet; the typed values are kept as a draft.
    await page.reload()
    await page.getByRole('button', { name: '登記收款' }).click()
    await sheet.getByText('已放回您上次沒有送出的內容').waitFor()
    await sheet.getByText('收款時間').waitFor()
    await eventually(() => sheet.getByLabel('帳號末五碼').inputValue(), '12345')
    await eventually(() => sheet.getByLabel('金額').inputValue(), '1.234')
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1000')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await page.locator('role=region[name=/^(費用與付款|Charges and payments)$/]').getByText('12345').waitFor()
    assert.equal((await booking('002')).paid, before.paid + 1000)
    await page.getByRole('button', { name: '登記收款' }).click()
    await sheet.getByText('收款時間').waitFor()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '')
    await sheet.getByRole('heading', { name: '登記收款' }).waitFor()
  })

  test('an amount that is not owed and a reference that another booking has are asked about at once', async () => {
    const { id } = await booking('003')
    const page = await as('finance')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.locator('dialog')
    const [amount, reference] = [sheet.getByLabel('金額'), sheet.getByLabel('帳號末五碼')]
    const send = sheet.getByRole('button', { name: '登記', exact: true })
    await amount.fill('500')
    await reference.fill('12345')
    await send.click()
    await sheet.getByText(`參考號碼 12345 已登錄在訂單 ${serial}-002`).waitFor()
    assert.deepEqual(await violations(page), [])
    await reference.fill('54321')
    await sheet.getByLabel('12345 正確，仍要登記').waitFor({ state: 'detached' })
    await reference.fill('12345')
    await sheet.getByLabel('NT$500 正確，仍要登記').check()
    await sheet.getByLabel('12345 正確，仍要登記').check()
    await send.click()
    await sheet.locator('#reason[aria-invalid=true]').waitFor()
    await sheet.getByLabel('原因').fill('夫妻各一筆，一次匯款')
    await send.click()
    await sheet.waitFor({ state: 'detached' })
    const { payments } = await booking('003')
    assert.deepEqual([payments.at(-1).amount, payments.at(-1).reference], [500, '12345'])
  })

  test('a sheet for a payment that was closed comes back as a payment, and never as a refund', async () => {
    const { id } = await booking('002')
    const page = await as('finance')
    await page.goto(`/desk/bookings/${id}`)
    const sheet = page.locator('dialog')
    const open = async () => {
      await page.getByRole('button', { name: '登記收款' }).click()
      await sheet.getByRole('heading', { name: '登記收款' }).waitFor()
    }
    const close = async () => {
      await sheet.getByRole('button', { name: '關閉' }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    const reference = sheet.getByLabel('帳號末五碼')
    await open()
    await reference.fill('收款 001')
    await sheet.getByLabel('種類').selectOption('refund')
    await sheet.getByRole('heading', { name: '登記退款' }).waitFor()
    assert.deepEqual([await sheet.getByLabel('金額').inputValue(), await reference.inputValue()], ['', ''])
    await sheet.getByLabel('金額').fill('777')
    await close()

    await open()
    await eventually(() => reference.inputValue(), '收款 001')
    assert.equal(await sheet.getByLabel('種類').inputValue(), 'payment')
    assert.notEqual(await sheet.getByLabel('金額').inputValue(), '777')
    await sheet.getByLabel('種類').selectOption('refund')
    await eventually(() => sheet.getByLabel('金額').inputValue(), '777')
    await sheet.getByRole('button', { name: '清除' }).click()
    await close()
  })

  test('sales book two travelers: a refusal is shown at its field, the form keeps its values, and the booking is listed', async () => {
    const trip = await departing('PRG', 27)
    const page = await as('sales')
    await page.goto(`/desk/trips/${trip.id}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.locator('dialog')
    await sheet.getByText(serial).waitFor()
    await sheet.getByLabel('姓名').first().fill('林測試')
    await sheet.getByLabel('電話').fill('+886 912 000 111')
    await sheet.getByLabel('電子郵件').fill('lin.test@example.com')
    await sheet.getByRole('button', { name: '新增旅客' }).click()
    const [one, two] = [sheet.locator('fieldset').nth(0), sheet.locator('fieldset').nth(1)]
    await one.getByLabel('姓名').fill('林測試')
    await one.getByLabel('出生日期').fill('1980-13-01')
    await one.getByLabel('同房').selectOption('A')
    await two.getByLabel('姓名').fill('林太太')
    await two.getByLabel('出生日期').fill('1982-03-04')
    await two.getByLabel('同房').selectOption('A')
    await sheet.getByLabel('A 房的床').selectOption('double')
    await sheet.getByLabel('個資同意方式').selectOption('phone')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await sheet.locator('[id="travelers.0.birth_date"][aria-invalid=true]').waitFor()

    // A reload closes the sheet; the typed values are kept as a draft.
    await page.reload()
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    await eventually(() => two.getByLabel('姓名').inputValue(), '林太太')
    await eventually(() => sheet.getByLabel('A 房的床').inputValue(), 'double')
    await eventually(() => one.getByLabel('出生日期').inputValue(), '1980-13-01')
    await one.getByLabel('出生日期').fill('1980-12-01')
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await page.waitForURL(/\/bookings\/\d+$/)
    const { data } = await sales.get(`/bookings?q=lin.test@example.com`)
    assert.deepEqual([data.length, data[0].party_size, data[0].trip.serial], [1, 2, serial])
    const { data: people } = await sales.get(`/travelers?booking_id=${data[0].id}`)
    assert.deepEqual(
      people.map(({ roommate_group, bed_type }: Record<string, string>) => [roommate_group, bed_type]),
      [
        ['R1', 'double'],
        ['R1', 'double'],
      ],
    )
    await page.goto('/desk/bookings?q=lin.test')
    await page.locator('tbody a', { hasText: '林測試' }).waitFor()
    assert.deepEqual(unexpected(page), [])
  })

  test('a saved booking leaves no draft, even if the page is left before the lists are refreshed', async () => {
    const trip = await departing('PRG', 27)
    const page = await as('sales')
    const open = async () => {
      await page.goto(`/desk/trips/${trip.id}`)
      await page.getByRole('button', { name: '新增訂單' }).first().click()
      await sheet.getByText(serial).waitFor()
    }
    const sheet = page.locator('dialog')
    await open()
    await sheet.getByLabel('姓名').first().fill('何離開')
    await sheet.getByLabel('電話').fill('0912 777 999')
    await sheet.locator('fieldset').nth(0).getByLabel('姓名').fill('何離開')
    await page.route(/\/bookings\?/, () => undefined)
    await page.route(/\/trips\//, () => undefined)
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await page.waitForURL(/\/bookings\/\d+$/)
    await page.unrouteAll()
    await open()
    assert.equal(await sheet.getByLabel('姓名').first().inputValue(), '')
    assert.deepEqual(unexpected(page), [])
  })

  test('sales book a customer who has only a phone number, and get a link to send', async () => {
    const trip = await departing('PRG', 27)
    const page = await as('sales')
    await page.goto(`/desk/trips/${trip.id}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.locator('dialog')
    await sheet.getByText(serial).waitFor()
    await sheet.getByLabel('姓名').first().fill('高電話')
    await sheet.getByLabel('電話').fill('0912 777 888')
    await sheet.locator('fieldset').nth(0).getByLabel('姓名').fill('高電話')
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await page.waitForURL(/\/bookings\/\d+$/)
    await page.getByText('尚未取得').waitFor()
    await page.getByRole('button', { name: '更多', exact: true }).click()
    assert.equal(await page.getByRole('menuitem', { name: '重寄報名確認信' }).count(), 0)
    await page.getByRole('menuitem', { name: '客戶連結' }).click()
    await sheet.getByRole('button', { name: '產生連結' }).click()
    const link = await sheet.locator('code').innerText()
    assert.match(link, /^https?:\/\/[^/]+\/l\/booking\/[\w-]{43}$/)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(unexpected(page), [])
  })

  test('a new booking shows its price and known customers; it mails papers and has a history', async () => {
    const trip = await departing('PRG', 27)
    const page = await as('sales')
    await page.goto(`/desk/trips/${trip.id}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.locator('dialog')
    await sheet.getByText(serial).waitFor()
    const [first] = (await sales.get('/persons?q=0912&per_page=1')).data
    await sheet.getByLabel('電話').fill(first.phone.replace(/\D/g, '').replace(/^886/, '0'))
    await sheet.getByRole('button', { name: `帶入 ${first.name}` }).click()
    assert.equal(await sheet.getByLabel('姓名').first().inputValue(), first.name)
    assert.equal(await sheet.getByLabel('電子郵件').inputValue(), first.email ?? '')
    const traveler = sheet.locator('fieldset').nth(0)
    await eventually(() => traveler.getByLabel('姓名').inputValue(), first.name)
    const [last] = (await sales.get(`/persons/${first.id}`)).data.travelers
    const { surname_en } = last ? (await sales.get(`/travelers/${last.id}`)).data : { surname_en: null }
    assert.equal(await traveler.getByLabel('護照英文姓').inputValue(), surname_en ?? '')
    const total = async (travelers: object[]) => {
      const { data, body } = await sales.post('/bookings/quote', { planned_trip_id: trip.id, travelers })
      assert.ok(data, JSON.stringify(body))
      return data.total.toLocaleString('en')
    }
    await sheet.getByText(`合計 NT$${await total([{}])}`).waitFor()
    await sheet.getByRole('button', { name: '新增旅客' }).click()
    await sheet.getByText(`合計 NT$${await total([{}, {}])}`).waitFor()
    assert.deepEqual(await violations(page), [])

    const { id, contact } = await booking('002')
    await page.goto(`/desk/bookings/${id}`)
    await takeAct(page, '寄給客戶…', /^更多 (訂單確認書|報價單)$/)
    await sheet.getByText(`寄給${contact.name}`).waitFor()
    await sheet.getByLabel('附言').fill('請核對姓名')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '寄出', exact: true }).click()
    await page.getByText('文件將寄給客戶').waitFor()
    await page.getByRole('link', { name: '往來紀錄' }).click()
    await page.getByLabel('新的備註').fill('已致電，週五前付尾款')
    await page.getByRole('button', { name: '留下備註' }).click()
    const history = page.getByRole('list', { name: '往來紀錄' })
    const note = history.getByRole('listitem').filter({ hasText: '已致電，週五前付尾款' })
    await note.getByText('陳怡安').waitFor()
    await eventually(() => page.getByLabel('新的備註').inputValue(), '')
    await history.getByRole('listitem').filter({ hasText: '收款 NT$' }).first().waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(unexpected(page), [])
  })

  test('a confirmed booking says what is next: the payment and since when it is late, and papers with names', async () => {
    const trip = await departing('PRG', 27)
    const travelers = ['鄭大明', '鄭小明'].map((name) => ({ name, birth_date: '1980-01-01' }))
    const contact = { name: '鄭大明', phone: '0912 333 221' }
    const made = done(await sales.post('/bookings', { planned_trip_id: trip.id, contact, travelers }))
    done(await sales.post(`/bookings/${made.id}/confirm`, {}))
    const page = await as('sales')
    await page.goto(`/desk/bookings/${made.id}`)
    const next = page.getByRole('region', { name: '下一步' })
    await next.getByText('缺護照：鄭大明、鄭小明').waitFor()
    const owed = `訂金 NT$${made.deposit.toLocaleString('en')}`
    const late = sql`update bookings set deposit_due_on = today() - 3 where id = ${made.id}`
    await late.execute(db)
    await page.reload()
    await next.getByText(`${owed} 應於 ${dayInWords(onDay(-3))} 前付清，已逾期 3 天`).waitFor()
    assert.deepEqual(await violations(page), [])
    await next.getByRole('link', { name: '鄭小明' }).first().click()
    await page.waitForURL(`**/desk/travelers/${made.travelers[1].id}`)
    const paid = { kind: 'payment', amount: made.total, method: 'cash', received_at: `${onDay(0)}T00:00` }
    done(await sales.post(`/bookings/${made.id}/payments`, paid))
    await page.goBack()
    await next.getByText('缺護照：鄭大明、鄭小明').waitFor()
    await next.getByText('前付清').waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('an act is one sentence of the history, and its inner steps are opened below it', async () => {
    const trip = await departing('PRG', 27)
    const two = ['吳大同', '吳小同'].map((name) => ({ name }))
    const contact = { name: '吳大同', phone: '0912 333 222' }
    const made = done(await sales.post('/bookings', { planned_trip_id: trip.id, contact, travelers: two }))
    done(await sales.post(`/bookings/${made.id}/confirm`, {}))
    done(await sales.post(`/travelers/${made.travelers[1].id}/cancel`, {}))
    const { total, price_lines } = done(await sales.get(`/bookings/${made.id}`))
    const fee = price_lines.find(({ kind }: { kind: string }) => kind === 'cancellation')
    const amount = (sum: number) => `NT$${sum.toLocaleString('en')}`
    const page = await as('sales')
    await page.goto(`/desk/bookings/${made.id}?tab=history`)
    const history = page.getByRole('list', { name: '往來紀錄' })
    const act = history.locator('> li').filter({ hasText: '吳小同' })
    const parts = [
      '取消旅客 吳小同',
      ...(fee ? [`${fee.description} ${amount(fee.amount)}`] : []),
      `總額 ${amount(made.total)} → ${amount(total)}`,
    ]
    await act.getByText(parts.join('；'), { exact: true }).waitFor()
    await history.getByText('訂單由「名額保留中」變為「已確認」', { exact: true }).waitFor()
    assert.equal(await history.locator('> li').count(), 3)
    const steps = act.getByText(/^系統的 \d+ 個步驟$/)
    await steps.click()
    await act.locator('details').getByText('修改 旅客 吳小同').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto(`/desk/audit?table_name=bookings&record_id=${made.id}`)
    const changes = page.locator('role=region[name="異動清單"] >> ol > li')
    await changes.first().waitFor()
    assert.equal(await changes.count(), 3)
    assert.match(await changes.first().innerText(), /總額/)
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test('what the customer answered after the return stands on its booking', async () => {
    const [answer] = (await sales.get('/trip-feedback')).data
    const page = await as('sales')
    await page.goto(`/desk/bookings/${answer.booking_id}`)
    const card = page.locator('role=region[name="旅後問卷"]')
    await card.getByText(`${answer.trip_score} / 5`).first().waitFor()
    if (answer.remarks) await card.getByText(answer.remarks).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('sales answer a message of a customer; finance has no messages and does not ask for them', async () => {
    const { id, contact } = await booking('002')
    const asked = sql`insert into booking_messages (booking_id, "from", text) values (${id}, 'customer', '請問集合時間？')`
    await asked.execute(db)
    const page = await as('sales')
    await page.goto('/desk')
    const work = page.getByRole('region', { name: '客戶對訂單的訊息' })
    await work.getByRole('listitem').filter({ hasText: '請問集合時間？' }).getByRole('link').click()
    const messages = page.getByRole('list', { name: '訊息' })
    await eventually(async () => (await messages.innerText()).startsWith(contact.name), true)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('textbox', { name: '訊息' }).fill('六點在第二航廈。')
    await page.getByRole('button', { name: '送出給客戶' }).click()
    await messages.getByText('六點在第二航廈。').waitFor()
    await page.getByRole('button', { name: '標示已讀' }).waitFor({ state: 'detached' })
    const { data } = await sales.get(`/bookings/${id}/messages`)
    assert.deepEqual(
      data.map(({ from, text }: { from: string; text: string }) => [from, text]),
      [
        ['customer', '請問集合時間？'],
        ['agency', '六點在第二航廈。'],
      ],
    )

    const finance = await as('finance')
    await finance.goto(`/desk/bookings/${id}?tab=messages`)
    await finance.getByRole('link', { name: '往來紀錄' }).click()
    await finance.getByRole('region', { name: '往來紀錄' }).waitFor()
    assert.equal(await finance.getByRole('link', { name: '訊息', exact: true }).count(), 0)
    assert.deepEqual([page.faults, finance.faults], [[], []])
  })

  test('sales change the contact of a booking, remove a discount, and ask to void a mistaken payment', async () => {
    const { id } = await booking('002')
    // An instant of this night in Taipei, when the date in UTC was still that of the day before.
    const night = { kind: 'payment', amount: 10, method: 'cash', received_at: `${onDay(0)}T00:00` }
    assert.equal((await sales.post(`/bookings/${id}/payments`, night)).status, 201)
    const before = await booking('002')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${before.id}`)
    await page
      .locator('role=region >> role=listitem >> b', { hasText: `收款證明 NT$10・${dayInWords(onDay(0))}` })
      .waitFor()
    const sheet = page.locator('dialog')
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await sheet.getByLabel('電話').fill('不是電話')
    await page.keyboard.press('Control+k')
    await sheet.getByLabel('備註').fill('請安排靠窗')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('[id="contact.phone"][aria-invalid=true]').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('電話').fill('+886 912 000 333')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('請安排靠窗').waitFor()
    assert.equal(await page.locator('role=dialog[name="搜尋"]').count(), 0, 'nothing opens below a sheet')

    await page.getByRole('button', { name: '加價或優惠' }).click()
    await sheet.getByLabel('說明', { exact: true }).fill('老客戶優惠')
    await sheet.getByLabel('單價').fill('500')
    await sheet.getByRole('button', { name: '加入' }).click()
    const line = page.locator('tr', { hasText: '老客戶優惠' })
    await line.waitFor()
    assert.equal((await booking('002')).total, before.total - 500)
    await line.getByRole('button', { name: '移除' }).click()
    await line.getByRole('button', { name: '確定移除？' }).click()
    await line.waitFor({ state: 'detached' })

    await page.locator('tr', { hasText: 'DEMO-' }).first().getByRole('button', { name: '作廢' }).click()
    await sheet.getByLabel('原因', { exact: true }).fill('登記錯訂單')
    await sheet.getByRole('button', { name: '作廢', exact: true }).click()
    await sheet.getByRole('button', { name: '送請會計或管理員核准' }).click()
    await sheet.waitFor({ state: 'detached' })
    const admin = await caller('admin')
    const [asked] = (await admin.get(`/approvals?booking_id=${id}&to_decide=true`)).data
    assert.deepEqual([asked.kind, asked.reason], ['payment_voided', '登記錯訂單'])
    assert.equal((await admin.post(`/approvals/${asked.id}/approve`, {})).status, 200)
    await page.locator('role=region[name=/^(費用與付款|Charges and payments)$/]').getByText('已作廢').waitFor()
    const { total, contact, payments } = await booking('002')
    assert.deepEqual([total, contact.phone], [before.total, '+886 912 000 333'])
    assert.equal(payments.filter((each: { voided_at: string | null }) => each.voided_at).length, 1)
    assert.deepEqual(
      unexpected(page).filter((fault) => !/403/.test(fault)),
      [],
    )
  })

  test('a booking is moved to another trip after its price was shown', async () => {
    const before = await booking('002')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${before.id}`)
    await takeAct(page, '轉團…')
    const sheet = page.locator('dialog')
    const proposed = sheet.locator('role=list[name="可報名的團"] >> role=button')
    await proposed.filter({ hasText: 'DAD' }).first().waitFor()
    const { package_id } = (await sales.get(`/planned-trips/${before.trip.id}`)).data
    const find = `/planned-trips?package_id=${package_id}&status=open&status=guaranteed&from=${onDay(0)}&sort=departure_date`
    const [other] = (await sales.get(find)).data.filter(({ id }: { id: number }) => id !== before.trip.id)
    await eventually(async () => (await proposed.first().innerText()).includes(other.serial), true)
    assert.equal(await sheet.locator('role=list[name="可報名的團"] >> role=button', { hasText: serial }).count(), 0)
    await sheet.locator('role=list[name="可報名的團"] >> role=button', { hasText: 'DAD' }).first().click()
    await sheet.getByText('新團費').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.equal((await sales.get(`/bookings/${before.id}`)).data.trip.serial, serial)
    await sheet.getByRole('button', { name: '轉到這一團' }).click()
    await page.locator('header:has(h1) a', { hasText: 'DAD' }).waitFor()
    assert.match((await sales.get(`/bookings/${before.id}`)).data.trip.serial, /^DAD/)
    assert.deepEqual(page.faults, [])
  })

  test('a traveler is added to a booking and corrected; masked values stay unchanged', async () => {
    const { id } = await booking('002')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '新增旅客' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('姓名', { exact: true }).fill('林小寶')
    await sheet.getByLabel('出生日期').fill('明年')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('#birth_date[aria-invalid=true]').waitFor()
    await sheet.getByLabel('出生日期').fill('1985-06-07')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('link', { name: '林小寶' }).click()
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await sheet.getByText('留空不改').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('護照英文姓').fill('lin')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.locator('header:has(h1)').getByText('LIN').waitFor()
    const { data } = await sales.get(`/travelers?booking_id=${id}`)
    const { surname_en, birth_date } = data.find(({ name }: { name: string }) => name === '林小寶')
    assert.deepEqual([surname_en, birth_date === null], ['LIN', false])
    assert.deepEqual(unexpected(page), [])
  })

  test('cancelling shows the fee first', async () => {
    const { id } = await booking('001')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await takeAct(page, '取消訂單…')
    await page
      .getByText(/NT\$39,960/)
      .first()
      .waitFor()
    // The step that is valid today is marked, and a higher fee needs a proof.
    await page
      .getByRole('region', { name: '取消條款' })
      .locator('div', { hasText: '今天' })
      .getByText('%')
      .first()
      .waitFor()
    await page.getByLabel('取消費').fill('90000')
    await page.getByLabel('原因', { exact: true }).fill('家裡有事')
    await page.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await page.locator('#fee[aria-invalid=true]').waitFor()
    await page.getByLabel('取消費').fill('')
    // If the agency is at fault, the customer pays no fee and gets a compensation.
    await page.getByLabel('取消事由').selectOption('house_fault')
    await page.locator('dialog').getByText('賠償', { exact: true }).waitFor()
    await page.locator('dialog').getByText('不得扣除費用，全數退還').waitFor()
    assert.equal(await page.getByLabel('取消費').count(), 0)
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('取消事由').selectOption('traveler')
    assert.deepEqual(await violations(page), [])
    assert.equal((await booking('001')).status, 'confirmed')
    // Whoever does not wait for the preview sends the cancellation first. The preview of a booking that is cancelled is not asked for.
    const previews: (() => Promise<void>)[] = []
    await page.route('**/api/bookings/*/cancel', (route) => {
      if (!route.request().postDataJSON().dry_run) return route.continue()
      previews.push(() => route.continue().catch(() => undefined))
    })
    await page.reload()
    await takeAct(page, '取消訂單…')
    await page.getByLabel('原因', { exact: true }).fill('家裡有事')
    await eventually(async () => previews.length, 1)
    const cancelled = page.waitForResponse(/\/api\/bookings\/\d+\/cancel$/)
    await page.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await cancelled
    for (const ask of previews) await ask()
    await page.locator('header:has(h1) .badge', { hasText: '已取消' }).waitFor()
    const { status, cancellation } = await booking('001')
    const { cause, fee, reason } = cancellation
    assert.deepEqual([status, cause, fee, reason], ['cancelled', 'traveler', 39960, '家裡有事'])
    assert.deepEqual(unexpected(page), [])
  })

  test('a cancellation is undone in the message that says it, and restored by a manager later', async () => {
    const { id } = await booking('001')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '復原取消' }).click()
    await page.locator('header:has(h1) .badge', { hasText: '已確認' }).waitFor()
    assert.equal((await booking('001')).cancellation, null)
    await takeAct(page, '取消訂單…')
    await page.getByLabel('原因', { exact: true }).fill('按錯')
    await page.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await page.getByText('30 秒後通知客戶並釋出名額，在那之前可以復原。').waitFor()
    await page.getByRole('button', { name: '復原', exact: true }).click()
    await page.getByText('已復原，沒有通知客戶').waitFor()
    await page.locator('header:has(h1) .badge', { hasText: '已確認' }).waitFor()
    done(await sales.post(`/bookings/${id}/cancel`, { reason: '按錯' }))
    await passUndo(house)
    const desk = await as('manager')
    await desk.goto(`/desk/bookings/${id}`)
    await takeAct(desk, '恢復訂單…')
    await desk.getByLabel('原因', { exact: true }).fill('取消錯訂單')
    await desk.locator('dialog').getByRole('button', { name: '恢復訂單' }).click()
    await desk.locator('header:has(h1) .badge', { hasText: '已確認' }).waitFor()
    assert.deepEqual([...unexpected(page), ...unexpected(desk)], [])
  })

  test('a traveler is found, and masked data are shown for a reason', async () => {
    const page = await as('sales')
    await page.goto('/desk/travelers')
    // More is typed while the address is updated with the earlier text; it must not be lost.
    await page.getByRole('searchbox').evaluate(typeWhenAddressFollows, '美玲')
    await page.getByRole('searchbox').fill('王')
    await page.waitForURL((url) => url.searchParams.get('q') === '王美玲')
    // Earlier results stay visible until the answer has arrived.
    await page.locator('tbody a', { hasText: '王美玲' }).first().click()
    const reveal = page.getByRole('button', { name: '顯示遮住的資料' })
    await reveal.click()
    await page.locator('dialog').getByRole('button', { name: '關閉' }).click()
    await page.locator('button:focus', { hasText: '顯示遮住的資料' }).press('Enter')
    await page.locator('#reveal-reason:focus').fill('開票')
    await page.locator('dialog').getByRole('button', { name: '顯示' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await eventually(() => page.getByText('•••').count(), 0)

    // A row that is opened before the search delay has passed stays open, even if its page loads slowly.
    await page.goto('/desk/travelers')
    const row = page.locator('tbody a').first()
    await row.waitFor()
    await page.clock.install()
    await page.route('**/assets/*.js', async (route) => {
      await page.clock.runFor(1000)
      await route.continue()
    })
    await page.getByRole('searchbox').fill('王')
    await row.click()
    await page.getByRole('button', { name: '顯示遮住的資料' }).waitFor()
    assert.match(page.url(), /travelers\/\d+$/)
    assert.deepEqual(page.faults, [])
  })
})
