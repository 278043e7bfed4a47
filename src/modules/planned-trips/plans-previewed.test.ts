import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { package_id } = await bookingFixtures(home)
const op = home.as('op')
const plan = (more: object) =>
  op.post('/planned-trips/bulk/create', { package_id, dates: ['2099-03-10', '2099-03-12'], ...more })

test('a preview of many departures refuses what planning them refuses, at the same field, and plans nothing', async () => {
  const wrong = [
    { briefing: { days_before: 7, starts: '19:00', ends: '18:00' } },
    { sales_user_id: home.ids.finance },
    { sales_user_id: 999999 },
  ]
  const refused = []
  for (const more of wrong) {
    const [previewed, planned] = [await plan({ ...more, dry_run: true }), await plan(more)]
    assert.deepEqual([previewed.status, previewed.body.errors], [planned.status, planned.body.errors])
    refused.push([previewed.status, ...Object.keys(previewed.body.errors)])
  }
  assert.deepEqual(refused, [
    [422, 'briefing.ends'],
    [422, 'sales_user_id'],
    [422, 'sales_user_id'],
  ])
  const lines = done(await plan({ dates: ['2099-03-10', '2020-01-01'], dry_run: true }))
  assert.deepEqual(
    lines.map(({ status, id, serial }: { status: string; id: number | null; serial: string | null }) => [
      status,
      id,
      serial,
    ]),
    [
      ['refused', null, null],
      ['would_create', null, 'HKD990310A'],
    ],
  )
  assert.deepEqual(done(await op.get('/planned-trips')), [])
  assert.equal(done(await plan({}))[0].serial, 'HKD990310A', 'the preview took no serial')
})
