import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { house } from '../../../../test/house.ts'
import { outbox } from '../../../../test/outbox.ts'

const home = await house()
const { as, app, db } = home
const post = await outbox(home)
const { trip, book, mailedLink } = await bookingFixtures(home)
const [sales, op] = [as('sales'), as('op')]
const sold = (capacity: number) =>
  trip(capacity, {
    departure_date: daysFromToday(90),
    price_overrides: { adult: 60000, child_with_bed: 50000, infant: 35000, single_supplement: 9000 },
  })
const grown = (name: string) => ({ name, birth_date: daysFromToday(-100, -40) })
const read = async (id: number) => done(await sales.get(`/bookings/${id}`))
const travelerOf = async (id: number) => done(await sales.get(`/travelers/${id}`))
const remaining = async (on: number) => done(await sales.get(`/planned-trips/${on}`)).seats.remaining
const openOf = async (booking_id: number) =>
  done(await sales.get(`/change-requests?booking_id=${booking_id}&status=open`))

let nth = 0
/** A confirmed booking of two adults, the link of its contact, and the mail address of the contact. */
const confirmed = async (on: number, people: (string | object)[] = [grown('王大明'), grown('林美玲')]) => {
  nth += 1
  const email = `contact${nth}@example.com`
  const contact = { name: '王大明', phone: '0912345678', email }
  const { id, booking_number, travelers } = await book(on, people, { contact })
  done(await sales.post(`/bookings/${id}/confirm`))
  const link = await mailedLink(booking_number)
  const ids: number[] = travelers.map((each: { id: number }) => each.id)
  const change = (traveler: number, body: object) => as().put(`${link}/travelers/${traveler}`, body)
  return { id, booking_number, email, link, ids, change }
}
const newsOf = async () => {
  const { data } = await sales.get('/notifications?unread=true')
  await sales.post('/notifications/mark-all-read')
  return data as { title: string; body: string; subject: object }[]
}

test('a change by link that changes the price of a confirmed booking becomes a request, which sales accept, with a manager if it lowers the price above the limit', async () => {
  const { id: on } = await sold(2)
  const { id, booking_number, email, ids, change } = await confirmed(on)
  const [, second = 0] = ids
  await newsOf()
  const asked = await change(second, { birth_date: daysFromToday(-100), passport_number: '300000009' })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  assert.equal(asked.data.passport_number, '•••009', 'what was missing is saved')
  assert.equal((await travelerOf(second)).passenger_type, 'adult')
  assert.deepEqual([(await read(id)).total, await remaining(on)], [120000, 0])

  const [request] = await openOf(id)
  assert.equal(request.id, asked.body.meta.change_request)
  assert.deepEqual(
    [request.fields, request.birth_date, request.passenger_type_before, request.passenger_type_after],
    [['birth_date'], '•••', 'adult', 'infant'],
  )
  assert.deepEqual([request.price_before, request.price_after, request.currency], [120000, 95000, 'TWD'])
  assert.deepEqual(request.possible, ['accept', 'decline'])
  assert.deepEqual((await op.get(`/change-requests/${request.id}`)).data.possible, [])
  const revealed = await sales.post(`/change-requests/${request.id}/reveal`, { fields: ['birth_date'], reason: '核對' })
  assert.deepEqual(revealed.data, { birth_date: daysFromToday(-100) })
  const told = (await newsOf()).find(({ title }) => title.includes('A customer requests a change of a traveler'))
  assert.match(told?.body ?? '', /Fare: Adult → Infant/)
  assert.match(told?.body ?? '', /Total of the booking: NT\$120,000 → NT\$95,000/)

  for (const who of ['op', 'manager', 'finance', 'customer', 'leader'] as const)
    assert.equal((await as(who).post(`/change-requests/${request.id}/accept`)).status, 403, who)
  // An infant pays 25,000 less than an adult, and sales lower a price by at most 10 %.
  const refused = await sales.post(`/change-requests/${request.id}/accept`)
  assert.deepEqual(
    [refused.status, refused.body.roles, refused.body.approval, (await read(id)).total],
    [403, ['manager', 'admin'], 'change_accepted', 120000],
  )
  const waiting = done(
    await sales.post('/approvals/change-accepted', {
      booking_id: id,
      reason: '護照上的出生日期',
      params: { change_request_id: request.id },
    }),
  )
  assert.deepEqual([waiting.price_before, waiting.price_after], [120000, 95000])
  done(await as('manager').post(`/approvals/${waiting.id}/approve`, {}))
  const accepted = done(await sales.get(`/change-requests/${request.id}`))
  assert.deepEqual([accepted.status, accepted.price_after, accepted.possible], ['accepted', 95000, []])
  assert.deepEqual([(await read(id)).total, await remaining(on)], [95000, 1])
  const mail = await post.mailTo(email)
  assert.match(mail, new RegExp(booking_number))
  const again = await sales.post(`/change-requests/${request.id}/accept`)
  assert.deepEqual([again.status, again.body.code], [409, 'step_not_possible'])
})

