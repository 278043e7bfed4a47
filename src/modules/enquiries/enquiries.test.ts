import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { endedEnquiries } from './erase.ts'

const home = await house()
const { as, database, db, ids } = home
const sales = as('sales', { 'accept-language': 'zh-TW' })
const [manager, admin] = [as('manager'), as('admin')]
const { trip, body, book, package_id } = await bookingFixtures(home)
const { id: planned, serial } = await trip(30)
const other = done(await admin.post('/users', { name: '業務小王', email: 'wang@office.example', role: 'sales' })).id
await sql`update users set status = 'active' where id = ${other}`.execute(db)

const mei = { name: '王小美', phone: '0912-345-678', source: 'phone', wish: '十月楓葉，兩大一小', people: 3 }
const enter = async (more: object = {}) => done(await sales.post('/enquiries', { ...mei, ...more }))
const one = async (id: number) => done(await sales.get(`/enquiries/${id}`))
const told = async (event: string) => {
  const { rows } = await sql<{ user_id: number; subject_id: number }>`
    select user_id, subject_id from notifications where event = ${event} order by id`.execute(db)
  return rows.map(({ user_id, subject_id }) => [user_id, subject_id])
}

test('who enters an enquiry owns it and calls today; a way to reach the person is needed', async () => {
  const made = await enter({ budget: 45_000, travel_from: '2099-10-01', travel_to: '2099-10-31' })
  assert.match(made.enquiry_number, /^EQ\d{7}$/)
  assert.deepEqual(
    [made.status, made.sales_user_id, made.sales_user.name, made.follow_up_on, made.is_overdue, made.budget],
    ['new', ids.sales, '業務小陳', daysFromToday(0), false, 45_000],
  )
  assert.deepEqual(made.possible, ['in-touch', 'quote', 'book', 'link', 'lose'])
  const silent = await sales.post('/enquiries', { name: '無名氏', source: 'walk_in' })
  assert.deepEqual(
    [silent.status, silent.body.errors.phone],
    [422, ['請至少留一種聯絡方式：電話、電子郵件或 LINE 帳號。']],
  )
  const upside = await sales.post('/enquiries', { ...mei, travel_from: '2099-10-31', travel_to: '2099-10-01' })
  assert.deepEqual(Object.keys(upside.body.errors), ['travel_to'])
  assert.equal((await manager.post('/enquiries', { ...mei, name: '主管記的' })).data.sales_user_id, null)
})

test('an open enquiry of the same telephone or mail address is told, and not refused', async () => {
  const first = await enter({ name: '陳大文', phone: '0922 111 222', email: 'chen@example.com' })
  const again = await enter({ name: '陳太太', phone: '+886 922-111-222' })
  assert.deepEqual(
    again.duplicates.map((one: { id: number; name: string }) => [one.id, one.name]),
    [[first.id, '陳大文']],
  )
  const mailed = await enter({ name: 'Chen', phone: null, line_id: 'chen', email: 'CHEN@example.com' })
  assert.deepEqual(
    mailed.duplicates.map((one: { id: number }) => one.id),
    [first.id],
  )
  done(await sales.post(`/enquiries/${first.id}/lose`, { lost_reason: 'elsewhere' }))
  assert.deepEqual((await one(mailed.id)).duplicates, [])
})

test('a note is added and never changed; it sets the next day, and whoever was new is in touch', async () => {
  const { id } = await enter({ name: '林備註' })
  const next = daysFromToday(3)
  const noted = done(await sales.post(`/enquiries/${id}/notes`, { words: '週五再確認人數', follow_up_on: next }))
  assert.deepEqual([noted.status, noted.follow_up_on], ['in_touch', next])
  done(await manager.post(`/enquiries/${id}/notes`, { words: '主管看過' }))
  const { notes, follow_up_on } = await one(id)
  assert.deepEqual(
    notes.map((note: { words: string; by: { name: string } }) => [note.words, note.by.name]),
    [
      ['主管看過', '主管老周'],
      ['週五再確認人數', '業務小陳'],
    ],
  )
  assert.equal(follow_up_on, next)
  assert.equal((await sales.put(`/enquiries/${id}/notes`, { words: '改' })).status, 405)
})

