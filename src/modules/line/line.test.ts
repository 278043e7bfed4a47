import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { fakeLine, lineTest } from '../../../test/fixtures/line.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { until, untilLocked } from '../../../test/until.ts'
import { eraseContact } from '../bookings/erase.ts'
import { settleDelivery } from './deliver.ts'

const home = await house()
const { app, as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [admin, sales, manager] = [as('admin'), as('sales'), as('manager')]

const tell = async (payload: string, signature: string) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/line/events',
    headers: { 'content-type': 'application/json', 'x-line-signature': signature },
    payload,
  })
  return { status: answer.statusCode, body: answer.body }
}
const line = await fakeLine(tell)
home.atEnd(line.close)
home.allowed.push(line.place)
await outbox(home, { lineApiUrl: line.url })

const channel = async () => (await admin.get('/line/channel')).data
const put = (change: object) => admin.put('/line/channel', change)
/** Presses the test, and waits for its end. */
const tested = async () => {
  done(await admin.post('/line/channel/test', {}))
  return until(async () => {
    const { trial } = await channel()
    return ['heard', 'refused', 'silent'].includes(trial.step) && trial
  }, 'the end of the test')
}

test('without a channel nothing of LINE is there, and the settings say what is missing', async () => {
  const { is_on, missing, trial, monthly_cap } = await channel()
  assert.deepEqual(
    [is_on, missing, trial, monthly_cap],
    [false, ['basic_id', 'channel_id', 'channel_secret', 'access_token', 'trial'], null, 200],
  )
  assert.equal((await sales.get('/line/threads')).status, 404)
  assert.equal((await sales.post('/me/line-link', {})).status, 404)
  const on = await put({ is_on: true })
  assert.match(on.body.errors.is_on[0], /^No channel is entered yet/)
  assert.equal((await admin.post('/line/channel/test', {})).status, 409)
  assert.deepEqual(await tell('{"events":[]}', line.sign('{"events":[]}')), { status: 401, body: '' })
})

test('the four keys are entered together, sealed and never shown; one end of the quiet hours is refused', async () => {
  const some = await put({ channel_secret: lineTest.channel_secret })
  assert.deepEqual(Object.keys(some.body.errors), ['basic_id', 'channel_id', 'access_token'])
  assert.deepEqual(Object.keys((await put({ ...lineTest, channel_secret: 'short' })).body.errors), ['channel_secret'])
  assert.deepEqual(Object.keys((await put({ quiet_from: '22:00' })).body.errors), ['quiet_to'])
  const kept = await put({ ...lineTest, quiet_from: '22:00', quiet_to: '08:00' })
  assert.deepEqual(
    [kept.status, kept.data.basic_id, kept.data.missing, kept.data.quiet_from],
    [200, '@guidon', ['trial'], '22:00'],
  )
  assert.match(kept.data.events_url, /\/api\/line\/events$/)
  const everything = JSON.stringify([
    ...[kept.body, await admin.get('/line/channel'), await admin.get('/audit?per_page=100')],
    (await sql`select * from line_channel`.execute(db)).rows,
  ])
  for (const secret of [lineTest.channel_secret, lineTest.access_token]) assert.ok(!everything.includes(secret))
  assert.equal((await manager.get('/line/channel')).status, 403)
})

test('LINE is switched on only after it has named the account and told a signed event', async () => {
  assert.match((await put({ is_on: true })).body.errors.is_on[0], /^No test has succeeded/)
  line.state.treat = () => ({ status: 401, message: 'Authentication failed' })
  assert.deepEqual(await tested().then(({ step, error }) => [step, error]), ['refused', '401 Authentication failed'])
  line.state.treat = () => 'lose'
  assert.equal((await tested()).step, 'silent')
  line.state.treat = () => 'answer'
  line.state.basicId = '@another'
  assert.deepEqual(await tested().then(({ step, error }) => [step, error]), ['refused', 'basic_id @another'])
  line.state.basicId = lineTest.basic_id
  done(await put({ channel_secret: 'f'.repeat(32) }))
  assert.equal((await tested()).error, 'webhook ERROR_STATUS_CODE 401')
  done(await put({ channel_secret: lineTest.channel_secret }))
  assert.deepEqual(await tested().then(({ step, bot_name }) => [step, bot_name]), ['heard', '旗手旅行社'])
  assert.deepEqual((await put({ is_on: true })).data.missing, [])
  const other = await put({ access_token: 'x'.repeat(40), is_on: true })
  assert.match(other.body.errors.is_on[0], /^No test has succeeded/)
})

