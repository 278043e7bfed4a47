import assert from 'node:assert/strict'
import { done } from '../../fixtures/bookings.ts'
import { first } from '../calls.ts'
import type { Fixtures } from '../fixtures.ts'

/** Reference data, seminars and other systems. */
export const others = (given: Fixtures) => {
  const { plain, airline, seoul, sapporo, seminar } = given
  return {
    season: () => plain('/seasons', { code: 'S', name: '櫻花季', starts_on: '2099-03-01', ends_on: '2099-04-30' }),
    'airline route': () =>
      plain(`/airlines/${airline}/routes`, {
        origin_city_id: seoul,
        destination_city_id: sapporo,
        flight_number: 'BR160',
      }),
    webhook: () => plain('/webhooks', { name: '會計', url: 'https://example.com/hook' }),
    seminar: () => plain('/seminars', { kind: 'product_talk', title: '另一場' }),
    session: () => sessions(given),
    attendance: async () => {
      const evening = { starts_at: '2099-01-10T19:30', ends_at: '2099-01-10T21:00' }
      const { id } = await given.make(`/seminars/${seminar}/sessions`, evening)
      await plain(`/sessions/${id}/attendances`, { guest_name: '王小美' })
    },
  }
}

const sessions = async ({ plain, admin, read, seminar }: Fixtures) => {
  const at = `/seminars/${seminar}/sessions`
  await plain(at, { starts_at: '2099-02-10T19:30', ends_at: '2099-02-10T21:00' }, { one: '/sessions' })
  const evening = { starts_at: '2099-02-11T19:30', ends_at: '2099-02-11T21:00' }
  const [made] = done(await admin.post(`${at}/bulk`, { sessions: [evening], ...first }))
  assert.equal((await read(`/sessions/${made.id}`)).probe, 'first')
}
