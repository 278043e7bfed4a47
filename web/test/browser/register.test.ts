import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, openBrowser } from '../../../test/browser.ts'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { LONGEST_MS } from '../../../test/until.ts'
import { assertLooks, sizes } from '../console.ts'

suite('a registration is saved after each field', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const house = await demoHouse()
  const base = await house.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser(house)
  const { data: trips } = await house.as().get('/public/trips?per_page=100')
  const { serial } = trips.find(({ seats_state }: { seats_state: string }) => seats_state === 'available')

  /** A phone of its own, and what its browser complains about. */
  const phone = async (javaScriptEnabled = true) => {
    const context = await browser.newContext({ baseURL: base, viewport: sizes.phone, javaScriptEnabled })
    const page = await context.newPage()
    // The script tries again after 30 s at the latest.
    page.setDefaultTimeout(LONGEST_MS)
    const faults: string[] = []
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
    page.on('pageerror', (error) => faults.push(String(error)))
    return { page, faults, close: () => context.close() }
  }
  /** Begins a draft. Returns its address without the step. */
  const begin = async (page: Page, party: string, language = '') => {
    await page.goto(`${language}/register/${serial}?party=${party}`)
    await page.locator('#step button').click()
    // The whole page has loaded, with its script.
    await page.waitForURL('**/register/*/*?step=people')
    return page.url().replace(/\?.*/, '')
  }
  const fill = async (page: Page, label: string, text: string) => {
    await page.getByLabel(label).first().fill(text)
    await page.getByLabel(label).first().blur()
  }
  /** Does something, and waits until the page has sent it. The wait begins first, because the answer may be quick. */
  const sending = async (page: Page, step: string, act: () => Promise<unknown>) => {
    const answered = page.waitForResponse((response) => response.url().includes(`?step=${step}`))
    await act()
    await answered
  }
  const says = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()
  const drafts = async () =>
    (await house.db.selectFrom('registration_drafts').select('id').execute()).map(({ id }) => id)

  test('a field is seen on another phone without a press, and the button works as before', async () => {
    const one = await phone()
    const before = await drafts()
    await one.page.goto(`/register/${serial}?party=2.0.0`)
    await one.page.getByLabel('小孩').selectOption('1')
    assert.deepEqual(await drafts(), before)
    const draft = await begin(one.page, '2.0.0')
    assert.equal((await drafts()).length, before.length + 1)
    await says(one.page, '每填完一欄就會儲存')
    await fill(one.page, '中文姓名', '林怡君')
    await says(one.page, '已儲存')

    const other = await phone(false)
    await other.page.goto(`${draft}?step=people&person=1`)
    assert.equal(await other.page.getByLabel('中文姓名').inputValue(), '林怡君')

    // What follows from the birth date is told at once.
    await fill(one.page, '出生日期', `${new Date().getFullYear() - 5}-01-15`)
    await one.page.getByText('回程時不是大人，合計已更新').waitFor()
    assert.match(await one.page.locator('.aside .sums').innerText(), /大人 × 1\s[\s\S]*小孩佔床 × 1/)
    await one.page.getByRole('button', { name: '儲存' }).click()
    await one.page.waitForURL(/person=2/)
    assert.doesNotMatch(await one.page.getByRole('main').innerText(), /另一支手機剛剛/)
    assert.deepEqual(one.faults, [])
    await one.close()
    await other.close()
  })

  test('what is typed is saved when the phone is put away, and rooms and contact as people are', async () => {
    const { page, faults, close } = await phone()
    const draft = await begin(page, '2.0.0')
    const kept = async (step: string, label: string) => {
      const other = await phone(false)
      await other.page.goto(`${draft}?${step}`)
      const value = await other.page.getByLabel(label, { exact: true }).inputValue()
      await other.close()
      return value
    }
    await page.getByLabel('中文姓名').fill('林怡君')
    await sending(page, 'people', () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }),
    )
    assert.equal(await kept('step=people&person=1', '中文姓名'), '林怡君')

    await page.goto(`${draft}?step=rooms`)
    await page.getByLabel('第 2 位').selectOption('2')
    await says(page, '已儲存')
    assert.equal(await kept('step=rooms', '第 2 位'), '2')

    await page.goto(`${draft}?step=send`)
    await fill(page, '想告訴我們的事', '窗邊')
    await says(page, '已儲存')
    await sending(page, 'send', () => page.getByLabel('從哪裡得知').selectOption({ label: '親友介紹' }))
    assert.equal(await kept('step=send', '想告訴我們的事（可不填）'), '窗邊')
    await sending(page, 'send', () => fill(page, '想告訴我們的事', ''))
    assert.equal(await kept('step=send', '想告訴我們的事（可不填）'), '')
    assert.equal(await kept('step=send', '從哪裡得知（可不填）'), 'referral')
    assert.deepEqual(faults, [])
    await close()
  })

  test('a person who fills in their own part has it saved too', async () => {
    const { page, close } = await phone()
    const draft = await begin(page, '2.0.0', '/en')
    const own = await page.locator('input[readonly]').inputValue()
    await page.goto(own)
    await fill(page, 'Name', 'Lin Hsiao-an')
    await says(page, 'Saved')
    await assertLooks(page)
    await page.goto(`${draft}?step=people&person=1`)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Lin Hsiao-an')
    await close()
  })

  test('a field that is not valid yet stays in the form without a reproach, and the others are saved', async () => {
    const { page, close } = await phone()
    const draft = await begin(page, '1.0.0')
    await page.getByText('護照、餐食與健康').click()
    await fill(page, '護照號碼', '3')
    await says(page, '已儲存，還沒存的是：護照號碼')
    await fill(page, '中文姓名', '林怡君')
    await says(page, '已儲存，還沒存的是：護照號碼')
    assert.equal(await page.locator('[aria-invalid]').count(), 0)
    assert.equal(await page.getByLabel('護照號碼').inputValue(), '3')
    await assertLooks(page)
    const other = await phone(false)
    await other.page.goto(`${draft}?step=people&person=1`)
    assert.equal(await other.page.getByLabel('中文姓名').inputValue(), '林怡君')
    await fill(page, '護照號碼', '312345678')
    await says(page, '已儲存')
    await other.page.reload()
    assert.equal(await other.page.getByLabel('護照號碼').inputValue(), '312345678')
    await other.close()
    await close()
  })

  test('of two phones that fill in one person, the later one sees what the other saved before it replaces it', async () => {
    const [one, other] = [await phone(), await phone()]
    const draft = await begin(one.page, '1.0.0')
    await other.page.goto(draft)
    await fill(one.page, '中文姓名', '林怡君')
    await says(one.page, '已儲存')

    await fill(other.page, '中文姓名', '林小君')
    await says(other.page, '另一支手機也存了這裡的資料')
    await fill(other.page, '出生日期', '1988-03-02')
    await assertLooks(other.page)
    await other.page.getByRole('button', { name: '查看' }).click()
    await other.page.getByText('另一支手機剛剛也存了這一位').waitFor()
    assert.match(await other.page.getByRole('alert').innerText(), /林怡君/)
    assert.equal(await other.page.getByLabel('中文姓名').inputValue(), '林小君')
    assert.equal(await other.page.getByLabel('出生日期').inputValue(), '1988-03-02')
    await one.page.goto(`${draft}?step=people&person=1`)
    assert.equal(await one.page.getByLabel('中文姓名').inputValue(), '林怡君')

    await other.page.getByRole('button', { name: '儲存' }).click()
    await other.page.waitForURL(/saved=1/)
    await one.page.reload()
    assert.equal(await one.page.getByLabel('中文姓名').inputValue(), '林小君')
    await one.close()
    await other.close()
  })

  test('without a network the page says so and stays, and saves as soon as there is one', async () => {
    const { page, close } = await phone()
    const draft = await begin(page, '1.0.0')
    await page.route('**/register/**', (route) => route.abort())
    await fill(page, '中文姓名', '林怡君')
    await says(page, '尚未儲存，連線後自動再試')
    await fill(page, '出生日期', '1988-03-02')
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await says(page, '尚未儲存，連線後自動再試')
    assert.equal(await page.getByLabel('中文姓名').inputValue(), '林怡君')
    await assertLooks(page)

    await page.unroute('**/register/**')
    await says(page, '已儲存')
    const other = await phone(false)
    await other.page.goto(`${draft}?step=people&person=1`)
    assert.equal(await other.page.getByLabel('中文姓名').inputValue(), '林怡君')
    assert.equal(await other.page.getByLabel('出生日期').inputValue(), '1988-03-02')
    await other.close()
    await close()
  })

  test('what was typed before the script was there is saved too', async () => {
    const { page, close } = await phone()
    let arrive = () => {}
    const isTyped = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/site/register/*.js', async (route) => {
      await isTyped
      await route.continue()
    })
    await page.goto(`/register/${serial}?party=1.0.0`)
    await page.locator('#step button').click({ noWaitAfter: true })
    await fill(page, '中文姓名', '林怡君')
    arrive()
    await says(page, '已儲存')
    await close()
  })

  test('an answer that was lost is no conflict', async () => {
    const { page, close } = await phone()
    await begin(page, '1.0.0')
    await page.route(
      '**/register/**',
      async (route) => {
        await route.fetch({ maxRedirects: 0 })
        await route.abort()
      },
      { times: 1 },
    )
    await fill(page, '中文姓名', '林怡君')
    await says(page, '尚未儲存，連線後自動再試')
    await fill(page, '出生日期', '1988-03-02')
    await says(page, '已儲存')
    await page.getByText('回程時為大人').waitFor()
    await close()
  })
})
