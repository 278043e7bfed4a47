import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { assertLooks, noConsole, openConsole, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

type Row = {
  planned_trip_id: number
  tour_leader_id: number
  planned_trip: { serial: string; departure_date: string; return_date: string }
  tour_leader: { name: string }
}

suite('leaders for trips without one, in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const op = await caller('op')
  const today = Temporal.Now.plainDateISO('Asia/Taipei')
  const month = today.add({ months: 3 }).with({ day: 1 })
  const daysOf = (of: typeof month) => ({ from: `${of}`, to: `${of.add({ days: of.daysInMonth - 1 })}` })
  const asked = daysOf(month)
  const proposed = async (): Promise<{ rows: Row[]; unfilled: object[] }> =>
    (await op.post('/planned-trips/propose-leaders', asked)).data
  const leaderOf = async (id: number) => (await op.get(`/planned-trips/${id}`)).data.assigned_leader_id
  /** More trips in a month, on four days of it. */
  const plan = async (code: string, day: number, of = month) => {
    const { data: packages } = await op.get(`/packages?q=${code}`)
    const dates = [0, 1, 2, 3].map((nth) => `${of.add({ days: day + 6 * nth })}`)
    const { status, body } = await op.post('/planned-trips/bulk/create', {
      package_id: packages[0].id,
      status: 'open',
      dates,
    })
    assert.equal(status, 201, JSON.stringify(body))
  }
  const at = `/desk/leaders?from=${month}`
  const waiting = 'role=region[name="尚未派領隊"] >> role=link'

  test('a trip without a leader is dragged onto the line of one, and another is assigned by the keyboard', async () => {
    await plan('CNX', 0)
    const { rows } = await proposed()
    const [first, second] = rows
    assert.ok(first && second)
    const page = await as('line-control')
    await page.goto(at)
    await page.locator(waiting).first().waitFor()
    const before = await page.locator(waiting).count()
    const line = page.locator(`role=region[name=/^領隊排程/] >> [data-leader="${first.tour_leader_id}"] a >> nth=0`)
    await page.locator(waiting, { hasText: first.planned_trip.serial }).dragTo(line)
    const sheet = page.locator('dialog')
    await sheet.getByText(first.planned_trip.serial).waitFor()
    await sheet.getByRole('button', { name: '確定指派' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.locator(`[data-leader="${first.tour_leader_id}"] [data-trip="${first.planned_trip_id}"]`).waitFor()
    await eventually(() => page.locator(waiting).count(), before - 1)

    const trip = page.locator(waiting, { hasText: second.planned_trip.serial })
    await trip.focus()
    await page.keyboard.press('Enter')
    const choose = sheet.getByRole('button', { name: `指派 ${second.tour_leader.name}` })
    await choose.waitFor()
    assert.deepEqual(await violations(page), [])
    await choose.focus()
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: '確定指派' }).focus()
    await page.keyboard.press('Enter')
    await sheet.waitFor({ state: 'detached' })
    await eventually(() => leaderOf(second.planned_trip_id), second.tour_leader_id)
    assert.equal(new URL(page.url()).searchParams.has('trip'), false)
    assert.deepEqual(page.faults, [])
  })

  test('a month is proposed, rows are unticked, a row that has changed is shown at its place, and the rest is assigned', async () => {
    await plan('BKK', 1)
    const { rows } = await proposed()
    const [changed, left, ...taken] = rows
    assert.ok(changed && left && taken.length > 0)
    const page = await as('op')
    await page.goto(at)
    await page.getByRole('link', { name: '排整月領隊' }).click()
    await page.waitForURL('**/desk/leaders/proposal')
    await page.goto(`/desk/leaders/proposal?from=${month}`)
    const row = ({ planned_trip: { serial } }: Row) => page.locator('tbody tr', { hasText: serial })
    const leaderIn = (one: Row) => row(one).getByRole('combobox')
    await leaderIn(changed).waitFor()
    assert.equal(await leaderIn(changed).inputValue(), `${changed.tour_leader_id}`)
    assert.equal(await page.locator('tbody tr').count(), rows.length)
    await assertLooks(page)
    assert.equal((await op.put(`/planned-trips/${changed.planned_trip_id}`, { notes: '改過' })).status, 200)
    await row(left).getByRole('checkbox').uncheck()
    // Another leader is chosen in the row of the last trip.
    const last = taken.at(-1)
    assert.ok(last)
    const { data: candidates } = await op.get(`/planned-trips/${last.planned_trip_id}/leader-candidates`)
    const isAway = (id: number) =>
      rows.some(
        ({ tour_leader_id, planned_trip: { departure_date, return_date } }) =>
          tour_leader_id === id &&
          Temporal.PlainDate.from(return_date).add({ days: 4 }).toString() >= last.planned_trip.departure_date &&
          Temporal.PlainDate.from(departure_date).subtract({ days: 4 }).toString() <= last.planned_trip.return_date,
      )
    const instead = candidates.find(
      ({ is_blocked, tour_leader: { id } }: { is_blocked: boolean; tour_leader: { id: number } }) =>
        !is_blocked && !isAway(id),
    ).tour_leader
    await leaderIn(last).focus()
    await row(last).getByRole('option', { name: instead.name }).waitFor({ state: 'attached' })
    await leaderIn(last).selectOption(`${instead.id}`)
    last.tour_leader_id = instead.id
    await page.getByRole('button', { name: `指派 ${rows.length - 1} 團` }).click()
    await row(changed).getByRole('alert').getByText('這一團已被更動').waitFor()
    assert.equal(await row(changed).getByRole('checkbox').isChecked(), false)
    assert.deepEqual(await violations(page), [])
    for (const { planned_trip_id } of taken) assert.equal(await leaderOf(planned_trip_id), null)

    await page.getByRole('button', { name: `指派 ${taken.length} 團` }).click()
    await page.getByText(`已指派 ${taken.length} 團的領隊`).waitFor()
    for (const { planned_trip_id, tour_leader_id } of taken)
      assert.equal(await leaderOf(planned_trip_id), tour_leader_id)
    assert.deepEqual([await leaderOf(changed.planned_trip_id), await leaderOf(left.planned_trip_id)], [null, null])
    await eventually(() => page.locator('tbody tr').count(), 2)
    // The browser reports the refusal itself.
    assert.deepEqual(
      page.faults.filter((fault) => !fault.includes('409')),
      [],
    )
  })

  test('another way shows another proposal of as many trips', async () => {
    // A month in which the demo has no trips, so that the leaders are free and there is another way.
    const far = month.add({ months: 6 })
    await plan('HKD', 2, far)
    const leadersOf = async (seed: number) =>
      ((await op.post('/planned-trips/propose-leaders', { ...daysOf(far), seed })).data.rows as Row[]).map(
        ({ tour_leader_id }) => `${tour_leader_id}`,
      )
    const page = await as('op')
    await page.goto(`/desk/leaders/proposal?from=${far}`)
    const shown = () =>
      page.locator('tbody select').evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))
    const first = await leadersOf(0)
    await eventually(shown, first)
    await page.getByRole('link', { name: '換一種排法' }).click()
    const second = await leadersOf(1)
    assert.equal(second.length, first.length)
    assert.notDeepEqual(second, first)
    await eventually(shown, second)
  })

  test('who does not plan trips gets the schedule, without the trips that wait', async () => {
    const page = await as('sales')
    await page.goto('/desk/leaders/proposal')
    await page.waitForURL('**/desk/leaders')
    await page.locator('role=region[name=/^領隊排程/] >> role=listitem').first().waitFor()
    assert.deepEqual(
      [await page.locator(waiting).count(), await page.getByRole('link', { name: '排整月領隊' }).count()],
      [0, 0],
    )
  })
})