test('a change is priced at the land-only price for a traveler with their own ticket', async () => {
  const { id: on } = await trip(9, {
    departure_date: daysFromToday(90),
    price_overrides: { adult: 60000, child_with_bed: 50000, land_only: 20000 },
  })
  const { id, ids, change } = await confirmed(on, [
    grown('王大明'),
    { ...grown('林美玲'), ticket_handling: 'individual' },
  ])
  const before = (await read(id)).total
  assert.equal(before, 80000)
  // A child with a bed pays 50,000. With their own ticket, a child pays the land-only price too.
  done(await change(ids[1] ?? 0, { birth_date: daysFromToday(-100, -7) }))
  const [request] = await openOf(id)
  assert.deepEqual([request.price_before, request.price_after], [80000, 80000])
  done(await sales.post(`/change-requests/${request.id}/accept`))
  assert.equal((await read(id)).total, 80000)
})

test('accepting a change that needs a seat is refused as a whole when none is left, and sales may decline it with a reason', async () => {
  const { id: on } = await sold(2)
  const baby = { name: '王小寶', birth_date: daysFromToday(-100) }
  const { id, ids, change } = await confirmed(on, [grown('王大明'), baby])
  await book(on, ['李大同'])
  const before = await read(id)
  done(await change(ids[1] ?? 0, { birth_date: daysFromToday(-100, -6), given_name_en: 'HSIAO-PAO' }))
  const [request] = await openOf(id)
  assert.deepEqual([request.price_before, request.price_after], [95000, 110000])
  const full = await sales.post(`/change-requests/${request.id}/accept`)
  assert.deepEqual([full.status, full.body.code], [409, 'trip_full'])
  assert.deepEqual([(await openOf(id)).length, (await read(id)).total], [1, before.total])
  assert.equal((await travelerOf(ids[1] ?? 0)).passenger_type, 'infant')

  const refused = await sales.post(`/change-requests/${request.id}/decline`, {})
  assert.deepEqual(Object.keys(refused.body.errors), ['reason'])
  const declined = done(await sales.post(`/change-requests/${request.id}/decline`, { reason: '此團已滿' }))
  assert.deepEqual([declined.status, declined.decline_reason], ['declined', '此團已滿'])
})

