import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../src/kit/http/server/guard.ts'
import { oneRequest } from '../src/modules/addon-requests/read.ts'
import { entriesSeenBy, isRequestSeen, isTypeSeen } from '../src/modules/addon-requests/visible.ts'
import { openSession } from '../src/modules/auth/sessions.ts'
import { bookingPage } from '../src/modules/bookings/read.ts'
import { bookingsSeenBy } from '../src/modules/bookings/visible.ts'
import { oneTrip } from '../src/modules/planned-trips/read.ts'
import { isTripSeen } from '../src/modules/planned-trips/visible.ts'
import { roles } from '../src/modules/roles.ts'
import { isPersonSeen, isSeminarSeen } from '../src/modules/seminars/visible.ts'
import { isLeaderSeen } from '../src/modules/tour-leaders/visible.ts'
import { isSpecialRequestSeen } from '../src/modules/traveler-requests/queries.ts'
import { isTravelerSeen, travelersSeenBy } from '../src/modules/travelers/visible.ts'
import { actingOf, actsAs, type Reader, readerOf } from '../src/modules/users/reader.ts'
import { fixtures } from './fixtures/travelers.ts'
import { house } from './house.ts'

const home = await house()
const { db, database, ids, as, asBearer } = home
const { create, leader, own, trip, book, enter } = await fixtures(home)
const [sales, ticketing] = [as('sales'), as('ticketing')]

// Of each kind, one record belongs to the customer or to the leader, and another one does not.
const [me, colleague] = [await own(), await leader('怡君')]
const day = ['2087-01-01', '2087-01-05'] as const
const trips = {
  led: await trip(...day, { assigned_leader_id: me }),
  briefed: await trip(...day, { briefing_leader_id: me }),
  other: await trip(...day, { assigned_leader_id: colleague }),
}
const bookings = { mine: await book(trips.led), others: await book(trips.other, 'other_customer') }
const travelers = {
  mine: (await enter(bookings.mine, '王小美')).id,
  others: (await enter(bookings.others, '李大同')).id,
}
const specialRequest = (traveler_id: number, visible_to_leader: boolean) =>
  create('/traveler-requests', { traveler_id, kind: 'seat', detail: '靠窗', visible_to_leader })
const specialRequests = {
  shown: await specialRequest(travelers.mine, true),
  hidden: await specialRequest(travelers.mine, false),
  others: await specialRequest(travelers.others, true),
}

const seminar = (title: string, body: object) => create('/seminars', { kind: 'pre_departure', title, ...body })
const seminars = {
  briefed: await seminar('自己說明', { briefing_leader_id: me }),
  ofTrip: await seminar('自己的團', { planned_trip_ids: [trips.led] }),
  other: await seminar('別人的團', { planned_trip_ids: [trips.other] }),
}
const attendances = await (async () => {
  const times = { starts_at: '2086-12-01T19:30', ends_at: '2086-12-01T21:00', venue: '三樓', status: 'open' }
  const onList = async (of: number, traveler_id: number) => {
    const session = await create(`/seminars/${of}/sessions`, times)
    return create(`/sessions/${session}/attendances`, { traveler_id })
  }
  return {
    briefed: await onList(seminars.briefed, travelers.others),
    ofTrip: await onList(seminars.ofTrip, travelers.mine),
    stranger: await onList(seminars.other, travelers.others),
  }
})()

const category_id = await create('/addon-requests/categories', { name: '機上', department: 'ticketing' })
const type = (type_code: string, customer_visible: boolean) =>
  create('/addon-requests/types', {
    ...{ category_id, type_code, customer_visible, name: type_code },
    pricing_type: 'quotation_required',
  })
const types = { offered: await type('SEAT', true), internal: await type('DESK', false) }
const ask = async (traveler_id: number): Promise<number> =>
  (await sales.post('/addon-requests', { type_id: types.offered, traveler_id })).data.id
