import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { conversation, fixtures as conversations } from '../../../test/fixtures/addon-requests.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { lineTest } from '../../../test/fixtures/line.ts'
import { ecpayTest, fakeProviders } from '../../../test/fixtures/payment-providers.ts'
import { jpeg, form as multipart } from '../../../test/fixtures/samples.ts'
import { house, type Person } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { groupsOf } from './queries.ts'
import type { Team } from './schema.ts'

const home = await house()
const { as, db, ids } = home
const [admin, sales, op, ticketing, line, finance] = [
  as('admin'),
  as('sales'),
  as('op'),
  as('ticketing'),
  as('line_control'),
  as('finance'),
]
const leader = as('leader')
const there = await conversations(home)
const talk = conversation(home, there)
const { trip, book, register } = await bookingFixtures(home)
const hotel_id = done(await admin.post('/hotels', { name: '札幌大飯店', city_id: await cityId() })).id
async function cityId() {
  return (await admin.get('/cities?q=札幌')).data[0].id
}
const foreign = [{ type: '外語領隊執業證', number: 'A1', issued_on: '2020-01-01', expires_on: daysFromToday(0, 5) }]
const own = done(await admin.post('/tour-leaders', { name: '阿明', user_id: ids.leader, licenses: foreign })).id
const path = (id: number, rest = '') => `/planned-trips/${id}${rest}`

type Item = { record: { id: number }; action: { method: string; path: string; body: object | null } }
type Group = { key: string; items: Item[] }
const work = async (query = '', who: Person = 'admin'): Promise<Group[]> => done(await as(who).get(`/work${query}`))

/** A trip of three days that departs in `days` days, with a confirmed booking of one traveler. */
const soon = async (days: number, more: object = {}) => {
  const { id } = await trip(9, { departure_date: daysFromToday(days), ...more })
  const booking = await book(id, ['王小美'])
  done(await sales.post(`/bookings/${booking.id}/confirm`, {}))
  return {
    id,
    booking: booking.id as number,
    traveler: booking.travelers[0].id as number,
    total: booking.total as number,
  }
}
const passport = {
  passport_number: '300000001',
  passport_expires_on: daysFromToday(0, 8),
  surname_en: 'WANG',
  given_name_en: 'MEI',
}
/** A leader reports an incident of its trip, on which sales have a booking. */
const goWrong = async () => {
  const { id } = await soon(20)
  await sql`update planned_trips set assigned_leader_id = ${own}, departure_date = today() - 1, return_date = today() + 3 where id = ${id}`.execute(
    db,
  )
  const entered_at = new Date().toISOString()
  const said = { kind: 'delay', severity: 'low', happened_at: entered_at, what: '班機延誤' }
  done(await leader.post(path(id, '/incidents'), { entry_id: randomUUID(), entered_at, ...said }))
}
const closeIncident = async ({ record }: Item) => {
  const [{ id }] = done(await op.get(`/planned-trips/${record.id}/incidents`))
  done(await op.post(`/incidents/${id}/close`, { result: '已起飛' }))
}
const incidents_open = { fill: goWrong, does: closeIncident }
const items = (...keys: string[]) => keys.map((key) => ({ key, label: key, done: true }))
const handed = items(
  'name_list',
  'payments',
  'requests',
  'manifest',
  'rooming_list',
  'tickets',
  'vouchers',
  'accounts',
  'report',
)
const pay = async (id: number, amount: number) =>
  done(
    await finance.post(`/bookings/${id}/payments`, { amount, method: 'cash', received_at: new Date().toISOString() }),
  )
