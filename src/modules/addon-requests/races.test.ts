import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { conversation, fixtures, moveDeadline } from '../../../test/fixtures/addon-requests.ts'
import { type Answer, house } from '../../../test/house.ts'
import { untilLocked } from '../../../test/until.ts'

const home = await house()
const there = await fixtures(home)
const here = conversation(home, there)
/** The same service in another process, with its own connections and memory. */
let away = here
before(async () => {
  away = conversation(await home.another(), there)
})
const { sales, customer, asked, offered, answerAt } = here

const outcomes = (answers: Answer[]) => answers.map(({ status, body }) => body.code ?? status).sort()
const statusOf = async (id: number) => (await sales.get(`/addon-requests/${id}`)).data.status
const accept = { customer_response: 'accepted' }

/** The invariants of requests; each query returns the rows that break it. */
const invariants = {
  'a request agrees with its latest offer': sql`
    select r.id from addon_requests r join addon_communications c on c.id = r.offer_id
     where r.customer_response is distinct from c.customer_response
        or r.response_deadline is distinct from c.customer_response_deadline
        or (c.customer_response = 'pending' and r.status not in ('offered', 'cancelled'))
        or (c.customer_response = 'accepted' and r.status not in ('accepted', 'confirmed', 'completed', 'cancelled'))
        or (c.customer_response = 'rejected' and r.status not in ('rejected', 'inquiring', 'quoted', 'cancelled'))
        or (c.customer_response = 'negotiating' and r.status not in ('negotiating', 'inquiring', 'quoted', 'cancelled'))`,
  'the latest offer is the last one made': sql`
    select r.id from addon_requests r
     where r.offer_id is distinct from (select max(id) from addon_communications c where c.addon_request_id = r.id and requires_customer_response)`,
  'an offer is accepted or rejected once': sql`
    select offer.id from addon_communications offer
      join addon_communications said on said.addon_request_id = offer.addon_request_id and said.id > offer.id
       and said.sender_type = 'customer' and said.message_type in ('confirmation', 'rejection')
     where offer.requires_customer_response
       and said.id < coalesce((select min(id) from addon_communications newer where newer.addon_request_id = offer.addon_request_id
                                  and newer.requires_customer_response and newer.id > offer.id), 2147483647)
     group by offer.id
    having count(*) > 1 or bool_or((said.message_type = 'confirmation') <> (offer.customer_response = 'accepted'))`,
  'every answer is followed by what comes next': sql`
    select said.id from addon_communications said
     where said.sender_type = 'customer' and said.message_type in ('confirmation', 'rejection', 'modification')
       and not exists (select from addon_communications next where next.addon_request_id = said.addon_request_id
                          and next.sender_type = 'system' and next.is_internal and next.id > said.id)`,
  'what is completed is charged once, and nothing else is': sql`
    select r.id from addon_requests r left join booking_price_lines l on l.addon_request_id = r.id
     group by r.id having count(l.id) <> (r.status = 'completed')::integer`,
  'there is one completion for what is completed': sql`
    select r.id from addon_requests r
     where (select count(*) from addon_communications c where c.addon_request_id = r.id and message_type = 'completion')
        <> (r.status = 'completed')::integer`,
  'a customer sees the status or an earlier one': sql`
    select id from addon_requests
     where status <> public_status and status not in ('inquiring', 'quoted')`,
}
const holds = async () => {
  for (const [what, breaches] of Object.entries(invariants))
    assert.deepEqual((await breaches.execute(home.db)).rows, [], what)
}

