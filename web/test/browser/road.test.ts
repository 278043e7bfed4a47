import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { onDay } from '../fields.ts'

suite('a trip on the road, as the office works on it', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()
  const [leader, op] = [await caller('leader'), await caller('op')]
  const trip = await db
    .selectFrom('planned_trips as t')
    .innerJoin('users as u', 'u.tour_leader_id', 't.assigned_leader_id')
    .select(['t.id', 't.serial', 't.assigned_leader_id as leader'])
    .where('u.email', '=', 'leader@demo.guidon.local')
    .where('t.status', '=', 'departed')
    .executeTakeFirstOrThrow()
  // The OP of the demo has this trip.
  await sql`update planned_trips set op_user_id = (select id from users where email = 'op@demo.guidon.local') where id = ${trip.id}`.execute(
    db,
  )
  const at = `/planned-trips/${trip.id}`
  const road = `/desk/trips/${trip.id}?tab=road`
  const entry = (more: object) => ({ entry_id: randomUUID(), entered_at: new Date().toISOString(), ...more })
  const made = async (path: string, body: object) => {
    const { status, data, body: said } = await leader.post(`${at}${path}`, body)
    assert.equal(status, 201, JSON.stringify(said))
    return data
  }

  test('an incident stands red on top of the morning, is taken charge of, reported and closed, and is gone', async () => {
    const what = '林小姐在車站遺失護照，已報案。'
    const happened_at = new Date(Date.now() - 3_600_000).toISOString()
    const { id } = await made('/incidents', entry({ kind: 'lost_passport', severity: 'high', happened_at, what }))
    const page = await as('op')
    await page.goto('/desk')
    const first = page.locator('main').getByRole('region').first()
    await first.getByText('護照遺失').first().waitFor()
    assert.match(await first.innerText(), new RegExp(trip.serial))
    assert.doesNotMatch(await first.innerText(), /車站|林小姐/)
    const ofManager = await as('manager')
    await ofManager.goto('/desk')
    const red = ofManager.getByRole('region', { name: '處理中的事故' })
    await red.getByText(trip.serial).waitFor()
    const place = (region: Element) => {
      const { left, top } = region.getBoundingClientRect()
      return { left: Math.round(left), top: Math.round(top) }
    }
    const own = await red.evaluate(place)
    const tops = (
      await Promise.all((await ofManager.locator('main').getByRole('region').all()).map((one) => one.evaluate(place)))
    )
      .filter(({ left }) => left === own.left)
      .map(({ top }) => top)
    assert.equal(own.top, Math.min(...tops), 'it is the first of its column')
    assert.deepEqual(ofManager.faults, [])
    await page.goto(road)
    const card = page.getByRole('region', { name: '事故' })
    const one = card.getByRole('listitem').filter({ hasText: what }).first()
    await one.getByRole('button', { name: /^由我處理/ }).click()
    await one.getByText('處理中').waitFor()
    await one.getByRole('button', { name: /^補充進展…/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('新的進展').fill('代表處已受理，明天領件。')
    await sheet.getByRole('button', { name: '補充', exact: true }).click()
    await one.getByText('代表處已受理，明天領件。').waitFor()
    await one.getByRole('button', { name: /^登錄通報…/ }).click()
    await sheet.getByLabel('通報單位').fill('觀光署')
    await sheet.getByRole('button', { name: '登錄', exact: true }).click()
    await one.getByText(/通報 觀光署/).waitFor()
    await one.getByRole('button', { name: /^結案…/ }).click()
    await sheet.getByRole('textbox').fill('隨團返台。')
    await sheet.getByRole('button', { name: '結案', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await eventually(async () => {
      const { result, reported_to, is_late } = (await op.get(`/incidents/${id}`)).data
      return [result, reported_to, is_late]
    }, ['隨團返台。', '觀光署', false])
    const work: { key: string; items: { subject?: { id: number } }[] }[] = (await op.get('/work')).data
    assert.ok(!JSON.stringify(work.filter(({ key }) => key === 'incidents_open')).includes(what))
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test('the office reports an incident that a leader told by telephone, with the time on its clock', async () => {
    const page = await as('op')
    await page.goto(road)
    await page.getByRole('button', { name: '通報事故…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('經過').fill('遊覽車爆胎，改搭另一輛。')
    await sheet.getByRole('button', { name: '通報', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    const one = page
      .getByRole('region', { name: '事故' })
      .getByRole('listitem')
      .filter({ hasText: '遊覽車爆胎' })
      .first()
    await one.getByText('處理中').waitFor()
    const incidents: { what: string; happened_at: string; office_user: object | null }[] = (
      await op.get(`${at}/incidents`)
    ).data
    const told = incidents.find(({ what }) => what.startsWith('遊覽車'))
    assert.ok(told?.office_user)
    assert.ok(Math.abs(Date.parse(told.happened_at) - Date.now()) < 5 * 60_000, told.happened_at)
    assert.deepEqual(page.faults, [])
  })

  test('an expense is questioned, answered and approved, and stands among the costs of its trip', async () => {
    const spent = {
      day: onDay(0),
      kind: 'meal',
      amount: 1_250,
      currency: 'TWD',
      paid_from: 'own',
      voucher_number: 'R-77',
    }
    const { id } = await made('/expenses', entry({ ...spent, description: '加點飲料' }))
    const page = await as('finance')
    await page.goto(road)
    const one = page
      .getByRole('region', { name: '領隊支出' })
      .getByRole('listitem')
      .filter({ hasText: '加點飲料' })
      .first()
    await one.getByRole('button', { name: /^請領隊說明…/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('請說明什麼').fill('請問是幾位？')
    await sheet.getByRole('button', { name: '送出' }).click()
    await one.getByText('請問是幾位？').waitFor()
    const { version } = (await leader.get(`/expenses/${id}`)).data
    const answer = await leader.put(`/expenses/${id}`, { description: '加點飲料，20 位', version })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await page.reload()
    await one.getByRole('button', { name: '核准 加點飲料，20 位' }).click()
    await eventually(async () => (await op.get(`/expenses/${id}`)).data.status, 'approved')
    const { cost_id } = (await op.get(`/expenses/${id}`)).data
    const costs: { id: number; actual: number }[] = (await op.get(`${at}/costs`)).data
    assert.deepEqual(costs.find((cost) => cost.id === cost_id)?.actual, 1_250)
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test('an advance is handed out, the account of the leader is settled, and its paper opens', async () => {
    const page = await as('finance')
    await page.goto(road)
    await page.getByRole('button', { name: '登錄預付款…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('金額').fill('３０，０００')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    const advances: { amount: number; currency: string }[] = (await op.get(`${at}/advances`)).data
    assert.ok(advances.some(({ amount, currency }) => amount === 30_000 && currency === 'TWD'))
    const href = await page
      .getByRole('link', { name: /領隊帳/ })
      .first()
      .getAttribute('href')
    const answer = await page.evaluate(async (url) => {
      const { status, headers } = await fetch(url)
      return [status, headers.get('content-type')]
    }, `${href}`)
    assert.deepEqual(answer, [200, 'application/pdf'])
    const account = page.getByRole('region', { name: '領隊帳' })
    await account.getByText(/筆支出等待核准或說明，決定後才能結帳/).waitFor()
    const expenses: { id: number; status: string }[] = (await op.get(`${at}/expenses`)).data
    for (const { id, status } of expenses)
      if (status !== 'approved') {
        const { status: code, body } = await op.post(`/expenses/${id}/approve`, {})
        assert.equal(code, 200, JSON.stringify(body))
      }
    await page.reload()
    await account.getByRole('button', { name: /^結帳/ }).click()
    await account.getByRole('button', { name: '確定結帳？' }).click()
    await account.getByText('已結帳').waitFor()
    assert.equal(await page.getByRole('button', { name: /^(核准|修改…)/ }).count(), 0)
    const [closed] = (await op.get(`${at}/leader-account`)).data as { is_closed: boolean; waiting: number }[]
    assert.deepEqual([closed?.is_closed, closed?.waiting], [true, 0])
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test('the page of the trips under way tells the last sign of life, and the record of the leader what was written', async () => {
    const page = await as('op')
    for (const size of [sizes.desk, sizes.phone]) {
      await page.setViewportSize(size)
      await page.goto('/desk/on-the-road')
      const one = page.getByRole('listitem').filter({ hasText: trip.serial })
      await one.getByText(/最後回報/).waitFor()
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
      await page.goto(`/desk/leaders/${trip.leader}?tab=trips`)
      const led = page.getByRole('listitem').filter({ hasText: trip.serial })
      await led.getByText('護照遺失（嚴重）').waitFor()
      await led.getByText(/支出 \d/).waitFor()
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    }
    assert.deepEqual(page.faults, [])
  })
})
