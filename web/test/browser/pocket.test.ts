import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchProfile, noBrowser, openBrowser } from '../../../test/browser.ts'
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

  const [leader, other] = await leaders()
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
  /** The photographs of an expense. */
  const photographs = async (description: string) => {
    const { rows } = await sql<{ id: number; size: number }>`
      select u.attachment_id as id, f.size from trip_expenses e join attachment_uses u on u.subject_type = 'trip_expense' and u.subject_id = e.id
        join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id where e.description = ${description}`.execute(
      db,
    )
    return rows
  }
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
    assert.doesNotMatch(await kept(page), ofTrips)
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

  test('an expense with a large photograph is written without a network: words first, then the photograph, made smaller', async () => {
    const { page, context, faults, close } = await phone()
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname))
    await open(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: '記帳' }).click()
    await page.getByLabel('金額').fill('123')
    await page.getByLabel('幣別').selectOption('EUR')
    await page.getByLabel('說明').fill('門票照片')
    await page.getByLabel('單據號碼').fill('AB-1')
    await page
      .getByLabel('收據照片')
      .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await largePicture() })
    await page.getByRole('button', { name: '記下' }).click()
    await waiting(page).filter({ hasText: '€123' }).getByText('照片 1 張').waitFor()
    await note(page, '照片之前')
    await page.reload()
    await page.getByText('2 筆未送出').waitFor()
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await until(async () => (await photographs('門票照片')).length === 1, 'the photograph is sent')
    await allSent(page)
    const order = sent.filter((path) => /expenses|day-notes|attachments/.test(path))
    const [first, second, third] = order.slice(-4).map((path) => path.replace(/.*\//, ''))
    assert.deepEqual([first, second, third], ['expenses', 'day-notes', 'attachments'])
    const [photo] = await photographs('門票照片')
    assert.ok(photo && photo.size <= 1_000_000, `${photo?.size}`)
    const longest = await page.evaluate(async (id) => {
      const picture = await createImageBitmap(await (await fetch(`/api/attachments/${id}`)).blob())
      return Math.max(picture.width, picture.height)
    }, photo.id)
    assert.equal(longest, 1600)
    assert.deepEqual(faults, [])
    await close()
  })

  test('an incident is reported without a network, with whom it concerns, in the time of the place', async () => {
    const { page, context, faults, close } = await phone()
    await open(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: '通報' }).first().click()
    await page.getByLabel('類型').selectOption('lost_passport')
    await page.getByLabel('嚴重程度').selectOption('high')
    await page.getByLabel('經過').fill('護照在電車上遺失')
    await page.getByLabel('需要協助').fill('請聯絡代表處')
    await page.getByText('相關旅客').click()
    await page.locator('dialog [name="traveler_ids"]').first().check()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(await small(page), [])
    await page.locator('dialog').getByRole('button', { name: '通報', exact: true }).click()
    await waiting(page).getByText('護照遺失：護照在電車上遺失').waitFor()
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await allSent(page)
    const { rows } = await sql<{ kind: string; severity: string; minutes: number; people: number }>`
      select kind, severity, abs(extract(epoch from created_at - happened_at))::integer / 60 as minutes,
             (select count(*)::integer from incident_travelers c where c.incident_id = i.id) as people
        from incidents i where what = '護照在電車上遺失'`.execute(db)
    assert.deepEqual(
      rows.map(({ minutes, ...incident }) => [incident, minutes < 10]),
      [[{ kind: 'lost_passport', severity: 'high', people: 1 }, true]],
    )
    assert.deepEqual(faults, [])
    await close()
  })

  test('a wrong clock of the phone is told, and entries count by the clock of the service', async () => {
    const { page, context, close } = await phone()
    await context.addInitScript(() => {
      const ahead = 3 * 3_600_000
      const now = Date.now
      const Real = Date
      globalThis.Date = class extends Real {
        constructor(...given: []) {
          if (given.length) super(...given)
          else super(now() + ahead)
        }
        static now() {
          return now() + ahead
        }
      } as unknown as DateConstructor
    })
    await open(page)
    await page.getByText('手機的時間快了 3 小時；紀錄以服務的時間為準。').waitFor()
    await note(page, '時鐘錯誤')
    await allSent(page)
    const { rows } = await sql<{ seconds: number }>`
      select abs(extract(epoch from created_at - entered_at))::integer as seconds from day_notes where text = '時鐘錯誤'`.execute(
      db,
    )
    assert.equal(rows.length, 1)
    assert.ok((rows[0]?.seconds ?? 999) < 60, `${rows[0]?.seconds}`)
    await close()
  })

  test('another account on the same phone sends nothing of the first: it is told whose entries wait, exports or discards them', async () => {
    const { page, context, signIn, close } = await phone()
    await open(page)
    await context.setOffline(true)
    await note(page, '別人的紀錄')
    await signIn(other.account)
    await context.setOffline(false)
    await page.goto('/my/trips/')
    await page.getByText(`另有 1 筆是${leader.name}寫的，由${leader.name}登入後送出。`).waitFor()
    assert.doesNotMatch(await page.locator('body').innerText(), /別人的紀錄/)
    assert.deepEqual(await texts('別人的紀錄'), [])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#bar').getByRole('button', { name: '匯出' }).click(),
    ])
    const [exported] = JSON.parse(await text(await download.createReadStream()))
    assert.equal(exported.body.text, '別人的紀錄')
    page.once('dialog', (dialog) => dialog.accept())
    await page.locator('#bar').getByRole('button', { name: '捨棄' }).click()
    await page.locator('#bar').waitFor({ state: 'hidden' })
    assert.deepEqual(await texts('別人的紀錄'), [])
    await close()
  })

  test('after the sign-out nothing of the trips is on the phone; with entries that wait it asks first', async () => {
    const { page, context, close } = await phone()
    await open(page)
    await page.getByText('人', { exact: false }).first().waitFor()
    const name = `${await page.locator('#part-people .whom b').first().textContent()}`
    assert.match(await kept(page), new RegExp(name))
    await context.setOffline(true)
    await note(page, '登出之前')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      return questions.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await page.locator('#tabs [data-show="help"]').click()
    await page.getByRole('button', { name: '登出' }).click()
    assert.match(await kept(page), new RegExp(name))
    // Without a network the trips are deleted all the same, and the session ends at the next contact.
    await page.getByRole('button', { name: '登出' }).click()
    await page.getByText('您的團不在這支手機裡了').waitFor()
    assert.match(`${questions[0]}`, /還有 1 筆未送出/)
    assert.doesNotMatch(await kept(page), new RegExp(name))
    await context.setOffline(false)
    await page.reload()
    await page.getByText(`${leader.name}請登入以送出 1 筆紀錄`).waitFor()
    await until(
      async () => (await page.evaluate(() => fetch('/api/me').then(({ status }) => status))) === 401,
      'the session has ended',
    )
    assert.doesNotMatch(await kept(page), new RegExp(name))
    assert.match(await kept(page), /登出之前/)
    assert.deepEqual(await texts('登出之前'), [])
    await close()
  })

  test('no byte on the phone has a number of a paper, an allergy, a medical need or a price of a customer', async () => {
    const { page, close } = await phone()
    const { rows } = await sql<{ id: number }>`
      select v.id from travelers v join bookings b on b.id = v.booking_id where b.planned_trip_id = ${trip.id} and v.status = 'active' order by v.id limit 1`.execute(
      db,
    )
    const sales = await house.signedIn('sales')
    const secret = { passport_number: 'SECRET501', allergies: 'SECRET502', emergency_name: 'SECRET503' }
    assert.equal((await sales.put(`/travelers/${rows[0]?.id}`, secret)).status, 200)
    await sql`insert into traveler_requests (traveler_id, kind, detail, visible_to_leader) values (${rows[0]?.id}, 'medical', 'SECRET504', true), (${rows[0]?.id}, 'mobility', '需要輪椅', true)`.execute(
      db,
    )
    await sql`update planned_trips set notes = 'SECRET505', price_overrides = '{"adult": 31415}' where id = ${trip.id}`.execute(
      db,
    )
    await open(page)
    await page.getByText('需要輪椅').first().waitFor({ state: 'attached' })
    await until(async () => /需要輪椅/.test(await kept(page)), 'the read is kept')
    for (const marker of ['SECRET', '31415', '31,415']) assert.ok(!(await kept(page)).includes(marker), marker)
    await close()
  })

  test('after fourteen days without contact the trips are deleted', async () => {
    const { page, context, close } = await phone()
    await open(page)
    await context.setOffline(true)
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const opening = indexedDB.open('guidon-pocket-trips', 1)
          opening.onsuccess = () => {
            const tx = opening.result.transaction('kept', 'readwrite')
            const store = tx.objectStore('kept')
            const reading = store.get('pocket')
            reading.onsuccess = () =>
              store.put({ ...reading.result, contacted_at: Date.now() - 15 * 86_400_000 }, 'pocket')
            tx.oncomplete = () => {
              opening.result.close()
              done()
            }
          }
        }),
    )
    await page.reload()
    await page.getByText('這支手機裡沒有您的團').waitFor()
    assert.doesNotMatch(await kept(page), ofTrips)
    await close()
  })

  test('on a slow line the trip is there before any answer, and an entry is sent', async () => {
    const { page, context, close } = await phone()
    await open(page)
    const debug = await context.newCDPSession(page)
    const slow3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
    await debug.send('Network.emulateNetworkConditions', slow3G)
    const answered: string[] = []
    page.on('response', (response) => answered.push(new URL(response.url()).pathname))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.ok(!answered.includes('/api/me/pocket'))
    await note(page, '慢速網路')
    await allSent(page)
    assert.deepEqual(await texts('慢速網路'), ['慢速網路'])
    await close()
  })

  test('a killed tab and a killed browser lose nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pocket-'))
    house.atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const start = async () => {
      const context = await launchProfile(folder, { baseURL: base, viewport: sizes.phone })
      context.setDefaultTimeout(LONGEST_MS)
      return { context, page: await context.newPage() }
    }
    const first = await start()
    const cookie = {
      name: 'guidon',
      value: await house.sessionOf('leader'),
      url: base,
      sameSite: 'Strict',
      httpOnly: true,
    } as const
    await first.context.addCookies([{ ...cookie, expires: Math.round(Date.now() / 1000) + 86_400 }])
    await open(first.page)
    await first.context.setOffline(true)
    await note(first.page, '重開一')
    await first.page.close()
    const second = await first.context.newPage()
    await second.goto(trip.path)
    await note(second, '重開二')
    await killBrowser(folder)
    const after = await start()
    await after.context.addCookies([cookie])
    await after.page.goto(trip.path)
    await until(async () => (await texts('重開')).length === 2, 'both are sent')
    await allSent(after.page)
    assert.deepEqual(await texts('重開'), ['重開一', '重開二'])
    await after.context.close()
  })

  test('a leader who was replaced without a network sees nothing of the trip any more, and its entries are kept for the office', async () => {
    const op = await house.signedIn('op')
    await sql`insert into trip_leader_changes (planned_trip_id, tour_leader_id, duty, is_override, created_at)
      values (${trip.id}, ${leader.profile}, 'assigned', false, now() - interval '2 days')`.execute(db)
    const { page, context, close } = await phone()
    await open(page)
    const name = `${await page.locator('#part-people .whom b').first().textContent()}`
    await context.setOffline(true)
    await note(page, '換領隊之前')
    await sql`update planned_trips set assigned_leader_id = ${other.profile} where id = ${trip.id}`.execute(db)
    await sql`insert into trip_leader_changes (planned_trip_id, tour_leader_id, duty, is_override, created_at) values (${trip.id}, ${other.profile}, 'assigned', false, now())`.execute(
      db,
    )
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('這一團不在您的口袋裡').waitFor()
    await until(async () => (await notes('換領隊之前')).length === 1, 'it is sent')
    assert.deepEqual(await notes('換領隊之前'), [{ text: '換領隊之前', is_former_leader: true }])
    assert.doesNotMatch(await kept(page), new RegExp(name))
    assert.equal((await op.get(`/planned-trips/${trip.id}/day-notes`)).status, 200)
    await close()
  })
})