const requests = { mine: await ask(travelers.mine), others: await ask(travelers.others) }
const forward = async (request: number): Promise<number> =>
  (await sales.post(`/addon-requests/${request}/communications/sales-forward`, { quoted_price: 900 })).data.id
const say = async (request: number, is_internal: boolean): Promise<number> =>
  (await ticketing.post(`/addon-requests/${request}/communications`, { message: '處理中', is_internal })).data.id
const entries = {
  internal: await say(requests.mine, true),
  offer: await forward(requests.mine),
  others: await forward(requests.others),
}

const readers: { [Sees in Reader['sees']]: Reader & { sees: Sees } } = {
  all: { sees: 'all' },
  money: { sees: 'money' },
  customer: { sees: 'customer', customer: ids.customer },
  leader: { sees: 'leader', leader: me },
  booking: { sees: 'booking', booking: bookings.mine },
  traveler: { sees: 'traveler', traveler: travelers.mine },
  offer: { sees: 'offer', offer: entries.offer },
  nothing: { sees: 'nothing' },
}
type Seen = Record<Reader['sees'], string[]>

// biome-ignore format: a table is read in rows.
const matrix: [what: string, names: Record<string, number>, ids: (reader: Reader) => RawBuilder<unknown>, seen: Seen][] = [
  ['trips', trips, (reader) => sql`select id from planned_trips where ${isTripSeen(reader)}`,
    { all: ['led', 'briefed', 'other'], money: ['led', 'briefed', 'other'], customer: [], leader: ['led', 'briefed'], booking: [], traveler: [], offer: [], nothing: [] }],
  ['leaders', { me, colleague }, (reader) => sql`select id from tour_leaders where ${isLeaderSeen(reader)}`,
    { all: ['me', 'colleague'], money: [], customer: [], leader: ['me'], booking: [], traveler: [], offer: [], nothing: [] }],
  ['seminars', seminars, (reader) => sql`select id from seminars where ${isSeminarSeen(reader)}`,
    { all: ['briefed', 'ofTrip', 'other'], money: [], customer: [], leader: ['briefed', 'ofTrip'], booking: [], traveler: [], offer: [], nothing: [] }],
  ['people on the lists of sessions', attendances, (reader) => sql`select id from session_attendances where ${isPersonSeen(reader)}`,
    { all: ['briefed', 'ofTrip', 'stranger'], money: [], customer: [], leader: ['briefed', 'ofTrip'], booking: [], traveler: [], offer: [], nothing: [] }],
  ['bookings', bookings, (reader) => sql`${bookingsSeenBy(db, reader).select('id')}`,
    { all: ['mine', 'others'], money: ['mine', 'others'], customer: ['mine'], leader: [], booking: ['mine'], traveler: [], offer: [], nothing: [] }],
  ['travelers', travelers, (reader) => sql`${travelersSeenBy(db, reader).select('id')}`,
    { all: ['mine', 'others'], money: [], customer: ['mine'], leader: [], booking: ['mine'], traveler: ['mine'], offer: [], nothing: [] }],
  ['what belongs to travelers', travelers, (reader) => sql`select id from travelers where ${isTravelerSeen(reader)}`,
    { all: ['mine', 'others'], money: [], customer: ['mine'], leader: [], booking: ['mine'], traveler: ['mine'], offer: [], nothing: [] }],
  ['special requests', specialRequests, (reader) => sql`select id from traveler_requests where ${isSpecialRequestSeen(reader)}`,
    { all: ['shown', 'hidden', 'others'], money: [], customer: ['shown', 'hidden'], leader: ['shown'], booking: ['shown', 'hidden'], traveler: ['shown', 'hidden'], offer: [], nothing: [] }],
  ['add-on requests', requests, (reader) => sql`select id from addon_requests where ${isRequestSeen(reader)}`,
    { all: ['mine', 'others'], money: ['mine', 'others'], customer: ['mine'], leader: [], booking: [], traveler: [], offer: ['mine'], nothing: [] }],
  ['entries', entries, (reader) => sql`select id from (${entriesSeenBy(reader)}) seen where id = any (${Object.values(entries)})`,
    { all: ['internal', 'offer', 'others'], money: [], customer: ['offer'], leader: [], booking: [], traveler: [], offer: ['offer'], nothing: [] }],
  ['types of add-on requests', types, (reader) => sql`select id from addon_request_types t where ${isTypeSeen(reader)}`,
    { all: ['offered', 'internal'], money: ['offered', 'internal'], customer: ['offered'], leader: [], booking: ['offered'], traveler: [], offer: [], nothing: [] }],
]