test('accepted, rejected and negotiated at once by three callers: one succeeds, the others get a named refusal', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 36; round++) {
    const { id, offer } = await offered()
    const clients = [here.customer, away.customer, away.sales]
    const responses = ['accepted', 'rejected', 'negotiating'].map((_, i, all) => all[(i + round) % 3])
    const answers = await Promise.all(
      clients.map((client, i) => client.patch(answerAt(offer), { customer_response: responses[i] })),
    )
    const done = outcomes(answers)
    seen.add(done.join(' '))
    assert.ok(
      done.every((one) => one === 200 || one === 'already_answered'),
      done.join(),
    )
    const won = responses.filter((response, i) => answers[i]?.status === 200 && response !== 'negotiating')
    assert.equal(won.length, 1, 'one of accepted and rejected, be it after a negotiation')
    assert.equal(await statusOf(id), won[0])
  }
  assert.ok(seen.has('200 already_answered already_answered'), [...seen].join(' | '))
  await holds()
})

test('the same answer from three callers is stored once', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, offer, ...request } = await offered()
    const answers = await Promise.all(
      [here.customer, away.customer, away.customer].map((who) => who.patch(answerAt(offer), accept)),
    )
    assert.deepEqual(outcomes(answers), [200, 200, 200])
    assert.equal((await here.said(request)).filter((said) => said.startsWith('customer confirmation')).length, 1)
    const notices = await home.db
      .selectFrom('notifications')
      .select('id')
      .where('subject_id', '=', id)
      .where('user_id', '=', home.ids.sales)
      .where('event', '=', 'addon-request.customer-response')
      .execute()
    assert.equal(notices.length, 1)
  }
  await holds()
})

test('two quotes at the same time are two entries, and the later one sets the price', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, at } = await asked()
    const quotes = await Promise.all([
      here.ticketing.post(`${at}/department-quote`, { quoted_price: 100 }),
      away.ticketing.post(`${at}/department-quote`, { quoted_price: 200 }),
      away.op.post(`${at}/department-quote`, { quoted_price: 1 }),
    ])
    assert.deepEqual(outcomes(quotes), [201, 201, 'forbidden'])
    const { data } = await sales.get(`${at}?include_internal=true`)
    assert.equal((await sales.get(`/addon-requests/${id}`)).data.quoted_price, data.at(-1).quoted_price)
  }
})

test('two department-final turns at the same time are one completion and one price line', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, at, offer } = await offered()
    await here.answer(offer, 'accepted')
    await sales.post(`${at}/sales-confirm`, {})
    const finals = await Promise.all(
      [here.ticketing, away.ticketing, away.admin].map((who) =>
        who.post(`${at}/department-final`, { final_price: 850, message: '含升等優惠' }),
      ),
    )
    assert.deepEqual(outcomes(finals), [201, 'step_not_possible', 'step_not_possible'])
    assert.deepEqual(
      [await statusOf(id), finals.find(({ status }) => status === 409)?.body.possible],
      ['completed', ['department-correct', 'department-undo']],
    )
  }
  await holds()
})

test('a new offer while the customer answers: either the old offer is answered, or the answer is refused as too late', async () => {
  for (let round = 0; round < 12; round++) {
    const { id, at, offer } = await offered()
    const [answered, forwarded] = await Promise.all([
      away.customer.patch(answerAt(offer), accept),
      here.sales.post(`${at}/sales-forward`, { quoted_price: 700 }),
    ])
    assert.equal(forwarded?.status, 201)
    assert.ok(answered?.status === 200 || answered?.body.code === 'offer_superseded', answered?.body.code)
    assert.equal(await statusOf(id), 'offered')
  }
  await holds()
})

test('a cancellation while the customer answers cancels the request in any case', async () => {
  for (let round = 0; round < 12; round++) {
    const { id, offer } = await offered()
    const [answered, cancelled] = await Promise.all([
      away.customer.patch(answerAt(offer), accept),
      here.sales.post(`/addon-requests/${id}/cancel`, { reason: '行程取消' }),
    ])
    assert.equal(cancelled?.status, 200)
    assert.ok(answered?.status === 200 || answered?.body.code === 'step_not_possible', answered?.body.code)
    assert.equal(await statusOf(id), 'cancelled')
  }
  await holds()
})