test('an enquiry is quoted, lost with a reason and opened again; what is not possible is refused by name', async () => {
  const { id } = await enter({ name: '張報價' })
  assert.equal(done(await sales.post(`/enquiries/${id}/quote`)).status, 'quoted')
  assert.deepEqual(Object.keys((await sales.post(`/enquiries/${id}/lose`, {})).body.errors), ['lost_reason'])
  const lost = done(await sales.post(`/enquiries/${id}/lose`, { lost_reason: 'price', lost_note: '比別家貴三千' }))
  assert.deepEqual(
    [lost.status, lost.lost_reason, lost.lost_note, lost.possible],
    ['lost', 'price', '比別家貴三千', ['reopen']],
  )
  assert.ok(lost.ended_at)
  const refused = await sales.post(`/enquiries/${id}/quote`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.possible], [409, 'step_not_possible', ['reopen']])
  assert.equal(refused.body.detail, '狀態為「未成交」時不能進行「改為已報價」；目前可行：重新開啟。')
  const again = done(await sales.post(`/enquiries/${id}/reopen`))
  assert.deepEqual(
    [again.status, again.lost_reason, again.ended_at, again.follow_up_on],
    ['in_touch', null, null, daysFromToday(0)],
  )
})

test('the history of an enquiry tells each act once, with who, from what and to what', async () => {
  const { id, enquiry_number } = await enter({ name: '歷程' })
  const [first, second] = [daysFromToday(3), daysFromToday(7)]
  done(await sales.post(`/enquiries/${id}/notes`, { words: '週五再確認', follow_up_on: first }))
  done(await manager.post(`/enquiries/${id}/hand-over`, { sales_user_id: other, words: '客人住台中' }))
  done(await sales.put(`/enquiries/${id}`, { follow_up_on: second }))
  done(await sales.post(`/enquiries/${id}/lose`, { lost_reason: 'price', lost_note: '比別家貴' }))
  done(await manager.post(`/enquiries/${id}/reopen`))
  const booking = await book(planned, ['歷程'])
  done(await sales.post(`/enquiries/${id}/link`, { booking_id: booking.id }))
  type Act = {
    by: { name: string }
    words: string | null
    change: { record: { name: string }; changes: Record<string, unknown[]>; names: Record<string, object> }
    booking: object | null
  }
  const history = async (): Promise<Act[]> => done(await sales.get(`/enquiries/${id}/history`))
  const acts = await history()
  const days = (was: string, is: string) => ({ follow_up_on: [was, is] })
  const told = acts.map(({ by, words, change, booking }) => {
    const { ended_at: _moment, ...changes } = change.changes
    return [by.name, words, changes, booking]
  })
  assert.deepEqual(told, [
    ['業務小陳', null, { status: ['in_touch', 'won'] }, { id: booking.id, booking_number: booking.booking_number }],
    [
      ...['主管老周', null],
      {
        ...{ status: ['lost', 'in_touch'], lost_reason: ['price', null], lost_note: ['比別家貴', null] },
        ...days(second, daysFromToday(0)),
      },
      null,
    ],
    [
      ...['業務小陳', null],
      { status: ['in_touch', 'lost'], lost_reason: [null, 'price'], lost_note: [null, '比別家貴'] },
      null,
    ],
    ['業務小陳', null, days(first, second), null],
    ['主管老周', '客人住台中', { sales_user_id: [ids.sales, other] }, null],
    ['業務小陳', '週五再確認', { status: ['new', 'in_touch'], ...days(daysFromToday(0), first) }, null],
    ['業務小陳', null, { source: [null, 'phone'] }, null],
  ])
  assert.deepEqual(
    [acts[4]?.change.names, acts[6]?.change.record.name],
    [
      {
        sales_user_id: {
          [ids.sales]: { name: '業務小陳', name_en: null },
          [other]: { name: '業務小王', name_en: null },
        },
      },
      enquiry_number,
    ],
  )
  for (const who of ['op', 'finance', 'customer'] as const)
    assert.equal((await as(who).get(`/enquiries/${id}/history`)).status, 403, who)
  assert.equal((await sales.get('/enquiries/999999/history')).status, 404)
  done(await admin.post(`/enquiries/${id}/erase`))
  assert.deepEqual(
    (await history()).map(({ change, booking }) => [change?.changes, booking]),
    [
      [undefined, { id: booking.id, booking_number: booking.booking_number }],
      [{ source: [null, 'phone'] }, null],
    ],
  )
})

test('an enquiry that another has changed meanwhile is not overwritten', async () => {
  const { id, version } = await enter({ name: '版本' })
  done(await sales.put(`/enquiries/${id}`, { people: 4 }))
  const stale = await sales.put(`/enquiries/${id}`, { people: 9 }, { 'if-match': `"${version}"` })
  assert.deepEqual([stale.status, stale.body.code, (await one(id)).people], [412, 'stale', 4])
})