const { id: trip_id } = await trip(9, { sales_user_id: ids.sales })
const booking = await book(trip_id, ['王小美'])
const threads = async (who = sales) => done(await who.get('/line/threads'))
const threadOf = async (name: string, who = sales) =>
  (await threads(who)).find(({ display_name }: { display_name: string }) => display_name === name)
const heard = (friend: string, count: number) =>
  until(
    () => (line.textsTo(friend).length >= count ? line.textsTo(friend) : undefined),
    `${count} messages to ${friend}`,
  )

test('a code of the booking makes its sender the contact, once; wrong, used and old codes are told apart', async () => {
  const { code, url } = (await sales.post(`/bookings/${booking.id}/line-link`)).data
  assert.match(code, /^[2-9A-HJKMNP-Z]{8}$/)
  assert.equal(url, `https://line.me/R/oaMessage/@guidon/?${code}`)
  line.state.names = { Umei: '小美', Uson: '兒子' }
  await line.tell(line.event('Umei', 'follow'))
  assert.match((await heard('Umei', 1))[0] ?? '', /把代碼傳到這裡/)
  await line.tell(line.says('Umei', code.toLowerCase()))
  assert.match((await heard('Umei', 2))[1] ?? '', /^已連結。.*停止/s)
  const { person, booking_ids, assignee } = await threadOf('小美')
  assert.deepEqual([person.name, booking_ids, assignee], ['王小美', [booking.id], null])
  assert.equal(done(await sales.get(`/bookings/${booking.id}/line-link`)).friends, 1)

  await line.tell(line.says('Uson', code))
  assert.match((await heard('Uson', 1))[0] ?? '', /已經使用過/)
  await line.tell(line.says('Uson', 'ABCDEFGH'))
  assert.match((await heard('Uson', 2))[1] ?? '', /不正確/)
  const late = (await sales.post(`/bookings/${booking.id}/line-link`)).data.code
  await sql`update line_link_codes set expires_at = now() where used_at is null`.execute(db)
  await line.tell(line.says('Uson', late))
  assert.match((await heard('Uson', 3))[2] ?? '', /已過期（15 分鐘內有效）/)
  assert.ok(
    line.messages.every(({ way }) => way === 'reply'),
    'answers are free of charge',
  )
})

test('an event that is repeated, forged, of a group or of a bot on standby changes nothing', async () => {
  const said = line.says('Umei', '請問集合地點？')
  for (let time = 0; time < 3; time += 1) assert.equal((await line.tell(said)).status, 200)
  const { id } = await until(async () => {
    const thread = await threadOf('小美')
    return thread.unread === 1 && thread
  }, 'a message that nobody has read')
  const body = JSON.stringify({ events: [line.says('Umei', '假的')] })
  assert.deepEqual(await tell(body, line.sign(`${body} `)), { status: 401, body: '' })
  assert.deepEqual(await tell(body, ''), { status: 401, body: '' })
  await line.tell({ ...line.says('Umei', '群組'), source: { type: 'group', groupId: 'C1' } })
  await line.tell({ ...line.says('Umei', '待命'), mode: 'standby' })
  await line.tell(line.event('Umei', 'videoPlayComplete'), line.says('Umei', '還有一個問題'))
  await until(async () => (await threadOf('小美')).unread === 2, 'the second message')
  const texts = done(await sales.get(`/line/threads/${id}/messages`)).filter(
    ({ direction }: { direction: string }) => direction === 'in',
  )
  assert.deepEqual(texts.map(({ text }: { text: string }) => text).slice(1), ['請問集合地點？', '還有一個問題'])
})

test('messages that come in the wrong order stand in the order in which they were written', async () => {
  const at = Date.now() + 1_000
  await line.tell(line.says('Uson', '第二', at + 1_000))
  await line.tell(line.says('Uson', '第一', at))
  const { id } = await until(async () => {
    const thread = await threadOf('兒子')
    return thread.unread === 5 && thread
  }, 'five messages')
  const texts = done(await sales.get(`/line/threads/${id}/messages`)).map(({ text }: { text: string }) => text)
  assert.deepEqual(texts.slice(-2), ['第一', '第二'])
})