test('a missing field is filled in at once unless it changes the price; changing a name that was given becomes a request', async () => {
  const { id: on } = await sold(9)
  const { id, ids, change } = await confirmed(on, [{ ...grown('王大明'), given_name_en: 'TAMING' }, '林美玲'])
  const [first = 0, second = 0] = ids
  await newsOf()
  const filled = await change(first, { surname_en: 'WANG', given_name_en: 'TA-MING', meal_requirement: 'vegetarian' })
  assert.deepEqual(
    [filled.data.surname_en, filled.data.given_name_en, filled.data.meal_requirement],
    ['WANG', 'TAMING', 'vegetarian'],
  )
  const [name] = await openOf(id)
  assert.deepEqual(
    [name.fields, name.given_name_en_before, name.given_name_en, name.price_before === name.price_after],
    [['given_name_en'], 'TAMING', 'TA-MING', true],
  )
  const bodies = (await newsOf()).map(({ body }) => body).join('\n')
  assert.match(bodies, /Surname as in the passport: — → WANG/)
  assert.match(bodies, /Given name as in the passport: TAMING → TA-MING/)

  done(await change(second, { birth_date: daysFromToday(-100, -30) }))
  assert.equal((await travelerOf(second)).passenger_type, 'adult')
  assert.equal((await openOf(id)).length, 1)
  done(await change(second, { birth_date: daysFromToday(-100, -30) }))
  assert.equal((await openOf(id)).length, 1, 'the same date changes nothing')

  const child = await confirmed(on, [grown('周大明'), '周小明'])
  done(await child.change(child.ids[1] ?? 0, { birth_date: daysFromToday(-100, -6) }))
  assert.equal((await travelerOf(child.ids[1] ?? 0)).passenger_type, null)
  const [cheaper] = await openOf(child.id)
  assert.deepEqual([cheaper.price_before, cheaper.price_after], [120000, 110000])
})

test('a later change is added to the open request, which ends with the traveler; customers with an account make requests too', async () => {
  const { id: on } = await sold(9)
  const { id, ids, change } = await confirmed(on)
  const [, second = 0] = ids
  done(await change(second, { bed_type: 'single' }))
  done(await change(second, { name: '林美齡' }))
  const [request, ...others] = await openOf(id)
  assert.deepEqual([request.fields.toSorted(), others], [['bed_type', 'name'], []])
  assert.deepEqual([request.price_before, request.price_after], [120000, 129000])
  done(await sales.post(`/travelers/${second}/cancel`))
  assert.equal(done(await sales.get(`/change-requests/${request.id}`)).status, 'withdrawn')

  const own = await confirmed(on)
  await db.updateTable('bookings').set({ customer_user_id: home.ids.customer }).where('id', '=', own.id).execute()
  const asked = await as('customer').put(`/travelers/${own.ids[0]}`, { name: '王大銘' })
  assert.deepEqual([asked.status, asked.data.name], [200, '王大明'])
  assert.equal((await as('customer').get('/change-requests')).data.length, 1)
  assert.equal((await as('other_customer').get('/change-requests')).data.length, 0)
  const byStaff = done(await sales.put(`/travelers/${own.ids[0]}`, { name: '王大銘' }))
  assert.equal(byStaff.name, '王大銘')
})

const place = (link: string) => placeOf(app, link.replace('/trip-registrations/', '/l/booking/'))

test('before the booking is confirmed the page shows the new total, and saves the change once the customer has agreed', async () => {
  const { id: on } = await sold(9)
  const { id, booking_number, travelers } = await book(on, [grown('王大明'), '王小明'])
  const link = await mailedLink(booking_number)
  const second = travelers[1].id
  const priced = done(await as().post(`${link}/travelers/${second}/price`, { birth_date: daysFromToday(-100, -6) }))
  assert.deepEqual(priced, { currency: 'TWD', price_before: 120000, price_after: 110000, needs_approval: false })
  assert.equal((await travelerOf(second)).passenger_type, null)

  const typed = { form: `traveler-${second}`, birth_date: daysFromToday(-100, -6), surname_en: 'wang' }
  const { send } = await place(link)
  const shown = await send(`/people/${second}`, typed)
  assert.equal(shown.statusCode, 200)
  assert.match(shown.body, /NT\$120,000/)
  assert.match(shown.body, /NT\$110,000/)
  assert.match(shown.body, /name="surname_en" value="WANG"/)
  assert.equal((await read(id)).total, 120000)
  const agreed = await send(`/people/${second}`, { ...typed, agreed_price: '110000' })
  assert.equal(agreed.statusCode, 303)
  assert.equal((await read(id)).total, 110000)
  assert.deepEqual(await openOf(id), [])
})

