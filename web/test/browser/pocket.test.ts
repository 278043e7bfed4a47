import assert from 'node:assert/strict'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { noBrowser, openBrowser } from '../../../test/browser.ts'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { LONGEST_MS, until } from '../../../test/until.ts'
import { noBuild, requireFreshBuild } from '../build.ts'
import { assertLooks, isTooWide, sizes, violations } from '../console.ts'

suite("the leader's pocket on a phone", { skip: noBrowser || noBuild }, async () => {
  if (noBrowser || noBuild) return
  requireFreshBuild()
  const house = await demoHouse()
  const service = new URL(await house.app.listen({ host: '127.0.0.1', port: 0 }))
  const line = badLine(Number(service.port))
  const base = await line.opened
  house.atEnd(line.close)
  const browser = await openBrowser(house)
  const { db } = house

  const [leader] = await leaders()
  const trip = await tripOnTheRoad()

  /** The leader of the demo, and another one with an account. */
  async function leaders() {
    const all = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'tour_leader_id'])
      .where('tour_leader_id', 'is not', null)
      .where('status', '=', 'active')
      .orderBy(sql`email <> 'leader@demo.guidon.local'`)
      .orderBy('id')
      .limit(2)
      .execute()
    const [one, two] = all.map(({ email, tour_leader_id: profile, ...names }) => ({
      ...names,
      profile,
      account: email.replace(/@.*/, ''),
    }))
    assert.ok(one && two)
    return [one, two] as const
  }
  /** The trip of the leader that is under way. */
  async function tripOnTheRoad() {
    const { id, serial } = await db
      .selectFrom('planned_trips')
      .select(['id', 'serial'])
      .where('status', '=', 'departed')
      .where('assigned_leader_id', '=', leader.profile ?? 0)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return { id, serial, path: `/my/trips/${id}` }
  }

  /** A phone of its own. */
  const phone = async (who: string | undefined = 'leader', options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      baseURL: base,
      viewport: sizes.phone,
      reducedMotion: 'reduce',
      ...options,
    })
    if (who) await signIn(who)
    async function signIn(name: string) {
      await context.addCookies([
        { name: 'guidon', value: await house.sessionOf(name), url: base, sameSite: 'Strict', httpOnly: true },
      ])
    }
    const page = await context.newPage()
    page.setDefaultTimeout(LONGEST_MS)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on(
      'console',
      (said) =>
        said.type() === 'error' && !/Failed to load resource|ERR_/.test(said.text()) && faults.push(said.text()),
    )
    return { context, page, faults, signIn, close: () => context.close() }
  }
  /** Opens the trip, and waits until the phone can open it without a network. */
  const open = async (page: Page, path = trip.path) => {
    await page.goto(path)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.locator('#part-phone').waitFor({ state: 'attached' })
  }
  const note = async (page: Page, text: string) => {
    await page.getByRole('button', { name: '記事' }).click()
    await page.getByLabel('發生了什麼').fill(text)
    await page.getByRole('button', { name: '記下' }).click()
    await page.locator('dialog').waitFor({ state: 'hidden' })
  }
  const notes = async (like: string) =>
    await db
      .selectFrom('day_notes')
      .select(['text', 'is_former_leader'])
      .where('text', 'like', `${like}%`)
      .orderBy('id')
      .execute()
  const texts = async (like: string) => (await notes(like)).map(({ text }) => text)
  const waiting = (page: Page) => page.locator('#waiting [data-entry]')
  const allSent = (page: Page) => until(async () => (await waiting(page).count()) === 0, 'everything is sent')

  test('it opens without a network, and three entries written there are sent once and in order after a reload', async () => {
    const { page, context, faults, close } = await phone()
    await open(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('顯示的是手機裡的資料').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    for (const each of ['一', '二', '三']) await note(page, `離線${each}`)
    assert.equal(await waiting(page).count(), 3)
    assert.match(await page.locator('#bar').innerText(), /離線 · 3 筆未送出，有網路時自動送出/)
    await page.reload()
    await page.getByText('3 筆未送出').waitFor()
    assert.deepEqual(await texts('離線'), [])
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await allSent(page)
    assert.deepEqual(await texts('離線'), ['離線一', '離線二', '離線三'])
    assert.equal(await page.locator('#bar').isVisible(), false)
    await page.getByText('離線三').waitFor()
    assert.deepEqual(faults, [])
    await close()
  })

  test('an answer that is lost twice makes no second record', async () => {
    const { page, close } = await phone()
    await open(page)
    line.loseAnswers('/day-notes', 2)
    await note(page, '答案遺失')
    const again = page.getByRole('button', { name: '立即送出' })
    await until(async () => {
      // Browsers repeat some requests themselves.
      if (await again.isVisible()) await again.click()
      return (await waiting(page).count()) === 0
    }, 'it is sent')
    assert.equal(line.lost(), 2)
    assert.deepEqual(await texts('答案遺失'), ['答案遺失'])
    await close()
  })

  test('what is refused stays with its sentence, and is mended or discarded; what comes after it is sent', async () => {
    const { page, close } = await phone()
    await open(page)
    await page.getByRole('button', { name: '記事' }).click()
    await page.getByLabel('日期').fill('2020-01-01')
    await page.getByLabel('發生了什麼').fill('退回的紀錄')
    await page.getByRole('button', { name: '記下' }).click()
    await note(page, '退回之後')
    const refused = waiting(page).filter({ hasText: '退回的紀錄' })
    await refused.getByText('被退回').waitFor()
    await until(async () => (await texts('退回')).length === 1, 'the next one is sent')
    assert.deepEqual(await texts('退回'), ['退回之後'])
    assert.match(await refused.locator('.fault').innerText(), /之間/)
    await refused.getByRole('button', { name: '修改' }).click()
    assert.equal(await page.getByLabel('發生了什麼').inputValue(), '退回的紀錄')
    assert.match(await page.locator('dialog .field .fault').innerText(), /之間/)
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('日期').fill(await page.evaluate(() => new Date().toISOString().slice(0, 10)))
    await page.getByRole('button', { name: '記下' }).click()
    await allSent(page)
    assert.deepEqual(await texts('退回'), ['退回之後', '退回的紀錄'])
    await close()
  })

  for (const hasLocks of [true, false])
    test(`two tabs ${hasLocks ? '' : 'of a browser without locks '}send each entry once`, async () => {
      const { page, context, close } = await phone()
      if (!hasLocks) await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
      const two = await context.newPage()
      await open(page)
      await open(two)
      await context.setOffline(true)
      const text = hasLocks ? '兩頁' : '租約'
      await note(page, `${text}一`)
      await note(two, `${text}二`)
      await context.setOffline(false)
      await Promise.all([page, two].map((each) => each.evaluate(() => dispatchEvent(new Event('online')))))
      await allSent(page)
      await allSent(two)
      assert.deepEqual((await texts(text)).toSorted(), [`${text}一`, `${text}二`].toSorted())
      await close()
    })

  test('a session that ended deletes the trips on the phone, keeps the entries, and sends them after the sign-in', async () => {
    const { page, context, signIn, close } = await phone()
    await open(page)
    await context.setOffline(true)
    await note(page, '登入後送出')
    await context.clearCookies()
    await context.setOffline(false)
    await page.reload()
    await page.getByText(`${leader.name}請登入以送出 1 筆紀錄`).waitFor()
    assert.deepEqual(await keptTrips(page), [])
    assert.match(
      `${await page.locator('#bar').getByRole('link', { name: '登入' }).getAttribute('href')}`,
      /^\/my\/password\?to=%2Fmy%2Ftrips%2F\d+$/,
    )
    assert.doesNotMatch(await page.locator('body').innerText(), /登入後送出/)
    await signIn('leader')
    await page.reload()
    await until(async () => (await texts('登入後送出')).length === 1, 'it is sent')
    await allSent(page)
    await close()
  })

  test('a roll call is called without a network: a press for each, the missing named and callable; it survives a reload', async () => {
    const { page, context, faults, close } = await phone()
    await open(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: '點名', exact: true }).first().click()
    const people = page.locator('dialog [data-person]')
    const all = await people.count()
    assert.ok(all > 2)
    await page.getByLabel('地點').fill('飯店大廳')
    await people.nth(0).click()
    await people.nth(1).click()
    assert.equal(await page.locator('dialog .ring').getAttribute('aria-label'), `2 / ${all}`)
    await page.reload()
    await page.getByRole('button', { name: '繼續點名' }).click()
    assert.equal(await page.locator('dialog [aria-pressed="true"]').count(), 2)
    for (let n = 2; n < all - 1; n++) await people.nth(n).click()
    await page.getByRole('button', { name: '完成點名' }).click()
    await page.locator('#part-call').getByText('還差：').waitFor()
    assert.equal(await page.locator('#part-call .ring').getAttribute('aria-label'), `${all - 1} / ${all}`)
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await allSent(page)
    const [call] = await db
      .selectFrom('roll_calls')
      .select(['id', 'name', 'place'])
      .where('place', '=', '飯店大廳')
      .where('name', '=', '集合')
      .execute()
    const { rows } = await sql<{
      here: number
    }>`select count(*)::integer as here from roll_call_people where roll_call_id = ${call?.id} and is_present`.execute(
      db,
    )
    assert.equal(rows[0]?.here, all - 1)
    assert.deepEqual(faults, [])
    await close()
  })

  test('it looks right in both languages and lights, everything that is pressed has 44 px, and nothing is wider than the phone', async () => {
    for (const [path, button] of [
      [trip.path, '記帳'],
      [`/en${trip.path}`, 'Expense'],
    ] as const) {
      const { page, faults, close } = await phone()
      await open(page, path)
      for (const tab of ['today', 'people', 'rooms', 'money', 'help']) {
        await page.locator(`#tabs [data-show="${tab}"]`).click()
        await assertLooks(page)
        assert.deepEqual(await small(page), [], `${path} ${tab}`)
      }
      await page.setViewportSize(sizes.phone)
      await page.locator('#tabs [data-show="today"]').click()
      await page.getByRole('button', { name: button }).click()
      await assertLooks(page)
      assert.deepEqual(await small(page), [], `${path} form`)
      await page.locator('[data-close]').click()
      assert.equal(await isTooWide(page), false)
      assert.deepEqual(faults, [])
      await close()
    }
  })

  test('without JavaScript the trip is shown, and the page says what needs a script', async () => {
    const { page, close } = await phone('leader', { javaScriptEnabled: false })
    await page.goto(trip.path)
    assert.match(await page.getByRole('main').innerText(), /請開啟瀏覽器的 JavaScript/)
    assert.equal(await page.locator('#part-contacts').isVisible(), true)
    assert.equal(await page.locator('[data-open]').count(), 0)
    assert.equal(await isTooWide(page), false)
    await close()
  })
})

/** The names of databases with trips, and every text that the caches and databases of the page hold. */
const keptTrips = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'guidon-pocket-trips'),
  )

/** What can be pressed and is smaller than a finger. */
const small = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('dialog:modal') ?? document
    return [...root.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
      .filter((each) => each.checkVisibility() && !each.matches('.skip'))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ each, box }) => `${each.outerHTML.slice(0, 80)} ${Math.round(box.width)} × ${Math.round(box.height)}`)
  })

/** A line between phone and service that loses answers: the service has done its work, and the phone never learns of it. */
function badLine(port: number) {
  let [path, times, lost] = ['', 0, 0]
  const server = createServer((from, to) => {
    const up = ask(
      { host: '127.0.0.1', port, path: from.url, method: from.method, headers: from.headers },
      (answer) => {
        if (times > 0 && from.method === 'POST' && from.url?.includes(path)) {
          times--
          lost++
          answer.resume().on('end', () => from.socket.destroy())
          return
        }
        to.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(to)
      },
    )
    up.on('error', () => to.destroy())
    from.pipe(up)
  })
  const opened = new Promise<string>((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    ...{ opened, close, lost: () => lost },
    loseAnswers: (of: string, count: number) => {
      ;[path, times] = [of, count]
    },
  }
}