test('a handover tells the next owner, with a note; a new one without an owner is told to all of sales', async () => {
  const { id } = await enter({ name: '交接' })
  const handed = done(await sales.post(`/enquiries/${id}/hand-over`, { sales_user_id: other, words: '客人住台中' }))
  assert.deepEqual([handed.sales_user.name, handed.notes[0].words], ['業務小王', '客人住台中'])
  assert.deepEqual((await told('enquiry.handed-over')).at(-1), [other, id])
  const wrong = await sales.post(`/enquiries/${id}/hand-over`, { sales_user_id: ids.op })
  assert.deepEqual(wrong.body.errors, { sales_user_id: ['必須是業務人員的使用中帳號。'] })
  assert.equal((await sales.put(`/enquiries/${id}`, { sales_user_id: ids.sales })).status, 422)

  const unowned = done(await manager.post('/enquiries', { ...mei, name: '無主' })).id
  const asked = (await told('enquiry.asked')).filter(([, subject]) => subject === unowned)
  assert.deepEqual(asked.map(([user]) => user).sort(), [ids.sales, other].sort())
  assert.equal(
    done(await as('sales').post(`/enquiries/${unowned}/hand-over`, { sales_user_id: ids.sales })).status,
    'new',
  )
})

test('a booking is made of an enquiry: it has its contact, note, owner and source, and wins it', async () => {
  const { id } = await enter({
    name: '許訂團',
    email: 'hsu@example.com',
    source: 'recommendation',
    planned_trip_id: planned,
  })
  const { contact: _contact, marketing_source: _heard, ...party } = body(planned, ['許訂團', '許先生'])
  const booked = done(await sales.post(`/enquiries/${id}/booking`, party))
  assert.deepEqual(booked.contact, {
    name: '許訂團',
    phone: '0912-345-678',
    email: 'hsu@example.com',
    line_id: null,
  })
  assert.deepEqual(
    [booked.enquiry_id, booked.marketing_source, booked.customer_note, booked.sales_user_id, booked.source],
    [id, 'referral', '十月楓葉，兩大一小', ids.sales, 'staff'],
  )
  const won = await one(id)
  assert.deepEqual(
    [won.status, won.bookings, won.trip.serial],
    ['won', [{ id: booked.id, booking_number: booked.booking_number, status: 'held' }], serial],
  )
  assert.deepEqual(
    done(await sales.get(`/bookings?enquiry_id=${id}`)).map((each: { id: number }) => each.id),
    [booked.id],
  )
  const twice = await sales.post(`/enquiries/${id}/booking`, party)
  assert.equal(twice.body.code, 'step_not_possible')
  assert.equal((await manager.post(`/enquiries/${id}/booking`, party)).status, 403)

  const unheard = await enter({ name: '只留信箱', phone: null, email: 'only@example.com' })
  const needs = await sales.post(`/enquiries/${unheard.id}/booking`, party)
  assert.deepEqual(Object.keys(needs.body.errors), ['contact.phone'])
  const contact = { name: '只留信箱', phone: '0933000111', email: 'only@example.com' }
  done(await sales.post(`/enquiries/${unheard.id}/booking`, { ...party, contact }))
})

test('a booking that is there already is linked, once, and its customer does not read the number', async () => {
  const { id } = await enter({ name: '連結' })
  const booking = await book(planned, ['李大同'], { customer_user_id: ids.customer })
  const linked = done(await sales.post(`/enquiries/${id}/link`, { booking_id: booking.id }))
  assert.deepEqual([linked.status, linked.bookings[0].id], ['won', booking.id])
  assert.equal(done(await sales.get(`/bookings/${booking.id}`)).enquiry_id, id)
  for (const who of ['customer', 'finance'] as const)
    assert.equal(done(await as(who).get(`/bookings/${booking.id}`)).enquiry_id, null, who)
  const { id: second } = await enter({ name: '連結二' })
  const unknown = await sales.post('/enquiries/2000000011/link', { booking_id: (await book(planned, ['王小美'])).id })
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found'])
  const refused = await sales.post(`/enquiries/${second}/link`, { booking_id: booking.id })
  assert.deepEqual(
    [refused.status, Object.keys(refused.body.errors), (await one(second)).status],
    [422, ['booking_id'], 'new'],
  )
})