const flight = async (id: number, more: object) => {
  const { departure_date } = (await op.get(path(id))).data
  return done(
    await ticketing.post(path(id, '/flights'), {
      ...{ direction: 'outbound', flight_number: 'BR116', origin: 'TPE', destination: 'CTS' },
      ...{ departs_at: `${departure_date}T09:00`, arrives_at: `${departure_date}T13:30` },
      ...{ departs_timezone: 'Asia/Taipei', arrives_timezone: 'Asia/Tokyo', ...more },
    }),
  ).id
}
const deadlineOf = (owner: string) => async () => {
  const { id } = await trip(9, { departure_date: daysFromToday(90) })
  done(await op.post(path(id, '/deadlines'), { key: 'tips', owner, due_on: daysFromToday(1) }))
}
/** Sends the request of the button in a row. */
const press = async ({ method, path, body }: Item['action'], who: Person = 'admin') => {
  const verb = { POST: 'post', PUT: 'put', PATCH: 'patch', GET: 'get' }[method] as 'post'
  done(await as(who)[verb](path, body ?? undefined))
}
const extraOf = (department: string, type_code: string) => async () => {
  const { rows } = await sql<{
    id: number
  }>`insert into addon_categories (name, department) values (${type_code}, ${department}) returning id`.execute(db)
  const made = { category_id: rows[0]?.id, name: type_code, type_code, pricing_type: 'quotation_required' }
  const type = done(await admin.post('/addon-requests/types', made)).id
  return talk.asked(type)
}
const asDepartment = { op, ticketing, line_control: line }
const quotes = (department: keyof typeof asDepartment): Play => ({
  fill: extraOf(department, `Q_${department.toUpperCase()}`),
  does: async ({ record }) => {
    const at = `/addon-requests/${record.id}/communications`
    done(await asDepartment[department].post(`${at}/department-quote`, { message: '可以', quoted_price: 800 }))
  },
})
const extras = (department: keyof typeof asDepartment): Play => ({
  fill: async () => {
    const request = await extraOf(department, `E_${department.toUpperCase()}`)()
    const offer = await talk.offer(request)
    done(await talk.answer(offer, 'accepted'))
    done(await sales.post(`${request.at}/sales-confirm`, { message: '客戶接受' }))
  },
  does: async ({ record }) => {
    const at = `/addon-requests/${record.id}/communications`
    done(await asDepartment[department].post(`${at}/department-final`, { message: '已辦妥', final_price: 900 }))
  },
})

type Play = {
  /** Creates a record that waits in the group. */
  fill: () => Promise<unknown>
  /** Does the work that a row of the group asks for. */
  does: (item: Item) => Promise<unknown>
}
const pressed: Play['does'] = ({ action }) => press(action)

/** A leader has spent something on a trip that is on the road. */
const spend = async () => {
  const { id } = await trip(9)
  await sql`update planned_trips set departure_date = today() - 1, return_date = today() + 3, assigned_leader_id = ${own} where id = ${id}`.execute(
    db,
  )
  const spent = { day: daysFromToday(0), kind: 'meal', amount: 320, currency: 'TWD', paid_from: 'own' }
  const said = { description: '午餐加菜', voucher_number: 'AB-12345678' }
  const entry = { entry_id: randomUUID(), entered_at: new Date().toISOString() }
  done(await leader.post(path(id, '/expenses'), { ...spent, ...said, ...entry }))
}
/** Electronic receipts are on, and the platform has refused one. */
const refuseReceipt = async () => {
  const { booking, total } = await soon(67)
  await pay(booking, total)
  const items = JSON.stringify([{ name: '團費', count: 1, unit: '式', price: 1000, amount: 1000 }])
  await sql`with made as (
    insert into legal_receipts (medium, buyer_kind, buyer_name, amount, items, seller_name, status, order_no, tries, error)
    values ('electronic', 'person', '王小美', 1000, ${items}::jsonb, '旗手旅行社', 'refused', 'G1_1', 1, 'INV20003') returning id)
    insert into legal_receipt_bookings (legal_receipt_id, booking_id, planned_trip_id, amount)
    select made.id, b.id, b.planned_trip_id, 1000 from made, bookings b where b.id = ${booking}`.execute(db)
  await sql`update receipt_platform set is_on = true, fallback_email = 'office@example.com'`.execute(db)
}

