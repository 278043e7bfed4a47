import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noBrowser, openBrowser } from '../../../test/browser.ts'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { assertLooks, sizes } from '../console.ts'

suite('the public site in a browser', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const house = await demoHouse()
  const base = await house.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser(house)
  const { data: trips } = await house.as().get('/public/trips?per_page=100')
  const trip = (holds: (trip: { seats_state: string; is_guaranteed: boolean }) => boolean) =>
    `/trips/${trips.find(holds).serial}`
  const available = trip(({ seats_state }) => seats_state === 'available')
  const pages = [
    '/',
    '/?party=2.1.0&q=京都',
    '/?q=nothing-has-this',
    trip(({ is_guaranteed }) => is_guaranteed),
    trip(({ seats_state }) => seats_state === 'waitlist'),
    '/packages/italy-art',
    '/talks',
    '/trips/NOTHING',
  ]

  // Axe needs promises, which do not settle where scripts are off. The pages have none, and their policy forbids them.
  const visit = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({ baseURL: base, javaScriptEnabled, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    return { page, faults, close: () => context.close() }
  }

  for (const path of pages)
    test(`${path} looks right on desk and phone, in both lights and languages, and loads nothing of others`, async () => {
      const { page, faults, close } = await visit(true)
      for (const language of ['', '/en']) {
        await page.goto(language + path)
        await assertLooks(page)
      }
      assert.deepEqual(
        faults.filter((fault) => !(path.includes('NOTHING') && fault.includes('404'))),
        [],
      )
      await close()
    })

  test('without JavaScript a visitor finds a trip by the form and gets the price for the family', async () => {
    const { page, close } = await visit(false)
    await page.goto('/')
    await page.getByLabel('地區').selectOption({ label: '東北亞' })
    await page.getByLabel('人數').selectOption({ label: '2 大 1 小' })
    await page.getByRole('button', { name: '找行程' }).click()
    await page.getByRole('link', { name: '北海道雪國六日' }).first().click()
    await page.locator('#dates a').first().click()
    await page.getByLabel('小孩').selectOption('2')
    await page.getByRole('button', { name: '計算' }).click()
    assert.match(await page.locator('.sum').innerText(), /小孩佔床 × 2/)
    assert.match(
      (await page.getByRole('link', { name: '報名', exact: true }).first().getAttribute('href')) ?? '',
      /^\/register\/.*party=2\.2\.0$/,
    )
    await close()
  })

  test('a family of four registers on a phone, without JavaScript', async () => {
    const { page, close } = await visit(false)
    await page.setViewportSize(sizes.phone)
    await page.goto(`${available}?party=3.1.0`)
    await page.getByRole('link', { name: '報名', exact: true }).last().click()
    await page.getByRole('button', { name: '下一步：旅客' }).click()
    const people = [
      ['林怡君', '1988-03-02'],
      ['張志明', '1986-05-09'],
      ['林阿嬤', '1955-01-20'],
      ['張小安', `${new Date().getFullYear() - 8}-01-15`],
    ] as const
    for (const [i, [name, birthDate]] of people.entries()) {
      const person = page.locator(`#person-${i + 1}`)
      await person.getByLabel('中文姓名').fill(name)
      await person.getByLabel('出生日期').fill(birthDate)
      await person.getByRole('button', { name: '儲存' }).click()
    }
    await page.getByRole('link', { name: '下一步：房間' }).last().click()
    await page.getByRole('button', { name: '下一步：確認' }).last().click()
    await page.getByLabel('手機').fill('0912 345 678')
    await page.getByRole('button', { name: '送出報名' }).click()
    assert.equal(await page.getByLabel('手機').inputValue(), '0912 345 678')
    assert.match(await page.getByRole('main').innerText(), /請填寫電子郵件/)
    await page.getByLabel('電子郵件').fill('yichun@example.com')
    await page.getByLabel('想怎麼付款').selectOption({ label: '銀行轉帳' })
    await page.getByLabel('旅遊目的').selectOption({ label: '家庭旅遊' })
    await page.getByLabel('從哪裡得知').selectOption({ label: '親友介紹' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '送出報名' }).click()
    assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /名額為您保留到/)
    await page.getByRole('link', { name: '前往我的訂單' }).click()
    assert.match(await page.getByRole('main').innerText(), /林阿嬤/)
    await close()
  })

  test('the steps of a registration look right on desk and phone, in both lights and languages', async () => {
    const { page, faults, close } = await visit(true)
    for (const language of ['', '/en']) {
      await page.goto(`${language}${available.replace('/trips/', '/register/')}?party=2.1.1`)
      await assertLooks(page)
      await page.locator('#step button').click()
      await assertLooks(page)
      const draft = page.url().replace(/\?.*/, '')
      for (const step of ['party', 'rooms', 'send']) {
        await page.goto(`${draft}?step=${step}`)
        await assertLooks(page)
      }
    }
    assert.deepEqual(faults, [])
    await close()
  })
})