test('a colleague answers: at once free of charge, later by push with a key, so that a lost answer of LINE makes no second message', async () => {
  const { id } = await threadOf('小美')
  await line.tell(line.says('Umei', '在嗎？'))
  await until(async () => (await threadOf('小美')).unread === 3, 'the question')
  const messages = done(await sales.post(`/line/threads/${id}/messages`, { text: '在，第二航廈。' }))
  assert.deepEqual([messages.at(-1).text, messages.at(-1).sent_by.name], ['在，第二航廈。', '業務小陳'])
  await heard('Umei', 3)
  assert.deepEqual(line.messages.at(-1)?.way, 'reply')
  const { unread, assignee } = await threadOf('小美')
  assert.deepEqual([unread, assignee.name], [0, '業務小陳'])

  // A minute later no token is good any more.
  await sql`update line_messages set reply_token = null`.execute(db)
  let tries = 0
  line.state.treat = (path) => {
    if (!path.endsWith('/push')) return 'answer'
    tries += 1
    return tries === 1 ? 'break' : 'answer'
  }
  done(await sales.post(`/line/threads/${id}/messages`, { text: '櫃檯是 6 號。' }))
  await until(async () => {
    const all = done(await sales.get(`/line/threads/${id}/messages`))
    return all.at(-1).state === 'sent'
  }, 'LINE has taken the message')
  line.state.treat = () => 'answer'
  assert.equal(line.textsTo('Umei').filter((text) => text === '櫃檯是 6 號。').length, 1)
  assert.deepEqual([tries, line.messages.at(-1)?.way, (await channel()).pushed], [2, 'push', 1])
})

/** The pauses between the tries of a job are over at once. */
const passTime = () => sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db)

test('a push whose answer was lost is not taken as limited: it has come, and is told to LINE again under its key', async () => {
  const { id } = await threadOf('小美')
  const tries: string[] = []
  line.state.treat = (path) => {
    if (!path.endsWith('/push')) return 'answer'
    tries.push(path)
    if (tries.length === 1) return 'break'
    return tries.length === 2 ? { status: 429, message: 'The API rate limit has been exceeded.' } : 'answer'
  }
  done(await sales.post(`/line/threads/${id}/messages`, { text: '請提早到。' }))
  const last = await until(async () => {
    await passTime()
    const message = done(await sales.get(`/line/threads/${id}/messages`)).at(-1)
    return message.state !== 'waiting' && message
  }, 'the message has its end')
  line.state.treat = () => 'answer'
  assert.deepEqual([last.text, last.state, tries.length], ['請提早到。', 'sent', 3])
  assert.equal(line.textsTo('Umei').filter((text) => text === '請提早到。').length, 1)
})

test('messages come in the order in which they were written, also if the first one is taken at its second try', async () => {
  const { id } = await threadOf('小美')
  let tries = 0
  line.state.treat = (path) => {
    tries += path.endsWith('/push') ? 1 : 0
    return tries === 1 ? { status: 500 } : 'answer'
  }
  const before = line.textsTo('Umei').length
  done(await sales.post(`/line/threads/${id}/messages`, { text: '先說這個。' }))
  done(await sales.post(`/line/threads/${id}/messages`, { text: '再說那個。' }))
  const told = await until(async () => {
    await passTime()
    const texts = line.textsTo('Umei').slice(before)
    return texts.length === 2 && texts
  }, 'both have come')
  line.state.treat = () => 'answer'
  assert.deepEqual(told, ['先說這個。', '再說那個。'])
})

test('the token that an answer of the house has used is used by no colleague', async () => {
  const { id } = await threadOf('兒子')
  const before = line.textsTo('Uson').length
  await line.tell(line.says('Uson', 'ABCDEFGH'))
  await heard('Uson', before + 1)
  const calls = line.calls.length
  done(await sales.post(`/line/threads/${id}/messages`, { text: '需要幫忙嗎？' }))
  assert.equal((await heard('Uson', before + 2)).at(-1), '需要幫忙嗎？')
  assert.deepEqual(line.calls.slice(calls), ['POST /v2/bot/message/push'])
})

test('what is written while LINE is off is heard when it is on again', async () => {
  const before = (await threadOf('小美')).unread
  done(await put({ is_on: false }))
  await line.tell(line.says('Umei', '還開著嗎？'))
  done(await put({ is_on: true }))
  await until(async () => (await threadOf('小美')).unread === before + 1, 'it is heard')
  await sql`update line_messages set reply_token = null`.execute(db)
})

test('a video is answered with what can be sent', async () => {
  const before = line.textsTo('Umei').length
  await line.tell(line.event('Umei', 'message', { message: { id: 'video1', type: 'video' } }))
  assert.match((await heard('Umei', before + 1))[before] ?? '', /^這個檔案我們沒有收下。我們收得到文字、圖片與檔案/)
})