for (const [what, names, read, seen] of matrix)
  test(`each reader sees only their own ${what}`, async () => {
    const called = new Map(Object.entries(names).map(([name, id]) => [id, name]))
    const found = async (reader: Reader) => {
      const { rows } = await sql<{ id: number }>`select id from (${read(reader)}) found order by id`.execute(db)
      return rows.map(({ id }) => called.get(id))
    }
    for (const reader of Object.values(readers)) assert.deepEqual(await found(reader), seen[reader.sees], reader.sees)
  })

test('one function decides what each role sees', () => {
  const account: Actor = {
    ...{ id: 7, name: '王小美', departments: [], locale: 'zh-TW', tour_leader_id: 5, token_id: 1, must_enrol: false },
    roles: ['admin'],
  }
  assert.deepEqual(
    roles.map((role) => [role, readerOf({ ...account, roles: [role] })]),
    [
      ['admin', { sees: 'all' }],
      ['manager', { sees: 'all' }],
      ['sales', { sees: 'all' }],
      ['department', { sees: 'all' }],
      ['finance', { sees: 'money' }],
      ['leader', { sees: 'leader', leader: 5 }],
      ['customer', { sees: 'customer', customer: 7 }],
    ],
  )
  assert.deepEqual(readerOf({ ...account, roles: ['leader'], tour_leader_id: null }), { sees: 'nothing' })
  const several = [
    ['finance', 'sales'],
    ['leader', 'finance'],
    ['leader', 'department'],
    ['finance', 'manager'],
  ] as const
  assert.deepEqual(
    several.map((roles) => readerOf({ ...account, roles }).sees),
    ['all', 'money', 'all', 'all'],
  )
  assert.deepEqual(
    [actsAs(actingOf(account)), ...Object.values(readers).map(actsAs)],
    [['admin'], ...Object.keys(readers).map(() => ['customer'])],
  )
})

test('an account with the role leader and without a leader record sees nothing', async () => {
  const account = { name: '新領隊', email: 'new@example.com', role: 'leader' as const }
  const { token } = await database.transaction({}, async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ ...account, password_hash: null, last_login_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return openSession(tx, id)
  })
  const call = asBearer(token)
  for (const list of [
    'planned-trips',
    'tour-leaders',
    'leader-unavailabilities',
    'seminars',
    'sessions',
    'traveler-requests',
  ]) {
    assert.ok((await as('admin').get(`/${list}`)).status === 200, list)
    assert.deepEqual((await call.get(`/${list}`)).data, [], list)
  }
  for (const one of [
    `planned-trips/${trips.led}`,
    `planned-trips/${trips.led}/flights`,
    `planned-trips/${trips.led}/manifest`,
    `tour-leaders/${me}`,
    `tour-leaders/${me}/files`,
    `seminars/${seminars.briefed}`,
    `traveler-requests/${specialRequests.shown}`,
  ])
    assert.equal((await call.get(`/${one}`)).status, 404, one)
})

test('a read without a reader does not compile', () => {
  const forgotten = [
    // @ts-expect-error The reader is missing.
    () => oneTrip(db, { id: trips.led }),
    // @ts-expect-error The reader is missing.
    () => bookingPage(db, {}, {}),
    // @ts-expect-error A customer is not said which.
    () => oneRequest(db, { sees: 'customer', me: 1, id: requests.mine }),
    // @ts-expect-error Nobody sees that.
    () => isTripSeen({ sees: 'house' }),
  ]
  assert.equal(forgotten.length, 4)
})
