import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openMailbox } from './kit/mailbox.ts'
import { enterDaysOff, requestSignInLink } from './kit/message-actions.ts'
import { type Channel, judge, missing } from './kit/messages.ts'
import { openReceiver } from './kit/receiver.ts'

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
