import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Role } from '../roles.ts'
import { demoLeaders } from './demo.ts'

const home = await house()
const { as, app, database, ids } = home
await fixtures(home)

test('the demo has eight leaders with priorities, entered days off and requested days off', async () => {
  const person = (id: number, role: Role): Actor => ({
    id,
    roles: [role],
    name: '',
    departments: [],
    locale: 'zh-TW',
    tour_leader_id: null,
    token_id: 0,
    must_enrol: false,
  })
  const day = (days: string) => new Date(Date.UTC(2027, 0, 1 + Number(days))).toISOString().slice(0, 10)
  const stage = {
    keys: app.keys,
    office: person(ids.line_control, 'department'),
    account: person(ids.leader, 'leader'),
    day,
  }
  const leaders = await database.transaction({}, (tx) => demoLeaders(tx, stage))
  assert.equal(leaders.size, 8)
  const { data } = await as('leader').get('/tour-leaders')
  assert.deepEqual(
    [data[0].name, data[0].passport_number, data[0].languages[0]],
    ['李明哲', '•••678', { code: 'ja', level: 'native' }],
  )
  const off = (await as('sales').get('/leader-unavailabilities?sort=starts_on')).data
  assert.deepEqual(
    off.map((row: { status: string; starts_on: string }) => [row.status, row.starts_on]),
    [
      ['approved', '2027-01-03'],
      ['approved', '2027-01-21'],
      ['requested', '2027-01-31'],
      ['requested', '2027-03-02'],
      ['approved', '2027-03-22'],
    ],
  )
  assert.equal((await as('sales').get('/leader-country-priorities')).data.length, 4)
})