const plays: Partial<Record<Team, Record<string, Play>>> = {
  sales: {
    incidents_open,
    offers_to_make: {
      fill: async () => {
        const { at } = await talk.asked()
        done(await ticketing.post(`${at}/department-quote`, { message: '可以', quoted_price: 800 }))
      },
      does: async ({ record }) => {
        const at = `/addon-requests/${record.id}/communications/sales-forward`
        done(await sales.post(at, { quoted_price: 900, customer_response_deadline: `${daysFromToday(3)}T12:00:00Z` }))
      },
    },
    answers_to_confirm: {
      fill: async () => done(await talk.answer((await talk.offered()).offer, 'accepted')),
      does: async ({ record }) =>
        done(await sales.post(`/addon-requests/${record.id}/communications/sales-confirm`, { message: '接受' })),
    },
    changes_to_decide: {
      fill: async () => {
        const { id } = await trip(9)
        const booking = await book(id, ['王小美'])
        await sql`insert into change_requests (traveler_id, fields, name, name_before, currency, price_before, price_after)
          values (${booking.travelers[0].id}, '{name}', '王曉美', '王小美', 'TWD', 39900, 39900)`.execute(db)
      },
      does: async ({ action }) => done(await sales.post(action.path, {})),
    },
    enquiries_to_call: {
      fill: async () => done(await sales.post('/enquiries', { name: '林小姐', phone: '0911222333', source: 'phone' })),
      does: async ({ action }) =>
        done(await sales.post(action.path, { words: '週五再聯絡', follow_up_on: daysFromToday(4) })),
    },
    cancellations_asked: {
      fill: async () => {
        const booking = await book((await trip(9)).id, ['王小美'], { customer_user_id: home.ids.customer })
        done(await sales.post(`/bookings/${booking.id}/confirm`))
        done(await as('customer').post(`/bookings/${booking.id}/cancellation-requests`, { reason: '母親住院' }))
      },
      does: async ({ action }) => done(await sales.post(action.path, { reason: '機票已開立' })),
    },
    messages_unread: {
      fill: async () => {
        const { at } = await talk.asked()
        done(await as('customer').post(at, { message: '請問有靠窗的座位嗎' }))
        // An answer that sales entered for the customer counts as read.
        done(await talk.answer((await talk.offered()).offer, 'rejected', sales))
      },
      does: async ({ action }) => press(action, 'sales'),
    },
    booking_messages_unread: {
      fill: async () => {
        const booking = await book((await trip(9)).id, ['王小美'], { customer_user_id: home.ids.customer })
        done(await as('customer').post(`/bookings/${booking.id}/messages`, { text: '兩間房可以安排相鄰嗎？' }))
      },
      does: async ({ action }) => press(action, 'sales'),
    },
    line_unread: {
      fill: async () => {
        done(await admin.put('/line/channel', lineTest))
        await sql`update line_channel set proved_at = now(), is_on = true`.execute(db)
        await sql`with friend as (insert into line_friends (line_user_id, display_name) values ('U1', '小美') returning id)
          insert into line_messages (line_friend_id, direction, kind, text, state) select id, 'in', 'text', '請問還有名額嗎？', 'received' from friend`.execute(
          db,
        )
      },
      does: async ({ action }) => press(action, 'sales'),
    },
    holds_expiring: {
      fill: async () => {
        const { id } = await book((await trip(9)).id, ['王小美'])
        await sql`update bookings set hold_expires_at = now() + interval '2 hours' where id = ${id}`.execute(db)
      },
      does: pressed,
    },
    reminded_in_vain: {
      fill: async () => {
        const { booking } = await soon(65)
        const bank = { name: '玉山銀行', code: '808', account_name: '旗手旅行社', account_number: '0015-940-123456' }
        done(await admin.put('/house/record', { bank }))
        await sql`update bookings set deposit_due_on = today() - 4, balance_due_on = today() - 4 where id = ${booking}`.execute(
          db,
        )
      },
      does: async ({ action }) => done(await sales.post(action.path, {})),
    },
    payments_due: { fill: () => soon(60), does: async ({ record }) => pay(record.id, 10_000) },
    papers_missing: {
      fill: () => soon(40),
      does: async ({ action }) => done(await sales.patch(action.path, passport)),
    },
    registrations_to_call: {
      fill: async () => {
        done(await as('admin').put('/site', { telephone_only: true }))
        const contact = { name: '陳大文', phone: '0912345678' }
        done(await register((await trip(9)).id, ['陳大文'], { contact }))
      },
      does: async ({ action }) => press(action, 'sales'),
    },
    registrations_new: { fill: async () => register((await trip(9)).id, ['陳大文']), does: pressed },
    sales_deadlines_due: { fill: deadlineOf('sales'), does: pressed },
  },
  op: {
    incidents_open,
    expenses_to_approve: { fill: spend, does: async ({ action }) => done(await op.post(action.path, {})) },
    trips_below_minimum: {
      fill: () => soon(80, { min_pax: 2 }),
      does: async ({ record }) => done(await op.put(path(record.id, '/status'), { status: 'guaranteed' })),
    },
    trips_to_guarantee: {
      fill: () => soon(81, { min_pax: 1 }),
      does: async ({ record }) => done(await op.put(path(record.id, '/status'), { status: 'guaranteed' })),
    },
    op_deadlines_due: { fill: deadlineOf('op'), does: pressed },
    assembly_after_flight: {
      fill: async () => {
        const departure_date = daysFromToday(72)
        const assembly = { at: `${departure_date}T06:00:00+08:00`, place: '桃園機場第二航廈' }
        const { id } = await trip(9, { departure_date, assembly })
        await flight(id, { departs_at: `${departure_date}T05:30` })
      },
      does: async ({ action }) => {
        const { assembly } = done(await op.get(action.path))
        const at = new Date(Date.parse(assembly.at) - 3 * 3_600_000).toISOString()
        done(await op.put(action.path, { assembly: { ...assembly, at } }))
      },
    },
    readiness_red: {
      fill: () => soon(5),
      does: async ({ record: { id } }) => {
        const { rows } = await sql<{ id: number }>`
          select v.id from travelers v join bookings b on b.id = v.booking_id where b.planned_trip_id = ${id}`.execute(
          db,
        )
        const everybody = rows.map((row) => row.id)
        for (const one of everybody)
          done(await sales.patch(`/travelers/${one}`, { ...passport, birth_date: '1990-01-01' }))
        await staysOf(id, everybody)
        done(
          await op.put(path(id), { assembly: { at: `${daysFromToday(5)}T06:30:00+08:00`, place: '桃園機場第二航廈' } }),
        )
        done(await sales.post(path(id, '/departure-notices'), {}))
      },
    },
    people_unroomed: {
      fill: async () => {
        const { id } = await soon(18)
        await stayOf(id)
      },
      does: async ({ record, action }) => {
        const [stay] = done(await op.get(action.path))
        const all = stay.without_room.map(({ traveler_id }: { traveler_id: number }) => traveler_id)
        done(await op.put(path(record.id, `/stays/${stay.id}/rooms`), { rooms: [{ type: 'twin', traveler_ids: all }] }))
      },
    },
    hotels_unconfirmed: {
      fill: async () => {
        const { id } = await soon(35)
        await stayOf(id)
      },
      does: async ({ record, action }) => {
        for (const stay of done(await op.get(action.path)))
          done(await op.put(path(record.id, `/stays/${stay.id}`), { status: 'confirmed' }))
      },
    },
    hotels_to_release: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(65) })
        await stayOf(id)
        await callOff(id)
      },
      does: pressed,
    },
    op_quotes_to_give: quotes('op'),
    op_extras_to_complete: extras('op'),
    handovers_to_take: {
      fill: async () => {
        const { id } = await trip(9)
        done(await sales.put(path(id, '/handover'), { kind: 'sales_to_op', to_user_id: ids.op }))
      },
      does: async ({ action }) => {
        const kind = 'sales_to_op'
        done(await op.put(action.path, { kind, status: 'accepted', items: handed.slice(0, 3) }))
      },
    },
  },
  ticketing: {
    incidents_open,
    ticketing_quotes_to_give: quotes('ticketing'),
    ticketing_extras_to_complete: extras('ticketing'),
    seats_to_ticket: {
      fill: async () =>
        flight((await trip(9, { departure_date: daysFromToday(70) })).id, {
          seats_blocked: 9,
          ticketing_due_on: daysFromToday(3),
        }),
      does: async ({ action }) => {
        const [one] = done(await ticketing.get(action.path))
        done(await ticketing.put(`/planned-trip-flights/${one.id}`, { seats_ticketed: 9 }))
      },
    },
    flights_changed: {
      fill: async () => flight((await trip(9, { departure_date: daysFromToday(71) })).id, { status: 'changed' }),
      does: async ({ action }) => {
        const [one] = done(await ticketing.get(action.path))
        done(await ticketing.put(`/planned-trip-flights/${one.id}`, { status: 'confirmed' }))
      },
    },
    flights_to_release: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(66) })
        await flight(id, { seats_blocked: 20 })
        await callOff(id)
      },
      does: pressed,
    },
    ticketing_deadlines_due: { fill: deadlineOf('ticketing'), does: pressed },
  },
  line_control: {
    incidents_open,
    trips_without_leader: {
      fill: () => trip(9, { departure_date: daysFromToday(50) }),
      does: async ({ action }) => done(await line.put(action.path, { tour_leader_id: own })),
    },
    leaders_in_conflict: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(75) })
        done(await line.put(path(id, '/assigned-leader'), { tour_leader_id: own }))
        const sick = { tour_leader_id: own, type: 'sick', starts_on: daysFromToday(76), ends_on: daysFromToday(76) }
        done(await line.post('/leader-unavailabilities', { ...sick, override: true, reason: '住院' }))
      },
      does: async ({ action }) =>
        done(await line.put(action.path, { tour_leader_id: own, override: true, reason: '前一天出院，可以帶團' })),
    },
    leave_to_decide: {
      fill: async () =>
        done(
          await leader.post('/leader-unavailabilities', {
            ...{ type: 'annual_leave', reason: '家庭旅遊' },
            ...{ starts_on: daysFromToday(200), ends_on: daysFromToday(201) },
          }),
        ),
      does: ({ action }) => press(action, 'line_control'),
    },
    leaders_passports_expiring: {
      fill: async () =>
        done(await admin.post('/tour-leaders', { name: '阿德', passport_expires_on: daysFromToday(30) })),
      does: async ({ action }) => done(await line.put(action.path, { passport_expires_on: daysFromToday(0, 9) })),
    },
    leaders_licenses_expiring: {
      fill: async () => {
        const old = { type: '外語領隊執業證', number: 'B1', issued_on: '2020-01-01', expires_on: daysFromToday(20) }
        done(await admin.post('/tour-leaders', { name: '阿珠', licenses: [old] }))
      },
      // The new licence is added beside the old one.
      does: async ({ action }) => {
        const { licenses } = done(await line.get(action.path))
        const renewed = { type: '外語領隊執業證', number: 'B2', expires_on: daysFromToday(0, 5) }
        done(await line.put(action.path, { licenses: [...licenses, renewed] }))
      },
    },
    line_control_quotes_to_give: quotes('line_control'),
    line_control_extras_to_complete: extras('line_control'),
  },
  finance: {
    incidents_open,
    expenses_to_approve: { fill: spend, does: async ({ action }) => done(await finance.post(action.path, {})) },
    receipts_refused: { fill: refuseReceipt, does: async ({ action }) => done(await finance.post(action.path, {})) },
    payments_reported: {
      fill: async () => {
        const booking = await book((await trip(9)).id, ['王小美'], { customer_user_id: home.ids.customer })
        const said = { paid_on: daysFromToday(0), amount: '5000', last_five: '12345' }
        done(
          await as('customer').upload(`/bookings/${booking.id}/payment-reports`, multipart(jpeg, 'transfer.jpg', said)),
        )
      },
      does: async ({ action }) => done(await finance.post(action.path, {})),
    },
    bank_lines_waiting: {
      fill: async () => {
        const { booking } = await soon(64)
        const { booking_number } = done(await finance.get(`/bookings/${booking}`))
        const mapping = JSON.stringify({ booked_at: '交易日期', credit: '存入', text: '備註' })
        const file = `交易日期,存入,備註\n${daysFromToday(0)},5000,${booking_number}`
        done(await finance.upload('/bank-statements', multipart(Buffer.from(file), 'bank.csv', { mapping })))
      },
      does: async ({ action, record }) => {
        const [{ booking_id }] = done(await finance.get(`/bank-lines/${record.id}`)).candidates
        done(await finance.post(action.path, { bookings: [{ booking_id, amount: 5000 }] }))
      },
    },
    payment_notices_to_see: {
      fill: async () => {
        done(await admin.put('/payment-providers/ecpay', ecpayTest))
        await fakeProviders(home).ecpay('NOTOURS')
      },
      does: async ({ action }) => done(await finance.post(action.path, { remark: '綠界已退款' })),
    },
    unreceipted: {
      fill: async () => {
        const { booking, total } = await soon(66)
        await pay(booking, total)
      },
      does: async ({ action, record }) =>
        done(await finance.post(action.path, { medium: 'paper', number: `T${90000000 + record.id}` })),
    },
    cheques_due: {
      fill: async () => {
        const { booking } = await soon(65)
        const parts = { amount: 5000, bookings: [{ booking_id: booking, amount: 5000 }] }
        done(
          await finance.post('/cheques', { number: 'DUE1', drawer_bank: '玉山', due_on: daysFromToday(0), ...parts }),
        )
      },
      does: async ({ action }) => done(await finance.post(action.path, {})),
    },
    charged_back: {
      fill: async () => {
        const { booking } = await soon(67)
        const card = { kind: 'payment', method: 'creditCard', amount: 5000, received_at: new Date().toISOString() }
        const { id } = done(await as('sales').post(`/bookings/${booking}/payments`, card))
        const charged_back_on = daysFromToday(0)
        done(
          await finance.post(`/bookings/${booking}/payments/${id}/charge-back`, {
            ...{ charged_back_on, reason: '持卡人否認交易' },
          }),
        )
      },
      does: async ({ record }) => pay(record.id, done(await finance.get(`/bookings/${record.id}`)).balance),
    },
    payments_overdue: {
      fill: async () => {
        const { booking } = await soon(61)
        await sql`update bookings set deposit_due_on = today() - 3, balance_due_on = today() - 3 where id = ${booking}`.execute(
          db,
        )
      },
      does: async ({ record }) => pay(record.id, done(await finance.get(`/bookings/${record.id}`)).balance),
    },
    refunds_due: {
      fill: async () => {
        const { booking } = await soon(62)
        await pay(booking, 39_900)
        done(await admin.post(`/bookings/${booking}/cancel`, { reason: '改期', cause: 'house_fault' }))
      },
      does: async ({ action, record }) => {
        const { rows } = await sql<{ id: number }>`
          select id from booking_obligations where booking_id = ${record.id} and open_amount > 0`.execute(db)
        for (const { id } of rows) done(await finance.post(action.path, { obligation_id: id, payee: '王小美' }))
      },
    },
    margin_invoices_due: {
      fill: async () => {
        const { id } = await soon(66)
        await sql`update planned_trips set status = 'returned', departure_date = today() - 4, return_date = today() - 1 where id = ${id}`.execute(
          db,
        )
      },
      does: async ({ action }) =>
        done(
          await finance.put(action.path, { number: 'AB12345678', issued_on: daysFromToday(0), amount: 500, tax: 24 }),
        ),
    },
    refunds_to_pay: {
      fill: async () => {
        const { booking } = await soon(63)
        await pay(booking, 39_900)
        done(await admin.post(`/bookings/${booking}/cancel`, { reason: '改期', cause: 'house_fault' }))
        const [{ id: obligation_id }] = done(await finance.get(`/bookings/${booking}/obligations`))
        const order = done(await finance.post('/refund-orders', { obligation_id, payee: '王小美' }))
        done(await admin.post(`/refund-orders/${order.id}/approve`, {}))
      },
      does: async ({ action }) =>
        done(await finance.post(action.path, { method: 'bankTransfer', received_at: new Date().toISOString() })),
    },
  },
  leader: {
    incidents_open,
    trips_to_prepare: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(25) })
        done(await line.put(path(id, '/assigned-leader'), { tour_leader_id: own }))
        done(await op.put(path(id, '/handover'), { kind: 'op_to_leader', to_user_id: ids.leader }))
      },
      does: async ({ record }) => {
        const kind = 'op_to_leader'
        done(await leader.put(path(record.id, '/handover'), { kind, status: 'accepted', items: handed.slice(3, 7) }))
      },
    },
    trips_to_hand_back: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(120) })
        await sql`update planned_trips set status = 'departed', assigned_leader_id = ${own}, departure_date = today() - 4, return_date = today() - 1 where id = ${id}`.execute(
          db,
        )
      },
      does: async ({ action }) =>
        done(await leader.put(action.path, { kind: 'leader_to_op', to_user_id: ids.op, items: handed.slice(7) })),
    },
    handovers_to_take: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(140) })
        done(await line.put(path(id, '/assigned-leader'), { tour_leader_id: own }))
        done(await op.put(path(id, '/handover'), { kind: 'op_to_leader', to_user_id: ids.leader }))
      },
      does: async ({ action }) => {
        const kind = 'op_to_leader'
        done(await leader.put(action.path, { kind, status: 'accepted', items: handed.slice(3, 7) }))
      },
    },
  },
  manager: {
    incidents_open,
    trips_in_trouble: {
      fill: async () => {
        const { id } = await trip(9, { departure_date: daysFromToday(2) })
        done(await line.put(path(id, '/assigned-leader'), { tour_leader_id: own }))
        await flight(id, { status: 'changed' })
      },
      does: async ({ record }) => {
        const [one] = done(await ticketing.get(path(record.id, '/flights')))
        done(await ticketing.put(`/planned-trip-flights/${one.id}`, { status: 'confirmed' }))
      },
    },
    trips_below_minimum: {
      fill: () => soon(82, { min_pax: 2 }),
      does: async ({ record }) => done(await op.put(path(record.id, '/status'), { status: 'guaranteed' })),
    },
    payments_overdue: {
      fill: async () => {
        const { booking } = await soon(63)
        await sql`update bookings set deposit_due_on = today() - 3, balance_due_on = today() - 3 where id = ${booking}`.execute(
          db,
        )
      },
      does: async ({ record }) => pay(record.id, done(await finance.get(`/bookings/${record.id}`)).balance),
    },
    feedback_low: {
      fill: async () => {
        const { booking } = await soon(64)
        await sql`insert into trip_feedback (booking_id, trip_score, remarks, answered_at)
          values (${booking}, 1, '車子壞了兩次', now() - interval '1 hour')`.execute(db)
      },
      does: async ({ action }) => done(await as('manager').post(action.path, { words: '已致電道歉' })),
    },
  },
  admin: {
    incidents_open,
    receipt_numbers_low: {
      fill: async () => {
        await sql`update receipt_platform set is_on = true, fallback_email = 'office@example.com'`.execute(db)
        await sql`insert into receipt_numbers_left (environment, surplus) values ('test', 150)`.execute(db)
      },
      does: async () => {
        await sql`update receipt_numbers_left set surplus = 1000`.execute(db)
      },
    },
    approvals: { fill: () => talk.asked(there.guarded), does: pressed },
    insurances_ending: {
      fill: () =>
        sql`update house set liability_insurance = liability_insurance || jsonb_build_object('ends_on', today() + 29)`.execute(
          db,
        ),
      does: async ({ action }) => {
        const { liability_insurance } = (await admin.get('/house/record')).data
        const renewed = { ...liability_insurance, ends_on: daysFromToday(365) }
        done(await admin.put(action.path, { liability_insurance: renewed }))
      },
    },
    webhooks_failed: {
      fill: async () => {
        const hook = done(await admin.post('/webhooks', { name: '會計', url: 'https://office.example/hook' })).id
        await sql`insert into webhook_deliveries (webhook_id, event, data, status, next_try_at)
          values (${hook}, 'booking.confirmed', '{}', 'failed', null)`.execute(db)
      },
      does: pressed,
    },
    jobs_failed: {
      fill: () =>
        sql`insert into jobs.job (name, data, state, completed_on) values ('work.mail', '{}', 'failed', now())`.execute(
          db,
        ),
      // The cause of the failure is removed: the next message succeeds.
      does: async () => {
        await workers()
        await home.database.transaction({}, async (tx) => enqueue(tx, 'work.mail', { user_id: ids.sales }))
        await until(async () => (await work('?for=admin')).every(({ key }) => key !== 'jobs_failed'), 'the next job')
      },
    },
    invitations_unused: {
      fill: async () => {
        const post = await workers()
        const { id } = done(await admin.post('/users', { name: '新人', email: 'new@office.example', role: 'sales' }))
        await post.until(() => post.to('new@office.example').length === 1, 'the first invitation')
        await sql`update users set created_at = now() - interval '4 days' where id = ${id}`.execute(db)
        await sql`update links set created_at = now() - interval '4 days' where user_id = ${id}`.execute(db)
      },
      does: async ({ action }) => {
        const post = await workers()
        await press(action)
        await post.until(() => post.to('new@office.example').length === 2, 'the second invitation')
      },
    },
  },
}

