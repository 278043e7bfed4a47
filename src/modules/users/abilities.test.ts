import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../../../test/house.ts'
import type { Route } from '../../kit/http/openapi/catalogue.ts'
import { type Role, roles } from '../roles.ts'
import { abilities, abilitiesByRole, type Rules } from './abilities.ts'

const { app, as } = await sharedHouse()
const nobody: Rules = {
  record_refunds: [],
  approve_discounts: [],
  hand_over_sales_to_op: [],
  hand_over_op_to_leader: [],
  hand_over_leader_to_op: [],
}

test('the account of the caller lists its abilities', async () => {
  const mayOf = async (who: 'customer' | 'leader' | 'finance' | 'manager') => (await as(who).get('/me')).data.may
  assert.deepEqual(await mayOf('customer'), [
    'edit_travelers',
    'open_requests',
    'read_messages',
    'see_bookings',
    'see_requests',
    'see_travelers',
    'write_messages',
  ])
  assert.deepEqual(await mayOf('leader'), [
    'check_in',
    'hand_over_leader_to_op',
    'report_incidents',
    'see_arrangements',
    'see_leaders',
    'see_seminars',
    'see_the_road',
    'see_trips',
    'wait_for_work',
  ])
  const finance = await mayOf('finance')
  for (const ability of ['work_in_office', 'record_payments', 'record_refunds', 'enter_costs', 'see_trips'])
    assert.ok(finance.includes(ability), ability)
  for (const ability of [
    'see_travelers',
    'read_messages',
    'edit_bookings',
    'approve_discounts',
    'see_history',
    'administer',
  ])
    assert.ok(!finance.includes(ability), ability)
  assert.ok((await mayOf('manager')).includes('approve_discounts'))
  assert.deepEqual((await as('admin').get('/me')).data.may, [...abilities].sort())
})

test('an ability is given to exactly the roles that may call its routes', async () => {
  const byRole: Record<Role, string[]> = JSON.parse(app.abilities)
  const asked: [string, string, string][] = [
    ['edit_bookings', 'POST', '/bookings'],
    ['record_payments', 'POST', '/bookings/1/payments'],
    ['edit_trips', 'PUT', '/planned-trips/1/status'],
    ['assign_leaders', 'PUT', '/planned-trips/1/assigned-leader'],
    ['edit_seminars', 'POST', '/seminars'],
    ['administer', 'GET', '/users'],
    ['see_travelers', 'GET', '/travelers'],
    ['work_in_office', 'GET', '/money/payments'],
  ]
  const accounts = ['customer', 'leader', 'sales', 'op', 'finance', 'manager', 'admin'] as const
  for (const who of accounts)
    for (const [ability, method, path] of asked) {
      const role = who === 'op' ? 'department' : who
      // An unknown query key stops every allowed request after the access check.
      const url = `${path}?no_such_key=1`
      const { status } = await { GET: as(who).get, POST: as(who).post, PUT: as(who).put }[method as 'GET'](
        url,
        {} as never,
      )
      assert.equal(status !== 403, byRole[role].includes(ability), `${who} ${method} ${path}: ${status}`)
    }
})

test('the routes of an ability exist and are open to the same roles', () => {
  assert.doesNotThrow(() => abilitiesByRole(app.catalogue, nobody))
  const changed = (path: string, access: Route['access']) =>
    app.catalogue.map((route) => (route.path === path && route.methods.includes('POST') ? { ...route, access } : route))
  assert.throws(
    () => abilitiesByRole(changed('/api/bookings/{id}/cancel', ['admin', 'sales', 'manager']), nobody),
    /POST \/api\/bookings and POST \/api\/bookings\/\{id\}\/cancel are open to different roles/,
  )
  assert.throws(
    () =>
      abilitiesByRole(
        app.catalogue.filter(({ path }) => path !== '/api/seminars'),
        nobody,
      ),
    /\/api\/seminars is no route that some roles may call/,
  )
  const byRole = abilitiesByRole(app.catalogue, { ...nobody, record_refunds: ['finance'] })
  assert.deepEqual(
    roles.filter((role) => byRole[role].includes('record_refunds')),
    ['finance'],
  )
})