/** Every text that the databases and the caches of the page hold. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const inCaches = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
        return Promise.all(answers.map((answer) => answer?.text()))
      }),
    )
    const rowsOf = (name: string) =>
      new Promise<unknown[]>((done) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames]
          const reads = stores.map(
            (store) =>
              new Promise((read) => {
                const reading = opening.result.transaction(store).objectStore(store).getAll()
                reading.onsuccess = () => read(reading.result)
              }),
          )
          Promise.all(reads).then((rows) => {
            opening.result.close()
            done(rows)
          })
        }
      })
    const inDatabases = await Promise.all((await indexedDB.databases()).map(({ name = '' }) => rowsOf(name)))
    return JSON.stringify([inCaches, inDatabases, { ...localStorage }, { ...sessionStorage }])
  })

/** A photograph as a phone takes it: 4000 × 3000, and hard to compress. */
const largePicture = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()

/** Kills the browser of a profile as a phone does that runs out of power. */
const killBrowser = async (folder: string) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='))
      process.kill(Number(pid), 'SIGKILL')
  }
}

/** What is in the read of the trips alone. */
const ofTrips = /writes_until/

/** What can be pressed and is smaller than a finger. */
const small = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('dialog:modal') ?? document
    return [
      ...root.querySelectorAll<HTMLElement>('a, button, input:not(label *), label.choice, select, textarea, summary'),
    ]
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
