import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openMailbox } from './kit/mailbox.ts'
import { type Channel, judge, missing } from './kit/messages.ts'
import { openReceiver } from './kit/receiver.ts'
import type { Service } from './kit/service.ts'

const ENDPOINTS = ['/office', '/accounts']

export default drill({
  id: 'D5',
  title: 'a worker killed again and again while mail and webhooks flow',
  target: '10 kills: 0 lost; duplicates bear the same id; oldest undelivered ≤ 60 s',
  run: async (context) => {
    const [mailbox, receiver] = [await openMailbox(context), await openReceiver(context)]
    const settings = { SMTP_URL: mailbox.url, WEBHOOK_ALLOW: receiver.place }
    const services = [await context.start(settings), await context.start(settings)] as const
    const mails: Channel = { name: 'mails', expected: new Map(), attempts: mailbox.mails, arrived: mailbox.mails }
    const { attempts, arrived } = receiver
    const messages: Channel = { name: 'webhook messages', expected: new Map(), attempts, arrived }
    const actions = [
      await requestSignInLink(context, mails),
      await enterDaysOff(context, services[0], receiver.place, messages),
    ]
    const kills = context.times(10)
    const one = async (n: number) => {
      await actions[n % 2]?.(services[n % 3 ? 0 : 1], n).catch(() => {})
      await pause(50)
    }
    await repeatWhile(2, one, async () => {
      for (let n = 0; n < kills; n += 1) {
        await pause(context.random.int(500, 2_000))
        await services[n % 2 ? 1 : 0].kill('SIGKILL')
        await services[n % 2 ? 1 : 0].restart()
      }
    })
    const channels = [mails, messages]
    for (const end = Date.now() + 90_000; channels.some((channel) => missing(channel).length) && Date.now() < end; )
      await pause(250)

    const judged = channels.map((channel) => judge(channel, 60))
    const faults = judged.flatMap(({ faults }) => faults)
    printFaults(context, faults)
    return {
      value: `${judged.map(({ told }) => told).join('; ')}; ${kills} kills, each thing under one id`,
      pass: faults.length === 0 && channels.every(({ expected }) => expected.size > 0),
    }
  },
})

type Action = (service: Service, n: number) => Promise<unknown>

/** Each customer requests one sign-in link, which is sent by mail. */
const requestSignInLink = async ({ query }: Context, { expected }: Channel): Promise<Action> => {
  const people = await query<{ email: string }>(
    `insert into users (name, email, role) select '客戶 ' || n, 'd5-' || n || '@example.com', 'customer'
       from generate_series(1, 8000) n returning email`,
  )
  return async ({ ask }, n) => {
    const { email = '' } = people[n] ?? {}
    const headers = { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` }
    const { status } = await ask('POST', '/api/sign-in-links', { body: { email }, headers })
    if (status === 200) expected.set(email, Date.now())
  }
}

/** Each day off of a leader is sent to two webhooks. */
const enterDaysOff = async (
  { people }: Context,
  { ask }: Service,
  place: string,
  { expected }: Channel,
): Promise<Action> => {
  const { token } = people.admin
  for (const path of ENDPOINTS)
    await ask('POST', '/api/webhooks', { token, body: { name: path, url: `http://${place}${path}` } })
  const leader = await ask('POST', '/api/tour-leaders', { token, body: { name: '陳志明' } })
  return async ({ ask }, n) => {
    const on = new Date(Date.UTC(2027, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
    const body = { tour_leader_id: leader.body.data.id, type: 'training', starts_on: on, ends_on: on, reason: '受訓' }
    const answer = await ask('POST', '/api/leader-unavailabilities', { token, body })
    if (answer.status !== 201) return
    for (const path of ENDPOINTS)
      expected.set(`${path} leader_unavailability.entered ${answer.body.data.id}`, Date.now())
  }
}
