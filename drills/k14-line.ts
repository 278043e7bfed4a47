import { setTimeout as pause } from 'node:timers/promises'
import { daysFromToday } from '../test/days.ts'
import { fakeLine, lineTest, type Treatment } from '../test/fixtures/line.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { openMailbox } from './kit/mailbox.ts'
import type { Service } from './kit/service.ts'

const BOOKINGS = 40
/** In each round every friend writes and is answered by a colleague, one notice goes to all, and one process is killed. */
const KILLS = 16
const AT_ONCE = 6
const ATTEMPTS = 300
const ROUNDS = 600
const LIMITED = 'You have reached your monthly limit.'

type Line = Awaited<ReturnType<typeof fakeLine>>
type Mailbox = Awaited<ReturnType<typeof openMailbox>>
/** A friend: the contact of a booking, or a second one of the same party. */
type Friend = { user: string; booking: number; email: string; thread: number; written: string[]; lastAt: number }
type Post = (path: string, body: object, key: string) => Promise<{ body: { data: Data } } | undefined>
type Data = { code: string }

export default drill({
  id: 'K14',
  title:
    'LINE that repeats, reorders, limits and loses, while the processes that push are killed before they record it',
  target:
    'each event heard once, in the order of its friend; each message and notice once, or by mail where LINE limits; no thread has words of another; nothing forged',
  run: async (context) => {
    const mailbox = await openMailbox(context)
    const services: Service[] = []
    const teller = tellerOf(context, services)
    const line = await fakeLine(teller.tell)
    context.atEnd(line.close)
    const settings = { WEBHOOK_ALLOW: line.place, SMTP_URL: mailbox.url }
    for (const from of ['/0', '/1'])
      services.push(await context.start({ ...settings, LINE_API_URL: `${line.url}${from}` }))
    await switchOn(context, services)
    const { trip, friends } = await contacts(context, services)
    const weather = weatherOf(context, line)
    const faults: string[] = []
    const post = postTo(context, services, faults)

    const linking = link(context, line, post, teller, friends)
    const kills = Math.max(4, context.times(KILLS))
    let exact = 0
    for (let round = 0; round < kills; round += 1) {
      const talking = round === 0 ? linking : talk(context, line, { post, teller, trip, friends, round })
      const held = round % 2 ? await weather.hold(talking) : undefined
      if (held) exact += 1
      else await pause(context.random.int(300, 2_000))
      const service = services[held ? Number(held.from.slice(1)) : (round / 2) % 2] as Service
      await service.kill('SIGKILL')
      held?.release()
      await service.restart()
      await talking
    }
    faults.push(...teller.faults, ...(await settled(context)))
    faults.push(...(await misheard(context, services, line, friends)))
    faults.push(...(await mistold(context, line, mailbox, { friends, kills })))
    if (exact === 0) faults.push('no process was killed between a push and its record')
    printFaults(context, faults)
    const pushed = line.messages.filter(({ way }) => way === 'push').length
    const mailed = mailbox.mails.filter(({ text }) => text.includes('K14-notice')).length
    return {
      value: `${faults.length} wrong; ${friends.length} friends, ${teller.sent()} requests of LINE, ${line.messages.length - pushed} replies and ${pushed} pushes in ${weather.pushes()} tries, ${mailed} mails instead, ${kills} kills, ${exact} of them between a push and its record`,
      pass: faults.length === 0,
    }
  },
})
// The texts name their friend, so that one in another thread is found.
const answerTo = ({ user }: Friend, round: number) => `K14-answer ${round} to ${user}.`
const noticeOf = (round: number) => `K14-notice ${round}.`