/** A new request with an offer whose deadline is in many years. */
const due = () => offered({ quoted_price: 900, customer_response_deadline: '2081-01-01T00:00:00Z' })

test("the deadline is checked by the database's clock when the lock is granted: after or at it is too late, before it is in time", async () => {
  const passed = await due()
  await here.passDeadline(passed.offer)
  const late = await customer.patch(answerAt(passed.offer), accept)
  assert.deepEqual([late.status, late.body.code, await statusOf(passed.id)], [409, 'answer_too_late', 'offered'])
  assert.ok(late.body.deadline)

  const soon = await due()
  const waiting = await home.database.transaction({}, async (tx) => {
    await sql`select from addon_requests where id = ${soon.id} for update`.execute(tx)
    const answer = away.customer.patch(answerAt(soon.offer), accept)
    await untilLocked(home.db)
    await moveDeadline(tx, soon.offer, 0)
    return { answer }
  })
  const waited = await waiting.answer
  assert.equal(waited.body.code, 'answer_too_late', 'it was sent in time, and its turn came too late')

  const ahead = await due()
  const answers = await Promise.all(
    [here.customer, away.customer].map((who) => who.patch(answerAt(ahead.offer), accept)),
  )
  assert.deepEqual(outcomes(answers), [200, 200])
  await here.passDeadline(ahead.offer)
  assert.equal(
    (await customer.patch(answerAt(ahead.offer), accept)).status,
    200,
    'what was said in time may be said again',
  )
  assert.equal((await here.answer(ahead.offer, 'rejected')).body.code, 'already_answered')
  await holds()
})

test('around the deadline each of many answers is either accepted or too late', async () => {
  for (let round = 0; round < 6; round++) {
    const request = await due()
    await home.database.transaction({}, (tx) => moveDeadline(tx, request.offer, 250))
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        await pause(i * 50)
        return (i % 2 ? here : away).customer.patch(answerAt(request.offer), accept)
      }),
    )
    const codes = answers.map(({ status, body }) => body.code ?? status)
    assert.ok(
      codes.every((code) => code === 200 || code === 'answer_too_late'),
      codes.join(),
    )
    assert.equal(await statusOf(request.id), codes.includes(200) ? 'accepted' : 'offered')
  }
  await holds()
})

test('answers to a superseded offer or a cancelled request, and callers of another department or another customer, are refused', async () => {
  const { id, at, offer: first } = await offered()
  const second = await here.offer({ at }, { quoted_price: 800 })
  const old = await customer.patch(answerAt(first), accept)
  assert.deepEqual([old.status, old.body.code, old.body.offer_id], [409, 'offer_superseded', second])
  assert.equal((await here.op.post(`${at}/department-quote`, { quoted_price: 1 })).body.code, 'forbidden')
  await sales.post(`/addon-requests/${id}/cancel`, { reason: '行程取消' })
  const cancelled = await customer.patch(answerAt(second), accept)
  assert.deepEqual(
    [cancelled.status, cancelled.body.code, cancelled.body.from, cancelled.body.possible],
    [409, 'step_not_possible', 'cancelled', []],
  )

  const open = await offered()
  const stranger = home.as('other_customer', { 'x-request-id': 'same' })
  const missing = 2_000_000_000
  const pairs: [string, (id: number) => Promise<Answer>, own: number][] = [
    ['answer', (offer) => stranger.patch(answerAt(offer), accept), open.offer],
    ['mark-read', (entry) => stranger.patch(`/addon-requests/communications/${entry}/mark-read`), open.offer],
    ['entry', (entry) => stranger.get(`/addon-requests/communications/${entry}`), open.offer],
    ['request', (one) => stranger.get(`/addon-requests/${one}`), open.id],
    ['timeline', (one) => stranger.get(`/addon-requests/${one}/communications`), open.id],
    ['message', (one) => stranger.post(`/addon-requests/${one}/communications`, { message: 'x' }), open.id],
    ['cancel', (one) => stranger.post(`/addon-requests/${one}/cancel`, { reason: 'x' }), open.id],
    ['stats', (one) => stranger.get(`/addon-requests/communications/stats?request_id=${one}`), open.id],
  ]
  for (const [what, ask, own] of pairs) {
    const [others, none] = [await ask(own), await ask(missing)]
    assert.deepEqual([others.status, others.body], [404, none.body], what)
    assert.deepEqual(headersOf(others), headersOf(none), what)
  }
  const [, internal] = (await sales.get(`${at}?include_internal=true`)).data
  const hidden = (await sales.post(open.at, { message: '內部' })).data.id
  for (const entry of [hidden, internal && missing])
    assert.equal(
      (await customer.patch(answerAt(entry), accept)).status,
      404,
      'an own internal entry is not there either',
    )
  assert.equal(await statusOf(open.id), 'offered')
  await holds()
})

