import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import sharp from 'sharp'
import { sizePicture } from '../../../src/modules/packages/pictures.ts'
import { noBrowser, openBrowser } from '../../../test/browser.ts'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { form } from '../../../test/fixtures/samples.ts'
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
    '/ask?q=楓葉',
    '/my/password',
    '/trips/NOTHING',
    '/embed/departures',
    '/embed/departures?month=2099-01',
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
    await page.waitForURL(/[?&]party=2\.1\.0/)
    await page.getByRole('link', { name: '北海道雪國六日' }).first().click()
    await page.locator('#dates a').first().click()
    await page.getByLabel('小孩').selectOption('2')
    await page.getByRole('button', { name: '計算' }).click()
    await page.locator('.sums').getByText('小孩佔床 × 2').waitFor()
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
    // Another person, and another step, are opened without saving first.
    await page.getByRole('link', { name: /林阿嬤/ }).click()
    await page.getByLabel('中文姓名').fill('林陳阿嬤')
    await page.getByRole('button', { name: '1 同行' }).click()
    await page.getByRole('button', { name: '2 旅客' }).click()
    await page.getByRole('link', { name: '下一步：房間' }).last().click()
    await page.getByRole('button', { name: '下一步：確認' }).last().click()
    await page.getByLabel('電話').fill('0912 345 678')
    await page.getByLabel('電子郵件').fill('yichun@example')
    await page.getByLabel('想怎麼付款').selectOption({ label: '銀行轉帳' })
    await page.getByLabel('旅遊目的').selectOption({ label: '家庭旅遊' })
    await page.getByLabel('從哪裡得知').selectOption({ label: '親友介紹' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '送出報名' }).click()
    await page.getByText('須為電子郵件地址，例如 mei@example.com。').first().waitFor()
    assert.equal(await page.getByLabel('電話').inputValue(), '0912 345 678')
    await page.getByLabel('電子郵件').fill('yichun@example.com')
    assert.equal(await page.getByRole('checkbox').isChecked(), true, 'nothing typed is lost')
    await page.getByRole('button', { name: '送出報名' }).click()
    await page.getByRole('heading', { level: 1, name: /名額為您保留到/ }).waitFor()
    await page.getByRole('link', { name: '前往我的訂單' }).click()
    await page.waitForURL('**/my/**')
    assert.match(await page.getByRole('main').innerText(), /林陳阿嬤/)
    await close()
  })

  test('the steps of a registration look right on desk and phone, in both lights and languages', async () => {
    const { page, faults, close } = await visit(true)
    for (const language of ['', '/en']) {
      await page.goto(`${language}${available.replace('/trips/', '/register/')}?party=2.1.1`)
      await assertLooks(page)
      await page.locator('#step button').click()
      await page.waitForURL('**/register/*/*?step=people')
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

  test('with its first photograph a trip weighs at most 120 kB on a phone, however fine its screen', async () => {
    const { data } = await house.as().get(`/public/trips?serial=${available.split('/').at(-1)}`)
    const office = await house.signedIn('admin')
    const at = `/packages/${data[0].package.id}/pictures`
    const { data: added } = await office.upload(at, form(await photograph(), 'sea.jpg', { alt: '海' }))
    await sizePicture({ file_id: added.file_id }, house)
    for (const deviceScaleFactor of [2, 3]) {
      const phone = { viewport: sizes.phone, isMobile: true, hasTouch: true, deviceScaleFactor }
      const context = await browser.newContext({ baseURL: base, ...phone })
      const page = await context.newPage()
      const answers: Response[] = []
      page.on('response', (answer) => answers.push(answer))
      await page.goto(available, { waitUntil: 'networkidle' })
      const loaded = await Promise.all(
        answers.map(async (answer) => ({ path: answer.url().replace(base, ''), bytes: await bytesSent(answer) })),
      )
      assert.ok(loaded.some(({ path }) => path.startsWith('/site/pictures/')))
      const bytes = loaded.reduce((sum, each) => sum + each.bytes, 0)
      assert.ok(bytes <= 120_000, `${bytes} bytes on a screen of ${deviceScaleFactor}: ${JSON.stringify(loaded)}`)
      await context.close()
    }
  })

  test('a listed site shows the departures in a frame, and a card leads out of it; another site shows nothing', async () => {
    const { page, close } = await visit(false)
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<title>Own site</title><iframe src="${base}/embed/departures" width="600" height="700"></iframe>`)
    }).listen(0)
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo
    await house.as('admin').put('/site', { hosts: [`http://localhost:${port}`] })

    await page.goto(`http://127.0.0.1:${port}/`)
    await page.waitForLoadState('networkidle')
    assert.equal(await page.frameLocator('iframe').getByRole('article').count(), 0)

    await page.goto(`http://localhost:${port}/`)
    await page.frameLocator('iframe').getByRole('link', { name: '北海道雪國六日' }).click()
    await page.waitForURL(`${base}/packages/*`)
    await close()
    site.close()
  })
})

/** How much an answer weighs on its way: texts are compressed, pictures already are. */
const bytesSent = async (answer: Response) => {
  const body = await answer.body()
  return /text|svg|json/.test(answer.headers()['content-type'] ?? '') ? gzipSync(body).length : body.length
}

/** As much detail as a photograph of a phone has, which is one and a half bits a pixel. */
const photograph = () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 2000, height: 1333, channels: 3, background: '#7a8a9a', noise } as const
  return sharp({ create }).blur(1.5).jpeg().toBuffer()
}