/** Hands the requests of LINE to one process or the other, until one has answered, as LINE does. */
const tellerOf = (context: Context, services: Service[]) => {
  const faults: string[] = []
  let sent = 0
  const once = async (body: string, signature: string, nth: number) => {
    sent += 1
    const answer = await services[nth % services.length]
      ?.ask('POST', '/api/line/events', {
        headers: { 'content-type': 'application/json', 'x-line-signature': signature },
        body,
      })
      .catch(() => undefined)
    if (answer && answer.status >= 500 && answer.status !== 503)
      faults.push(`an event: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer
  }
  const tell = async (body: string, signature: string) => {
    for (let attempt = context.random.int(0, 1), last = attempt + ATTEMPTS; attempt < last; attempt += 1) {
      const answer = await once(body, signature, attempt)
      if (answer && answer.status < 500) return answer
      await pause(100)
    }
    faults.push('a request of LINE was never answered')
    return { status: 0 }
  }
  return {
    faults,
    sent: () => sent,
    tell,
    /** The same request to both processes at once, and again until one of them has taken it. */
    both: async (body: string, signature: string) => {
      await Promise.all(services.map((_, nth) => once(body, signature, nth)))
      return tell(body, signature)
    },
  }
}
type Teller = ReturnType<typeof tellerOf>

/** How LINE answers: mostly well; a third of the pushes and replies has a fault. One push at a time can be held after it was done. */
const weatherOf = ({ random }: Context, line: Line) => {
  const limited: Treatment = { status: 429, message: LIMITED }
  const faulty: Treatment[] = ['break', 'lose', { status: 500 }, limited, limited]
  let pushes = 0
  let waiting: ((held: Held) => void) | undefined
  line.state.treat = (path, from) => {
    if (path.startsWith('GET')) return random.chance(0.1) ? 'lose' : 'answer'
    if (path.endsWith('/push')) {
      pushes += 1
      if (pushes === SILENT) return 'silent'
      if (waiting) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting({ from, release: resolve })
        waiting = undefined
        return { after: promise }
      }
    }
    return random.chance(0.33) ? random.pick(faulty) : 'answer'
  }
  return {
    pushes: () => pushes,
    /** The next push, which is done and not answered until it is released; none once the work is over. */
    hold: (isOver: Promise<unknown>) =>
      Promise.race([
        new Promise<Held>((resolve) => {
          waiting = resolve
        }),
        isOver.then(() => {
          waiting = undefined
          return undefined
        }),
      ]),
  }
}
type Held = { from: string; release: () => void }
/** This push is never answered, so that its process waits as long as it does. */
const SILENT = 5

/** Posts until there is an answer, to one process or the other, with one key. */
const postTo =
  ({ people, seed }: Context, services: Service[], faults: string[]): Post =>
  async (path, body, key) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await services[attempt % services.length]
        ?.ask('POST', path, {
          token: people.admin.token,
          body,
          headers: { 'idempotency-key': `k14-${key}-${seed}` },
        })
        .catch(() => undefined)
      if (answer && answer.status < 300) return answer
      const isBusy = !answer || [429, 503].includes(answer.status) || answer.body?.code === 'idempotency_in_progress'
      if (!isBusy) {
        faults.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
        return undefined
      }
      await pause(100)
    }
    faults.push(`${path}: never answered`)
    return undefined
  }

/** Enters the channel, and takes its test as done: it is proved elsewhere. */
const switchOn = async ({ query, people }: Context, [first]: Service[]) => {
  const put = async (body: object) => {
    const answer = await first?.ask('PUT', '/api/line/channel', { token: people.admin.token, body })
    if (answer?.status !== 200) throw new Error(`LINE is not switched on: ${answer?.text.slice(0, 300)}`)
  }
  await put({ ...lineTest, monthly_cap: 1_000_000 })
  await query('update line_channel set proved_at = now()')
  await put({ is_on: true })
}

/** Confirmed bookings of one trip, whose contacts have proved their mailbox. Every third one has two friends. */
const contacts = async (context: Context, [first]: Service[]) => {
  if (!first) throw new Error('there is no process')
  const fixtures = fixturesFor(context, first.ask)
  const trip = await fixtures.saleOf(await fixtures.package(), daysFromToday(90), 99)
  const friends: Friend[] = []
  for (let n = 0; n < Math.max(context.times(BOOKINGS), 6); n += 1) {
    const email = `k14-${n}@example.com`
    const made = await fixtures.as('sales')('POST', '/api/bookings', {
      planned_trip_id: trip,
      contact: { name: `好友${n}`, phone: `09123${String(n).padStart(5, '0')}`, email },
      travelers: [{ name: `好友${n}` }],
      ...{ payment_method: 'cash', travel_purpose: 'family', marketing_source: 'referral', privacy_consent: true },
    })
    const booking = made.body?.data?.id
    if (!booking) throw new Error(made.text.slice(0, 300))
    const users = n % 3 === 0 ? [`Uk14x${n}x0`, `Uk14x${n}x1`] : [`Uk14x${n}x0`]
    for (const user of users) friends.push({ user, booking, email, thread: 0, written: [], lastAt: 0 })
  }
  await context.query(
    `update bookings set contact_proved_at = now(), status = 'confirmed' where planned_trip_id = $1`,
    [trip],
  )
  return { trip, friends }
}

/** Each friend follows the account and sends the code of its booking. */
const link = async ({ query }: Context, line: Line, post: Post, teller: Teller, friends: Friend[]) => {
  await inParallel(friends.length, AT_ONCE, async (n) => {
    const friend = friends[n] as Friend
    const answer = await post(`/api/bookings/${friend.booking}/line-link`, {}, `code-${n}`)
    await line.tell(line.event(friend.user, 'follow', {}, now(friend)))
    const body = bodyOf([line.says(friend.user, answer?.body.data.code ?? '', now(friend))])
    await teller.both(body, line.sign(body))
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await query<{ id: number; line_user_id: string }>(
      'select id, line_user_id from line_friends where person_record_id is not null and line_user_id = any ($1)',
      [friends.map(({ user }) => user)],
    )
    for (const friend of friends)
      friend.thread = known.find(({ line_user_id }) => line_user_id === friend.user)?.id ?? 0
    if (known.length === friends.length) return
    await passTime(query)
    await pause(100)
  }
  throw new Error('not every friend was linked')
}

const bodyOf = (events: object[]) => JSON.stringify({ destination: 'Ubot', events })
/** A moment later than all before of this friend. */
const now = (friend: Friend) => {
  friend.lastAt = Math.max(Date.now(), friend.lastAt + 1)
  return friend.lastAt
}

type Round = { post: Post; teller: Teller; trip: number; friends: Friend[]; round: number }
const talk = async (context: Context, line: Line, { post, teller, trip, friends, round }: Round) => {
  const told = post(
    `/api/planned-trips/${trip}/messages`,
    { title: `K14 ${round}`, words: noticeOf(round) },
    `notice-${round}`,
  )
  await inParallel(friends.length, AT_ONCE, async (n) => {
    const friend = friends[n] as Friend
    await write(context, line, teller, friend)
    await post(`/api/line/threads/${friend.thread}/messages`, { text: answerTo(friend, round) }, `answer-${n}-${round}`)
  })
  await told
}

/** A friend writes. LINE tells it in any order, often twice, now and then to both processes at once; somebody else forges. */
const write = async ({ random }: Context, line: Line, teller: Teller, friend: Friend) => {
  const { user, written } = friend
  const some = Array.from({ length: random.int(1, 4) }, () => {
    const text = `K14-said ${written.length} by ${user}.`
    written.push(text)
    return line.says(user, text, now(friend))
  })
  const bodies = random.shuffled(some).map((event) => bodyOf([event]))
  const together = bodyOf(random.shuffled(some).map((event) => ({ ...event, deliveryContext: { isRedelivery: true } })))
  const forged = bodyOf([line.says(user, `K14-forged by ${user}.`, now(friend))])
  const { status } = await teller.tell(forged, line.sign(`${forged} `))
  if (status !== 401) teller.faults.push(`a forged event was answered ${status}`)
  for (const body of [...bodies, ...(random.chance(0.5) ? [together] : [])])
    await (random.chance(0.3) ? teller.both(body, line.sign(body)) : teller.tell(body, line.sign(body)))
}

/** The pauses between the tries of a job are over at once. */
const passTime = (query: Context['query']) =>
  query(`update jobs.job set start_after = now() where state = 'retry' and start_after > now()`)

/** Waits until every event is worked on, and every message and notice has its end. */
const settled = async ({ query }: Context) => {
  const open = `
    select 'an event' as what, id from line_events where worked_at is null
    union all select 'a message', id from line_messages where state = 'waiting'
    union all select 'a notice', id from deliveries where state in ('waiting', 'taken') and sentence = 'trip-message'`
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await query<{ what: string; id: number }>(open)
    if (rows.length === 0) return []
    await passTime(query)
    await pause(250)
  }
  return (await query<{ what: string; id: number }>(open)).map(({ what, id }) => `${what} never had its end: ${id}`)
}

/** What the threads show of what the friends have written, and of others. */
const misheard = async ({ people, query }: Context, [first]: Service[], line: Line, friends: Friend[]) => {
  const faults: string[] = []
  for (const { user, thread, written } of friends) {
    const answer = await first?.ask('GET', `/api/line/threads/${thread}/messages`, { token: people.admin.token })
    const shown: { direction: string; text: string }[] = answer?.body?.data ?? []
    const heard = shown
      .filter(({ direction, text }) => direction === 'in' && text.startsWith('K14'))
      .map(({ text }) => text)
    if (heard.join() !== written.join())
      faults.push(`${user} wrote ${written.length} messages, and the thread has ${heard.length}: ${heard.slice(0, 8)}`)
    const words = [...shown.map(({ text }) => text), ...line.textsTo(user)]
    const others = words.filter((text) => / (to|by) Uk14/.test(text) && !text.includes(` ${user}.`))
    if (others.length) faults.push(`${user} has the words of another: ${others.slice(0, 3)}`)
  }
  const forged = await query(`select from line_messages where text like 'K14-forged%'`)
  if (forged.length) faults.push(`${forged.length} forged events were heard`)
  return faults
}

/** What the friends were told, by the count of LINE and of the mail server. */
const mistold = async (
  { query }: Context,
  line: Line,
  { mails }: Mailbox,
  { friends, kills }: { friends: Friend[]; kills: number },
) => {
  const faults: string[] = []
  const rows = await query<{ user: string; text: string; state: string; fault: string | null; n: number }>(
    `select f.line_user_id as "user", m.text, m.state, m.fault ->> 1 as fault, count(*)::integer as n
       from line_messages m join line_friends f on f.id = m.line_friend_id
      where m.direction = 'out' and f.line_user_id = any ($1) group by 1, 2, 3, 4`,
    [friends.map(({ user }) => user)],
  )
  for (const { user, text, state, fault, n } of rows) {
    // A notice has its link below.
    const ways = line.messages
      .filter(({ to, texts }) => to === user && texts.some((each) => each === text || each.startsWith(`${text}\n\n`)))
      .map(({ way }) => way)
    const came = ways.length
    const isLimited = state === 'failed' && fault === `LINE says: ${LIMITED}`
    if (n !== 1 || came !== (isLimited ? 0 : 1))
      faults.push(
        `${user}: ${JSON.stringify(text.slice(0, 60))} is ${n} × ${state} (${fault}), and came ${came} times: ${ways}`,
      )
  }
  const parties = [...Map.groupBy(friends, ({ booking }) => booking)]
  for (let round = 1; round < kills; round += 1) {
    for (const friend of friends)
      if (!rows.some(({ user, text }) => user === friend.user && text === answerTo(friend, round)))
        faults.push(`${friend.user}: answer ${round} is not there`)
    for (const [booking, party] of parties) {
      const holds = (text: string) => text.includes(noticeOf(round))
      const pushed = party.map(({ user }) => line.textsTo(user).filter(holds).length)
      const mailed = new Set(
        mails.filter(({ about, text }) => about === party[0]?.email && holds(text)).map(({ id }) => id),
      )
      if (pushed.some((each) => each > 1) || mailed.size !== (pushed.some(Boolean) ? 0 : 1))
        faults.push(`booking ${booking}: notice ${round} came ${pushed} times by LINE and ${mailed.size} times by mail`)
    }
  }
  return faults
}
