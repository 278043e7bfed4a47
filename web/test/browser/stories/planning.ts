import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooWide, violations } from '../../console.ts'
import { choose, onDay, typeDay } from '../../fields.ts'
import { find, go, type Stage, tab } from './stage.ts'

export const planning = ({ desk, caller, departing, db }: Stage) => {
  test('season in bulk: each departure shows its conflicts, and the ticked ones are planned', async () => {
    const op = await caller('op')
    const page = await desk('op')
    await go(page, '出團')
    await page.getByRole('button', { name: '批次開團' }).click()
    const sheet = page.locator('dialog')
    await choose(page, '行程', '首爾賞楓五日')
    await typeDay(page, '從', onDay(-1))
    await typeDay(page, '到', onDay(5))
    for (const day of ['週一', '週二', '週三', '週四', '週五', '週六', '週日']) await sheet.getByLabel(day).check()
    await sheet.getByLabel('說明會在出發前幾天').fill('1')
    await sheet.getByLabel('說明會開始時間').fill('19:00')
    await sheet.getByLabel('說明會結束時間').fill('20:30')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '預覽' }).click()
    const rows = sheet.locator('[aria-label="預覽"] >> role=listitem')
    await rows.nth(6).waitFor()
    assert.match((await rows.first().textContent()) ?? '', /出發日已過。/)
    assert.equal(await rows.first().getByRole('checkbox').isDisabled(), true)
    assert.deepEqual(await violations(page), [])
    await rows.last().getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await sheet.getByRole('button', { name: '開 5 團' }).click()
    await page.waitForURL(/from=/)
    const { data } = await op.get(`/planned-trips?from=${onDay(0)}&to=${onDay(5)}&status=draft&sort=departure_date`)
    assert.deepEqual(
      data.map(({ departure_date }: { departure_date: string }) => departure_date),
      [0, 1, 2, 3, 4].map(onDay),
    )
    assert.equal(new Date(data[1].briefing_starts_at).getTime(), Date.parse(`${onDay(0)}T19:00+08:00`))
    await page.locator('tr', { hasText: data[4].serial }).getByRole('link').click()
    await page.getByRole('button', { name: '開放報名' }).click()
    await sheet.getByRole('button', { name: '開放報名' }).click()
    await page.locator('header:has(h1) .badge', { hasText: '開放報名' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('leaders in June: days off are requested on the phone and answered, and the best free leader is assigned', async () => {
    const leader = await desk('leader', 'phone')
    await go(leader, '領隊')
    await tab(leader, '休假')
    const sheet = leader.locator('dialog')
    const ask = async (days: number, reason: string) => {
      await leader.getByRole('button', { name: '請假…' }).click()
      for (const label of ['開始日', '結束日']) await typeDay(leader, label, onDay(days))
      await sheet.getByText('這幾天沒有別的安排。').waitFor()
      await sheet.getByLabel('原因').fill(reason)
      assert.deepEqual([await violations(leader), await isTooWide(leader)], [[], false])
      await sheet.getByRole('button', { name: '送出' }).click()
      await leader
        .locator('role=region[name=/^(休假|過去與取消的)$/] >> role=listitem', { hasText: reason })
        .getByText('待核准')
        .waitFor()
    }
    // A date after everything that the demo plans.
    await ask(400, '家族聚會')
    await ask(420, '朋友婚禮')

    const office = await desk('line-control')
    await office.getByRole('region', { name: '待核的領隊休假' }).getByRole('link', { name: '李明哲' }).first().click()
    await tab(office, '休假')
    const asked = (reason: string) =>
      office.locator('role=region[name=/^(休假|過去與取消的)$/] >> role=listitem', { hasText: reason })
    await asked('家族聚會').getByRole('button', { name: '核准', exact: true }).click()
    await asked('家族聚會').getByText('已核准').waitFor()
    await asked('朋友婚禮').getByRole('button', { name: '不核准…' }).click()
    await office.locator('dialog').getByLabel('原因').fill('該週人手不足')
    await office.locator('dialog').getByRole('button', { name: '不核准' }).click()
    await asked('朋友婚禮').getByText('未核准', { exact: true }).waitFor()
    assert.deepEqual(await violations(office), [])
    await leader.reload()
    await leader
      .locator('role=region[name=/^(休假|過去與取消的)$/] >> role=listitem', { hasText: '該週人手不足' })
      .waitFor()

    const { id, serial } = await departing('DAD', 30)
    await find(office, '出團', serial)
    await office.getByRole('button', { name: '選領隊' }).click()
    const best = office.locator('dialog ol > li:not(:has([aria-label="同時的安排"]))').first()
    const name = await best.locator('b').first().textContent()
    await best.getByRole('button', { name: '指派' }).click()
    await best.getByRole('button', { name: '確定指派' }).click()
    await office.getByRole('button', { name: '換領隊' }).waitFor()
    const led = await db
      .selectFrom('planned_trips as t')
      .innerJoin('tour_leaders as l', 'l.id', 't.assigned_leader_id')
      .select('l.name')
      .where('t.id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(led.name, name)
    assert.deepEqual([leader.faults, office.faults], [[], []])
  })
}