test('the list is found by name, digits of the telephone, mail address, month, area, owner and what is overdue', async () => {
  const area_id = done(await admin.post('/geographical-areas', { code: 'JAPAN', name: '日本線' })).id
  const { id } = await enter({
    ...{ name: '蔡搜尋', phone: '0987-654-321', email: 'tsai@example.com', source: 'line', area_id, package_id },
    ...{ travel_from: '2098-09-20', travel_to: '2098-10-05', follow_up_on: daysFromToday(-2) },
  })
  const found = async (query: string): Promise<number[]> =>
    done(await sales.get(`/enquiries?${query}`)).map((each: { id: number }) => each.id)
  for (const query of [
    'q=蔡搜',
    'q=0987654321',
    'q=%2B886987654321',
    'q=tsai@example',
    'source=line',
    `area_id=${area_id}`,
  ])
    assert.deepEqual(await found(query), [id], query)
  for (const query of ['month=2098-09', 'month=2098-10', `package_id=${package_id}`, 'overdue=true&group=open'])
    assert.deepEqual(await found(query), [id], query)
  assert.deepEqual(await found('month=2098-11'), [])
  assert.ok((await found('mine=true')).includes(id))
  assert.ok(!(await found(`sales_user_id=${other}`)).includes(id))
  assert.ok(!(await found('is_unowned=true')).includes(id))
  assert.equal((await sales.get('/enquiries?month=2098-13')).status, 422)
  const csv = await sales.get('/enquiries?q=蔡搜&format=csv')
  assert.match(csv.body, /^﻿?洽詢編號,名稱,電話,/)
  const groups = done(await sales.get('/search?q=蔡搜尋'))
  assert.deepEqual(
    groups.map((group: { kind: string; items: { id: number }[] }) => [group.kind, group.items[0]?.id]),
    [['enquiry', id]],
  )
  assert.deepEqual(done(await as('op').get('/search?q=蔡搜尋')), [])
})

test('departments, finance, leaders, customers and strangers have no part in it', async () => {
  const { id } = await enter({ name: '權限' })
  for (const who of ['op', 'finance', 'leader', 'customer'] as const)
    for (const path of ['/enquiries', `/enquiries/${id}`]) assert.equal((await as(who).get(path)).status, 403, who)
  assert.equal((await as().get('/enquiries')).status, 401)
  const audit = `/audit?table_name=enquiries&record_id=${id}`
  assert.equal((await as('op').get(audit)).status, 403)
  assert.equal((await sales.get(audit)).status, 200)
})

test('a person is erased with what it asked, and not those of another name with the same telephone', async () => {
  const contact = { name: '洪標記', phone: '0977 000 111', email: 'hung.marker@example.com' }
  const booking = done(await sales.post('/bookings', { ...body(planned, ['洪標記']), contact }))
  const own = await enter({ name: '洪標記', phone: '0977-000-111', wish: '標記願望' })
  done(await sales.post(`/enquiries/${own.id}/notes`, { words: '標記備註' }))
  const wife = await enter({ name: '洪太太', phone: '0977-000-111' })
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(done(await sales.get(`/persons/${person_id}`)).enquiries, [
    { id: own.id, enquiry_number: own.enquiry_number, status: 'in_touch' },
  ])
  done(await sales.post(`/bookings/${booking.id}/cancel`, { reason: '不去了' }))
  done(await admin.post(`/persons/${person_id}/erase`))
  const gone = await one(own.id)
  assert.deepEqual(
    [gone.name, gone.phone, gone.wish, gone.notes, gone.status, gone.lost_reason, gone.source],
    ['•••', null, null, [], 'lost', 'other', 'phone'],
  )
  assert.equal((await one(wife.id)).name, '洪太太')
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(changes::text, ' '), '') || coalesce((select string_agg(params::text, ' ') from notifications where subject_type = 'enquiry' and subject_id = ${own.id}), '') as text
      from audit where table_name = 'enquiries' and record_id = ${own.id}`.execute(db)
  assert.doesNotMatch(rows[0]?.text ?? '', /標記|0977/)

  assert.equal((await sales.post(`/enquiries/${wife.id}/erase`)).status, 403)
  assert.equal(done(await admin.post(`/enquiries/${wife.id}/erase`)).name, '•••')
})

test('two years after its end the person of an enquiry is forgotten; open ones and the counts stay', async () => {
  const [old, recent, open] = [await enter({ name: '舊' }), await enter({ name: '近' }), await enter({ name: '仍開' })]
  for (const { id } of [old, recent]) done(await sales.post(`/enquiries/${id}/lose`, { lost_reason: 'dates' }))
  await sql`update enquiries set ended_at = now() - interval '731 days' where id = ${old.id}`.execute(db)
  await sql`update enquiries set ended_at = now() - interval '729 days' where id = ${recent.id}`.execute(db)
  await sql`update enquiries set created_at = now() - interval '9 years' where id = ${open.id}`.execute(db)
  assert.equal(await database.transaction({}, endedEnquiries.deleteBatch), 1)
  assert.equal(await database.transaction({}, endedEnquiries.deleteBatch), 0)
  assert.deepEqual(
    [(await one(old.id)).name, (await one(old.id)).lost_reason, (await one(recent.id)).name, (await one(open.id)).name],
    ['•••', 'dates', '近', '仍開'],
  )
})