const headersOf = ({ headers }: Answer) => ({ ...headers, date: undefined })

test('a message that waits for a change of its request is checked against the changed request', async () => {
  const { id, at } = await asked()
  const saidWhileMovedTo = async (department: string) => {
    const { message } = await home.database.transaction({}, async (tx) => {
      await sql`update addon_requests set department = ${department}, version = version + 1 where id = ${id}`.execute(
        tx,
      )
      const message = here.ticketing.post(at, { message: '已詢問航空公司' })
      await untilLocked(home.db)
      return { message }
    })
    return (await message).status
  }
  const said = async () => (await sales.get(`${at}?include_internal=true`)).data.length
  const before = await said()
  assert.equal(await saidWhileMovedTo('ticketing'), 201)
  assert.equal(await saidWhileMovedTo('op'), 403)
  assert.equal(await said(), before + 1)
})

test('one Idempotency-Key at two processes is one turn', async () => {
  for (let round = 0; round < 5; round++) {
    const { at, ...request } = await asked()
    const key = { 'idempotency-key': `forward-${round}` }
    const both = await Promise.all(
      [here, away].map(({ sales }) => sales.post(`${at}/sales-forward`, { quoted_price: 5 }, key)),
    )
    assert.deepEqual(outcomes(both), [201, 201])
    assert.deepEqual(both[0]?.body, both[1]?.body)
    assert.deepEqual((await here.said({ at, ...request })).filter((said) => said.startsWith('sales quote')).length, 1)
  }
})

test('of two changes at the same version at most one succeeds, while a turn succeeds', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, at } = await asked()
    const version = { 'if-match': `"${(await sales.get(`/addon-requests/${id}`)).data.version}"` }
    const [changed, quoted, other] = await Promise.all([
      here.sales.put(`/addon-requests/${id}`, { priority: 'urgent' }, version),
      away.ticketing.post(`${at}/department-quote`, { quoted_price: 100 }),
      away.sales.put(`/addon-requests/${id}`, { priority: 'low' }, version),
    ])
    assert.equal(quoted?.status, 201)
    assert.ok(outcomes([changed, other] as Answer[]).filter((one) => one === 200).length <= 1)
  }
})

test('a message is checked against the current account and token, also if they were cached a moment before', async () => {
  const { at } = await asked()
  const said = async () => (await sales.get(`${at}?include_internal=true`)).data.length
  const post = (body: object = { message: '已詢問航空公司' }) => here.ticketing.post(at, body)
  const statuses = async (work: ReturnType<typeof sql>) => {
    await work.execute(home.db)
    return [(await post()).status, (await post({})).status]
  }
  const before = await said()
  const { ticketing } = home.ids
  assert.deepEqual(await statuses(sql`update users set departments = '{op}' where id = ${ticketing}`), [403, 422])
  assert.deepEqual(
    await statuses(sql`update users set departments = '{ticketing}' where id = ${ticketing}`),
    [201, 422],
  )
  assert.deepEqual(await statuses(sql`delete from tokens where user_id = ${ticketing}`), [401, 401])
  assert.equal(await said(), before + 1)
})