const callOff = async (id: number) =>
  done(await op.put(path(id, '/status'), { status: 'cancelled', reason: '未達最低成團人數' }))
const stayOf = async (id: number) => {
  const { departure_date: check_in, return_date: check_out } = (await op.get(path(id))).data
  return done(await op.post(path(id, '/stays'), { hotel_id, check_in, check_out })).id as number
}
const staysOf = async (id: number, traveler_ids: number[]) => {
  const stay = await stayOf(id)
  done(await op.put(path(id, `/stays/${stay}`), { status: 'confirmed' }))
  done(await op.put(path(id, `/stays/${stay}/rooms`), { rooms: [{ type: 'twin', traveler_ids }] }))
}
let working: ReturnType<typeof startSending> | undefined
const startSending = async () => {
  const post = await smtp(home.atEnd)
  await startWorkers(home, post.url)
  return post
}
const workers = () => (working ??= startSending())

const later = daysFromToday(400)
// Removes the trips and accounts of the fixtures from all groups, so that a group is empty once the test has done its work.
const clear = async () => {
  await sql`update planned_trips set departure_date = ${later}, return_date = ${later}, briefing_starts_at = null, briefing_ends_at = null
             where departure_date > today() or return_date >= today()`.execute(db)
  await sql`update planned_trips set status = 'settled' where status in ('departed', 'returned')`.execute(db)
  await sql`update users set created_at = now() where last_login_at is null and email like '%@example.com'`.execute(db)
  await sql`delete from leader_calendar`.execute(db)
  await sql`update trip_deadlines set done_at = now() where done_at is null`.execute(db)
  await sql`update planned_trip_flights set ticketing_due_on = null`.execute(db)
  await sql`update bookings set hold_expires_at = null, deposit_due_on = today() + 300, balance_due_on = today() + 300`.execute(
    db,
  )
}