test('the page of a confirmed booking says that the change waits for the office', async () => {
  const { id: on } = await sold(9)
  const { ids, link } = await confirmed(on)
  const typed = { form: `traveler-${ids[1]}`, birth_date: daysFromToday(-100) }
  const { open, send } = await place(link)
  const shown = await send(`/people/${ids[1]}`, typed)
  assert.match(shown.body, /我們確認後才會生效|we have to approve this change first/)
  assert.equal((await send(`/people/${ids[1]}`, { ...typed, agreed_price: '95000' })).statusCode, 303)
  assert.match(
    (await open(`/people/${ids[1]}`)).body,
    /您申請的變更正由我們確認|We are reviewing the change you requested/,
  )
})

test('another person in the place of a traveler gets nothing of the former one, and a corrected name keeps everything', async () => {
  const { id: on } = await sold(9)
  const former = {
    ...grown('林美玲'),
    ...{ surname_en: 'LIN', given_name_en: 'MEI-LING', passport_number: '300000011', allergies: '花生' },
    ...{ mobile: '0912000111', bed_type: 'single', meal_requirement: 'vegetarian' },
  }
  const { id, ids, link, change } = await confirmed(on, [grown('王大明'), former])
  const [, second = 0] = ids
  done(await sales.post('/traveler-requests', { traveler_id: second, kind: 'other', detail: '輪椅' }))
  done(await sales.post('/traveler-documents/wanted', { traveler_id: second, kinds: ['passport'] }))
  const given = async () => {
    const { passport_number, allergies, mobile, meal_requirement } = await travelerOf(second)
    const requests = done(await sales.get(`/traveler-requests?traveler_id=${second}`))
    const papers = done(await sales.get(`/traveler-documents?traveler_id=${second}`))
    return [passport_number, allergies, mobile, meal_requirement, requests.length, papers.length]
  }
  const personOfSecond = () =>
    db.selectFrom('person_records').select('person_id').where('traveler_id', '=', second).executeTakeFirstOrThrow()
  const kept = ['•••011', '•••', '0912000111', 'vegetarian', 1, 1]
  const accept = async (is_other_person: boolean) => {
    const [request] = await openOf(id)
    assert.equal(request.is_other_person, is_other_person)
    done(await sales.post(`/change-requests/${request.id}/accept`))
  }

  done(await change(second, { name: '林美齡', birth_date: daysFromToday(-100, -41) }))
  await accept(false)
  assert.deepEqual([(await travelerOf(second)).name, ...(await given())], ['林美齡', ...kept])

  const { person_id } = await personOfSecond()
  const { send } = await place(link)
  const typed = { name: '陳志明', surname_en: 'chen', given_name_en: 'chih-ming', birth_date: daysFromToday(-100, -35) }
  assert.equal((await send(`/people/${second}`, { form: `replace-${second}`, ...typed })).statusCode, 303)
  assert.deepEqual(await given(), kept, 'until sales accept, nothing is removed')
  await accept(true)
  const now = await travelerOf(second)
  assert.deepEqual(
    [now.name, now.surname_en, now.given_name_en, now.birth_date, now.passenger_type, now.bed_type],
    ['陳志明', 'CHEN', 'CHIH-MING', '•••', 'adult', 'single'],
  )
  assert.deepEqual(await given(), [null, null, null, null, 0, 0])
  assert.notEqual((await personOfSecond()).person_id, person_id, 'consents belong to the former person')
})

test('erasing a traveler erases the values in its change requests', async () => {
  const { id: on } = await sold(9)
  const { ids, change } = await confirmed(on)
  const [, second = 0] = ids
  done(await change(second, { name: '林美齡', birth_date: daysFromToday(-100) }))
  done(await sales.post(`/travelers/${second}/cancel`))
  done(await as('admin').post(`/travelers/${second}/erase`))
  const row = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('traveler_id', '=', second)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.name, row.name_before, row.birth_date, row.status], [null, null, null, 'withdrawn'])
  const { rows } =
    await sql`select changes from audit where table_name = 'change_requests' and record_id = ${row.id}`.execute(db)
  assert.doesNotMatch(JSON.stringify(rows), /林美齡/)
})