test('above the cap of the month nothing is pushed, and who has blocked the account is not written to', async () => {
  const { id } = await threadOf('小美')
  done(await put({ monthly_cap: 1 }))
  done(await sales.post(`/line/threads/${id}/messages`, { text: '請帶護照。' }))
  const failed = await until(async () => {
    const all = done(await sales.get(`/line/threads/${id}/messages`))
    return all.at(-1).state === 'failed' && all.at(-1)
  }, 'the message has failed')
  assert.equal(failed.fault, 'The cap of the month is reached.')
  done(await put({ monthly_cap: 200 }))
  await line.tell(line.event('Umei', 'unfollow'))
  await until(async () => (await threadOf('小美')).is_blocked, 'the friend has left')
  const gone = await sales.post(`/line/threads/${id}/messages`, { text: '還在嗎？' })
  assert.match(gone.body.detail, /has blocked or left the account/)
  await line.tell(line.event('Umei', 'follow'))
  await until(async () => !(await threadOf('小美')).is_blocked, 'the friend is back')
})

test('sales see their own customers and strangers, managers all, others what they handle', async () => {
  await sql`update bookings set sales_user_id = ${ids.admin} where id = ${booking.id}`.execute(db)
  await sql`update line_friends set assignee_id = null`.execute(db)
  const names = async (who: typeof sales) =>
    (await threads(who)).map(({ display_name }: { display_name: string }) => display_name).sort()
  assert.deepEqual(await names(sales), ['兒子'])
  assert.deepEqual(await names(manager), ['兒子', '小美'].sort())
  assert.deepEqual(await names(as('ticketing')), [])
  const { id } = await threadOf('小美', manager)
  assert.equal((await sales.get(`/line/threads/${id}/messages`)).status, 404)
  done(await admin.put(`/line/threads/${id}/assignee`, { assignee_id: ids.ticketing }))
  const [asked] = done(await as('ticketing').get('/notifications'))
  assert.deepEqual([asked.event, asked.body, asked.subject], ['line.assigned', '小美', { type: 'line_thread', id }])
  assert.deepEqual(await names(as('ticketing')), ['小美'])
  assert.equal((await admin.put(`/line/threads/${id}/assignee`, { assignee_id: ids.customer })).status, 422)
  assert.equal((await as('finance').get('/line/threads')).status, 403)
  await sql`update bookings set sales_user_id = ${ids.sales} where id = ${booking.id}`.execute(db)
})

/** The notices of a person: by which way, and what became of each. */
const told = async (person: string, sentence: string) => {
  const { rows } = await sql<{ channel: string; state: string }>`
    select channel, state from deliveries where person = ${person} and sentence = ${sentence} order by id`.execute(db)
  return rows.map(({ channel, state }) => `${channel} ${state}`)
}
const message = (words: string) => as('op').post(`/planned-trips/${trip_id}/messages`, { title: '記得帶厚外套', words })

test('who is linked hears notices on LINE instead of by mail, with the link of its page, and at night by mail', async () => {
  done(await put({ quiet_from: null, quiet_to: null }))
  await sql`update bookings set contact_proved_at = now(), status = 'confirmed' where id = ${booking.id}`.execute(db)
  const before = line.textsTo('Umei').length
  done(await message('當地夜間約 3 度。'))
  const text = await until(() => line.textsTo('Umei')[before], 'the notice on LINE')
  assert.match(text, /記得帶厚外套[\s\S]*當地夜間約 3 度。[\s\S]*https:\/\/guidon\.test\/l\/booking\/[\w-]{43}$/)
  const { rows } =
    await sql`select text from line_messages where delivery_id is not null and text ~ 'l/booking'`.execute(db)
  assert.deepEqual(rows, [], 'no secret is stored')
  await until(
    async () => (await told(`contact ${booking.id}`, 'trip-message')).join() === 'line sent',
    'it is recorded',
  )

  done(await put({ quiet_from: '00:00', quiet_to: '23:59' }))
  done(await message('第二則，夜裡。'))
  await until(
    async () => (await told(`contact ${booking.id}`, 'trip-message')).join() === 'line sent,line dropped,mail sent',
    'the second one goes by mail',
  )
  assert.equal(line.textsTo('Umei').length, before + 1)
  done(await put({ quiet_from: null, quiet_to: null }))
})