for (const [team, groups] of Object.entries(groupsOf) as [Team, (typeof groupsOf)[Team]][])
  for (const { key } of groups)
    test(`${team}: ${key} is empty once its work is done`, async () => {
      const play = plays[team]?.[key]
      if (!play) assert.fail(`no play for ${key}`)
      await clear()
      const found = async () => (await work(`?for=${team}`)).find((group) => group.key === key)?.items ?? []
      await play.fill()
      const rows = await found()
      assert.ok(rows.length, 'nothing waits')
      for (const row of rows) await play.does(row)
      assert.deepEqual(await found(), [])
    })

test('what a cancelled trip holds waits for its team, with the day by which it costs nothing, and its deadlines end', async () => {
  await clear()
  const { id } = await trip(9, { departure_date: daysFromToday(60) })
  const leg = { direction: 'internal', origin: 'CTS', destination: 'HND', departs_timezone: 'Asia/Tokyo' }
  const day = daysFromToday(60)
  await flight(id, { seats_blocked: 20, ticketing_due_on: daysFromToday(9) })
  const between = await flight(id, {
    ...{ ...leg, flight_number: 'NH60', departs_at: `${day}T15:00`, arrives_at: `${day}T16:30` },
    ...{ seats_blocked: 20, seats_ticketed: 3, ticketing_due_on: daysFromToday(9) },
  })
  await flight(id, {
    ...{ ...leg, origin: 'HND', destination: 'KIX', flight_number: 'NH31' },
    ...{ departs_at: `${day}T18:00`, arrives_at: `${day}T19:10`, ticketing_due_on: daysFromToday(-1) },
  })
  const [requested, confirmed] = [await stayOf(id), await stayOf(id)]
  done(await op.put(path(id, `/stays/${confirmed}`), { status: 'confirmed' }))
  await sql`delete from trip_deadlines where planned_trip_id = ${id} and key = 'hotel_confirmation'`.execute(db)
  done(await op.post(path(id, '/deadlines'), { key: 'hotel_confirmation', owner: 'op', due_on: daysFromToday(12) }))
  done(await op.post(path(id, '/deadlines'), { key: 'tips', owner: 'op', due_on: daysFromToday(-2) }))
  const overdue = async () => {
    const { deadlines } = done(await op.get(path(id)))
    const late = deadlines.filter((each: { is_overdue: boolean }) => each.is_overdue).length
    const open = deadlines.filter((each: { is_open: boolean }) => each.is_open).length
    const { total } = (await op.get(`/deadlines?planned_trip_id=${id}&done=false`)).body.meta
    const listed = (await op.get('/planned-trips?overdue_deadline=true&per_page=100')).data
    return [late > 0, open > 0, total > 0, listed.some((each: { id: number }) => each.id === id)]
  }
  assert.deepEqual(await overdue(), [true, true, true, true])
  await callOff(id)
  assert.deepEqual(await overdue(), [false, false, false, false])

  const waiting = async (team: 'op' | 'ticketing', key: string) =>
    ((await work(`?for=${team}`)).find((group) => group.key === key)?.items ?? []) as (Item & Named)[]
  const seen = (items: Named[]) => items.map(({ record, due_on }) => [record.name, record.name_en, due_on])
  const today = daysFromToday(0)
  assert.deepEqual(seen(await waiting('ticketing', 'flights_to_release')).sort(), [
    ['BR116 · 機位 20', 'BR116 · seats 20', daysFromToday(9)],
    ['NH31', 'NH31', today],
    ['NH60 · 已開票 3', 'NH60 · ticketed 3', today],
  ])
  const hotels = (await waiting('op', 'hotels_to_release')).map(({ action, due_on }) => [action.path, due_on])
  assert.deepEqual(hotels, [
    [`/api/planned-trips/${id}/stays/${confirmed}`, today],
    [`/api/planned-trips/${id}/stays/${requested}`, daysFromToday(12)],
  ])

  // The flights before and after it do not connect without it, which matters no more. Nothing but the status can be changed.
  const refused = await ticketing.put(`/planned-trip-flights/${between}`, { seats_ticketed: 0, status: 'cancelled' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'step_not_possible'])
  done(await ticketing.put(`/planned-trip-flights/${between}`, { status: 'cancelled' }))
  assert.equal((await waiting('ticketing', 'flights_to_release')).length, 2)
  done(await ticketing.put(`/planned-trip-flights/${between}`, { status: 'confirmed' }))
  assert.equal((await waiting('ticketing', 'flights_to_release')).length, 3)
})
type Named = { record: { name: string; name_en: string }; due_on: string }

test('a flight without blocked seats waits until everybody who flies with the group has a ticket', async () => {
  await clear()
  const { id } = await trip(9, { departure_date: daysFromToday(40) })
  const { travelers } = await book(id, ['王小美', '陳大文', '林自飛'])
  done(await sales.patch(`/travelers/${travelers[2].id}`, { ticket_handling: 'individual' }))
  const requested = await flight(id, { ticketing_due_on: daysFromToday(3) })
  const waits = async (seats_ticketed: number) => {
    done(await ticketing.put(`/planned-trip-flights/${requested}`, { seats_ticketed }))
    return (await work('?for=ticketing')).some(({ key }) => key === 'seats_to_ticket')
  }
  assert.deepEqual([await waits(0), await waits(1), await waits(2)], [true, true, false])
})
