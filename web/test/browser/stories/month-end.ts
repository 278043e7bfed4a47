import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Download } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { sheetsIn } from '../../../../test/xlsx.ts'
import { violations } from '../../console.ts'
import { go, type Stage, tab } from './stage.ts'

const month = Temporal.Now.plainDateISO('Asia/Taipei').with({ day: 1 }).subtract({ months: 1 })

const sheetOf = async (download: Download) => {
  const [sheet] = await sheetsIn(await buffer(await download.createReadStream()))
  const [headings = [], ...rows] = sheet?.rows ?? []
  const column = (heading: string) => {
    const at = headings.findIndex(({ value }) => value === heading)
    return rows.map((row) => row[at]?.value)
  }
  return { rows, column }
}

export const monthEnd = ({ desk, caller, db, fill }: Stage) => {
  /** Two trips that have returned: one is moved into the last month, the other into that month a year before. */
  const twoTrips = async () => {
    const trips = await db
      .selectFrom('planned_trips as t')
      .select(['t.id', 't.serial'])
      .where(sql<boolean>`t.departure_date < today()`)
      .where('t.status', '<>', 'cancelled')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('bookings as b')
            .select('b.id')
            .whereRef('b.planned_trip_id', '=', 't.id')
            .where('b.total', '>', 0),
        ),
      )
      .orderBy('t.departure_date', 'desc')
      .limit(2)
      .execute()
    const days = [month.add({ days: 9 }), month.add({ days: 9 }).subtract({ years: 1 })]
    await fill(async (filled) => {
      await sql`set session_replication_role = replica`.execute(filled)
      for (const [i, { id }] of trips.entries())
        await sql`update planned_trips set return_date = return_date + (${`${days[i]}`}::date - departure_date), departure_date = ${`${days[i]}`}::date where id = ${id}`.execute(
          filled,
        )
    })
    const [now, before] = trips
    assert.ok(now && before)
    return { now, before }
  }

  test("a manager's month end: the morning is cleared, last month stands beside the year before, and a number is followed to its bookings", async () => {
    const manager = await caller('manager')
    const { now, before } = await twoTrips()
    const soldOn = async ({ id }: { id: number }) => (await manager.get(`/planned-trips/${id}/money`)).data
    const [ofTrip, yearBefore] = [await soldOn(now), await soldOn(before)]
    const { data: waiting } = await manager.get('/approvals/waiting?to_decide=true')
    const { number } = waiting.find((one: { leader_unavailability: object | null }) => !one.leader_unavailability)

    const page = await desk('manager')
    const row = page.getByRole('region', { name: '待您核准' }).getByRole('listitem').filter({ hasText: number })
    await row.getByRole('button', { name: /^核准/ }).click()
    await row.getByRole('button', { name: /確定？/ }).click()
    await row.waitFor({ state: 'detached' })
    const { data: left } = await manager.get('/approvals/waiting?to_decide=true')
    assert.equal(left.length, waiting.length - 1)

    await go(page, '財務')
    await tab(page, '損益')
    await tab(page, '損益表')
    await page.getByRole('combobox', { name: '期間' }).selectOption({ label: '上月' })
    const table = page.getByRole('region', { name: '損益表' })
    const line = table.getByRole('row', { name: `${month.year}年${month.month}月` })
    await line.getByText(`去年 NT$${yearBefore.sold.toLocaleString('en')}`).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('search').getByRole('button', { name: '匯出' }).click()
    let download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下載' }).click()
    const months = await sheetOf(await download)
    assert.deepEqual(
      [months.column('代碼'), months.column('去年同期營收')],
      [[`${month}`.slice(0, 7)], [yearBefore.sold]],
    )

    await page.getByRole('combobox', { name: '月份' }).selectOption({ label: '團' })
    const trip = table.getByRole('row', { name: new RegExp(now.serial) })
    await trip
      .getByRole('link', { name: `NT$${ofTrip.sold.toLocaleString('en')}`, exact: true })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: '這些數字的訂單', exact: true })
    await sheet.getByRole('link').first().waitFor()
    const bookingNumber = await sheet.getByRole('link').first().innerText()
    await sheet.getByRole('link').first().click()
    await page.getByText(bookingNumber).first().waitFor()
    await page.waitForURL(/\/desk\/bookings\/\d+$/)
    await page.goBack()
    await sheet.getByRole('button', { name: '匯出' }).click()
    download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下載' }).click()
    const bookings = await sheetOf(await download)
    const sum = (heading: string) => bookings.column(heading).reduce<number>((all, value) => all + Number(value), 0)
    assert.deepEqual([sum('營收'), sum('成本'), sum('人數')], [ofTrip.sold, ofTrip.costs.expected, ofTrip.travelers])
    assert.ok(bookings.column('訂單編號').includes(bookingNumber))
    assert.deepEqual(page.faults, [])
  })
}