test('LINE that limits or has lost the friend leads to a mail, and administrators are told once', async () => {
  line.state.treat = (path) =>
    path.endsWith('/push') ? { status: 429, message: 'You have reached your monthly limit.' } : 'answer'
  done(await message('第三則'))
  done(await message('第四則'))
  await until(
    async () =>
      (await told(`contact ${booking.id}`, 'trip-message')).filter((each) => each === 'mail sent').length === 3,
    'two more mails',
  )
  assert.deepEqual(await told(`user ${ids.admin}`, 'line.limited').then(({ length }) => length), 1)
  line.state.treat = (path) => (path.endsWith('/push') ? { status: 404 } : 'answer')
  done(await message('第五則'))
  await until(async () => (await threadOf('小美', admin)).is_blocked, 'the friend is gone')
  line.state.treat = () => 'answer'
  done(await message('第六則'))
  await until(
    async () => (await told(`contact ${booking.id}`, 'trip-message')).at(-1) === 'mail sent',
    'the last one by mail',
  )
  await line.tell(line.event('Umei', 'follow'))
  await until(async () => !(await threadOf('小美', admin)).is_blocked, 'the friend is back')
})

test('a notice that LINE does not answer for an hour is mailed, unless it has come', async () => {
  const soFar = await told(`contact ${booking.id}`, 'trip-message')
  const since = async () => (await told(`contact ${booking.id}`, 'trip-message')).slice(soFar.length).join()
  const pushed = (treatment: 'break' | 'lose') => {
    let tries = 0
    line.state.treat = (path) => {
      if (!path.endsWith('/push')) return 'answer'
      tries += 1
      return treatment === 'break' && tries > 1 ? 'answer' : treatment
    }
    return () => until(() => tries > 0, 'LINE was asked')
  }
  const passHour = async () => {
    await sql`update line_messages set created_at = now() - interval '61 minutes' where state = 'waiting'`.execute(db)
    await passTime()
  }
  const first = pushed('break')
  done(await message('送達了。'))
  await first()
  await passHour()
  await until(async () => (await since()) === 'line sent', 'LINE says that it has come')

  const second = pushed('lose')
  done(await message('沒有回音。'))
  await second()
  await passHour()
  await until(async () => (await since()) === 'line sent,line dropped,mail sent', 'it is mailed')
  line.state.treat = () => 'answer'
  assert.equal(line.textsTo('Umei').filter((text) => /送達了。|沒有回音。/.test(text)).length, 1)
})

test('a notice whose messages to two friends fail at the same moment goes by mail', async () => {
  const { rows } = await sql<{ id: number }>`
    with delivery as (
      insert into deliveries (channel, booking_id, is_proved, state, sentence, params, subject_type, subject_id)
      values ('line', ${booking.id}, true, 'taken', 'trip-message', '{"serial":"X","title":"同時","words":"同時"}', 'planned_trip', ${trip_id})
      returning id
    )
    insert into line_messages (line_friend_id, direction, kind, text, state, delivery_id)
    select f.id, 'out', 'text', '同時', 'waiting', delivery.id from delivery, line_friends f returning delivery_id as id`.execute(
    db,
  )
  assert.equal(rows.length, 2)
  const [{ id } = { id: 0 }] = rows
  const fail = (user: string, beforeCommit?: () => Promise<unknown>) =>
    home.database.transaction({}, async (tx) => {
      await sql`update line_messages set state = 'failed' where delivery_id = ${id}
        and line_friend_id = (select id from line_friends where line_user_id = ${user})`.execute(tx)
      await settleDelivery(tx, id, { isSent: false, isLimited: false })
      await beforeCommit?.()
    })
  let other: Promise<unknown> | undefined
  await fail('Umei', () => {
    other = fail('Uson')
    return Promise.race([other, untilLocked(db)])
  })
  await other
  assert.deepEqual(
    (await told(`contact ${booking.id}`, 'trip-message')).slice(-2).map((each) => each.split(' ')[0]),
    ['line', 'mail'],
  )
})

test('the word to stop unlinks, and an erased contact takes its thread along', async () => {
  await line.tell(line.says('Umei', '停止'))
  await until(async () => (await threadOf('小美', admin)).person === null, 'nobody is linked')
  assert.equal(done(await sales.get(`/bookings/${booking.id}/line-link`)).friends, 0)
  const { code } = (await sales.post(`/bookings/${booking.id}/line-link`)).data
  await line.tell(line.says('Umei', code))
  await until(async () => (await threadOf('小美', admin)).person?.name === '王小美', 'the contact is linked again')
  done(await admin.post(`/bookings/${booking.id}/cancel`, { reason: '改期' }))
  await home.database.transaction({}, (tx) => eraseContact(tx, booking.id))
  assert.equal(await threadOf('小美', admin), undefined)
})
