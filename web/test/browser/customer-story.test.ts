import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { inviteToAnswer } from '../../../src/modules/trip-feedback/invite.ts'
import { noBrowser, openBrowser } from '../../../test/browser.ts'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { headerIn, readMail } from '../../../test/mail-parts.ts'
import { outbox } from '../../../test/outbox.ts'
import { isTooWide, sizes } from '../console.ts'

// A customer does everything alone, on a phone without JavaScript, from the search to the question after the return. The house records
// the money, cancels one person, and lets the trip depart.
suite('a customer alone, on a phone without JavaScript', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const house = await demoHouse()
  const { db, database } = house
  const post = await outbox(house)
  const base = await house.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser(house)
  const [finance, sales] = await Promise.all([house.signedIn('finance'), house.signedIn('sales')])
  const ADDRESS = 'yijun@example.com'

  /** The next mail to the customer, which comes from the house and has one button: its subject, the words of the button, and where it leads. */
  const nextMail = async () => {
    const sent = (await post.mailTo(ADDRESS)).replaceAll('\r\n', '\n')
    const head = sent.slice(0, sent.indexOf('\n\n'))
    assert.equal(headerIn(head, 'From'), '=?UTF-8?B?5peX5omL5peF6KGM56S+?= <noreply@guidon.test>', 'from 旗手旅行社')
    const buttons = [...readMail(sent).html.matchAll(/<a class="button" href="([^"]*)"[^>]*>([^<]*)</g)]
    assert.equal(buttons.length, 1, 'one button')
    const [[, href = '', words = ''] = []] = buttons
    return { subject: inWords(headerIn(head, 'Subject')), words, path: new URL(href).pathname }
  }
  type Mail = Awaited<ReturnType<typeof nextMail>>
  const mails: Mail[] = []
  /** The mail whose subject holds a text. Mails of one moment come in any order. */
  const mailAbout = async (text: string): Promise<Mail> => {
    const found = mails.find(({ subject }) => subject.includes(text))
    if (found) return found
    mails.push(await nextMail())
    return mailAbout(text)
  }
  const inWords = (header: string) =>
    header
      .replace(/\?=\s+=\?UTF-8\?B\?/g, ' ')
      .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, coded: string) =>
        Buffer.concat(coded.split(' ').map((part) => Buffer.from(part, 'base64'))).toString(),
      )
  /** Moves the trip, as if it departed so many days from today. */
  const departsIn = async (trip: number, days: number) => {
    const by = sql`(today() + ${days}::integer - departure_date)`
    const moved = sql`(select ${by} from planned_trips where id = ${trip})`
    await sql`update planned_trip_segments set starts_on = starts_on + ${moved}, ends_on = ends_on + ${moved} where planned_trip_id = ${trip}`.execute(
      db,
    )
    await sql`update planned_trip_stays set check_in = check_in + ${moved}, check_out = check_out + ${moved} where planned_trip_id = ${trip}`.execute(
      db,
    )
    await sql`update planned_trip_flights set departs_at = departs_at + ${moved} * interval '1 day', arrives_at = arrives_at + ${moved} * interval '1 day'
      where planned_trip_id = ${trip}`.execute(db)
    await sql`update planned_trips set departure_date = departure_date + ${by}, return_date = return_date + ${by} where id = ${trip}`.execute(
      db,
    )
  }

  test('from the search to the question after the return', async () => {
    const context = await browser.newContext({
      baseURL: base,
      javaScriptEnabled: false,
      reducedMotion: 'reduce',
      locale: 'zh-TW',
      viewport: sizes.phone,
      isMobile: true,
      hasTouch: true,
    })
    const page = await context.newPage()
    const main = page.getByRole('main')
    const fits = async () => assert.equal(await isTooWide(page), false, page.url())

    await page.goto('/')
    await page.getByRole('searchbox').fill('東京 迪士尼')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL(/[?&]q=/)
    await page.getByRole('link', { name: '東京迪士尼親子五日' }).first().tap()
    await page.locator('#dates a').first().tap()
    await page.waitForURL('**/trips/**')
    const shared = (await page.getByRole('link', { name: /LINE/ }).first().getAttribute('href')) ?? ''
    assert.equal(new URL(shared).searchParams.get('url'), page.url())
    await fits()

    await page.getByRole('link', { name: '報名', exact: true }).last().tap()
    await page.waitForURL('**/register/**')
    await page.getByLabel('大人').selectOption('2')
    await page.getByLabel('小孩').selectOption('1')
    await page.getByRole('button', { name: '下一步：旅客' }).tap()
    const people = [
      ['林怡君', '1988-03-02'],
      ['張志明', '1986-05-09'],
      ['張小安', `${new Date().getFullYear() - 8}-01-15`],
    ] as const
    for (const [i, [name, birthDate]] of people.entries()) {
      const person = page.locator(`#person-${i + 1}`)
      await person.getByLabel('中文姓名').fill(name)
      await person.getByLabel('出生日期').fill(birthDate)
      await person.getByRole('button', { name: '儲存' }).tap()
    }
    await page.getByRole('link', { name: '下一步：房間' }).last().tap()
    await page.getByRole('button', { name: '下一步：確認' }).last().tap()
    await page.getByLabel('電話').fill('０９１２－３４５－６７８')
    await page.getByLabel('電子郵件').fill(ADDRESS)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '送出報名' }).tap()
    await page.getByRole('heading', { level: 1, name: /名額為您保留到/ }).waitFor()
    await fits()
    const booking = await db
      .selectFrom('bookings')
      .select(['id', 'booking_number', 'planned_trip_id'])
      .where('contact_email', '=', ADDRESS)
      .executeTakeFirstOrThrow()
    const { id, booking_number: number, planned_trip_id: trip } = booking
    const asked = await mailAbout(`${number} 請確認您的信箱，完成報名`)
    assert.equal(asked.words, '確認信箱')
    await page.goto(asked.path)
    await page.getByRole('button', { name: /確認/ }).first().tap()
    await mailAbout(`${number} 報名已確認，名額為您保留`)

    // The mail is lost: the page sends the link again.
    await context.clearCookies()
    await page.goto('/my/')
    await page.getByLabel('訂單編號').fill(number.toLowerCase())
    await page.getByLabel('報名時留的電話或電子郵件').fill('0912 345 678')
    await page.getByRole('button', { name: '再寄連結給我' }).tap()
    await page.getByText('連結已經寄到訂單的信箱').waitFor()
    await page.goto((await mailAbout(`${number} 您的訂單連結`)).path)
    await page.waitForURL(`**/my/${number}`)

    // The deposit is transferred and reported; finance finds it in the account.
    await page.getByText('我已付款，通知你們').tap()
    const report = page.locator('.report')
    await report.getByLabel(/^金額/).fill('３０,０００')
    await report.getByLabel('匯出帳號末五碼').fill('１２３４５')
    await report.getByRole('button', { name: '送出回報' }).tap()
    await page.getByText('已收到您的回報').waitFor()
    await fits()
    const [waiting] = (await finance.get(`/payment-reports?booking_id=${id}`)).data
    assert.deepEqual([waiting.amount, waiting.last_five, waiting.status], [30_000, '12345', 'waiting'])
    assert.equal((await finance.post(`/payment-reports/${waiting.id}/record`, {})).status, 200)
    await mailAbout('NT$30,000')
    assert.equal((await sales.post(`/bookings/${id}/confirm`)).status, 200)
    await mailAbout(`${number} 您的訂單已確認`)

    // Two seats at a talk.
    await page.goto('/talks')
    await main.getByRole('link', { name: '極光之夜' }).first().tap()
    await page.waitForURL('**/talks/*')
    await page.getByLabel('姓名').fill('林怡君')
    await page.getByLabel(/^人數/).fill('2')
    await page.getByLabel('電話').fill('0912345678')
    await page.getByLabel('電子郵件').fill(ADDRESS)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '保留座位' }).tap()
    await page.getByRole('heading', { name: '已為您保留 2 個座位' }).waitFor()
    await fits()
    await mailAbout('極光之夜')

    // One person cannot go: the fee of today is read before it is asked for.
    await page.goto(`/my/${number}`)
    await page.getByRole('link', { name: '取消報名，或取消其中一位' }).tap()
    assert.match(await page.locator('.costs li').first().innerText(), /^今天 \d+%\s*NT\$[\d,]+/)
    await page.getByLabel('張志明').check()
    await page.getByLabel('原因').fill('要上班')
    await page.getByRole('button', { name: '送出取消申請' }).tap()
    await page.getByRole('button', { name: '撤回申請' }).waitFor()
    await fits()
    await mailAbout('取消申請')
    const travelers = (await sales.get(`/travelers?booking_id=${id}`)).data
    const leaves = travelers.find(({ name }: { name: string }) => name === '張志明')
    assert.equal((await sales.post(`/travelers/${leaves.id}/cancel`)).status, 200)
    await page.goto(`/my/${number}`)
    assert.doesNotMatch(await page.locator('#people').innerText(), /張志明/)

    // On the road: today first, with the telephone of the leader.
    await departsIn(trip, -1)
    await page.goto(`/my/${number}`)
    await page.locator('#today').waitFor()
    assert.match((await page.locator('#today a[href^="tel:"]').first().getAttribute('href')) ?? '', /^tel:\+?\d+$/)
    await fits()

    // After the return: one mail, and the question.
    await departsIn(trip, -8)
    await inviteToAnswer({}, { database } as never)
    await page.goto((await mailAbout('玩得還好嗎')).path)
    for (const name of ['trip', 'leader', 'hotels', 'meals', 'again'])
      await page.locator(`input[name=${name}_score][value="5"]`).check({ force: true })
    await page.getByLabel('還想告訴我們什麼？').fill('孩子很開心')
    await page.locator('#feedback').getByRole('button', { name: '送出' }).tap()
    await page.waitForURL('**?done=feedback#done')
    await fits()
    const { data: answers } = await sales.get(`/trip-feedback?booking_id=${id}`)
    assert.deepEqual(
      answers.map(({ trip_score, remarks }: { trip_score: number; remarks: string }) => [trip_score, remarks]),
      [[5, '孩子很開心']],
    )
    await mailAbout('一位旅客已取消')
    const subjects = mails.map(({ subject }) => subject)
    assert.deepEqual(subjects, [...new Set(subjects)], 'one mail for each event')
    await context.close()
  })
})
