import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from '../kit/concurrency.ts'
import type { Context } from '../kit/context.ts'
import { drill, printFaults } from '../kit/drill.ts'
import { openMailbox } from '../kit/mailbox.ts'
import { enterDaysOff, requestSignInLink } from '../kit/message-actions.ts'
import { type Channel, judge, missing } from '../kit/messages.ts'
import { mixedWrites } from '../kit/mixed-writes.ts'
import { outageFault } from '../kit/outage-faults.ts'
import { openReceiver } from '../kit/receiver.ts'
import { installOn } from './installation.ts'
import { type DatabaseCluster, startDatabases } from './members.ts'
import { findPrograms } from './programs.ts'
import { hearing } from './streams.ts'

const CLIENTS = 6
const BACK_S = 45
// The wal_sender_timeout of the recipe.
const HANGING_S = 15
const FROZEN_MS = 45_000
// 15 s for the request, and the time until its 503 arrives.
const ANSWER_MS = 18_500
const LATEST_MESSAGE_S = 180

export default drill({
  id: 'P7',
  title: 'three members with Patroni: switched over, primary dead, primary frozen, standbys hanging',
  target: `0 acknowledged lost, 0 × 500, none cut; back ≤ ${BACK_S} s, with standbys hanging ≤ ${HANGING_S + BACK_S} s; 0 notifications never heard, messages under one id`,
  run: async (context) => {
    const programs = findPrograms()
    if (typeof programs === 'string') return notRun(context, programs)
    const cluster = await startDatabases(context, programs)
    const installation = await installOn(context, cluster)
    const [mailbox, receiver] = [await openMailbox(context), await openReceiver(context)]
    const given = { SMTP_URL: mailbox.url, WEBHOOK_ALLOW: receiver.place }
    const services = [await installation.start(given), await installation.start(given)] as const
    const mails: Channel = { name: 'mails', expected: new Map(), attempts: mailbox.mails, arrived: mailbox.mails }
    const messages: Channel = { name: 'webhook messages', expected: new Map(), ...receiver }
    const actions = [
      await requestSignInLink(installation, mails),
      await enterDaysOff(installation, services[0], receiver.place, messages),
    ]
    const streams = await hearing(installation, services)
    const writes = await mixedWrites(installation, [...services], { timeout: 25_000 })
    const [faults, acknowledged]: [string[], number[]] = [[], []]
    const one = async (n: number) => {
      if (n % 10 === 0) return actions[(n / 10) % 2]?.(services[n % 4 ? 1 : 0], n / 10).catch(() => {})
      const began = Date.now()
      const { answer, verdict } = await writes.one(n)
      const fault = outageFault(answer, Date.now() - began, ANSWER_MS)
      if (fault) faults.push(fault)
      if (verdict === 'acknowledged') acknowledged.push(Date.now())
      await pause(60)
    }
    const seen = await repeatWhile(CLIENTS, one, async () => {
      const told: string[] = []
      for (const phase of phases) told.push(await outage(context, cluster, phase, acknowledged, faults))
      return told
    })
    const channels = [mails, messages]
    for (const end = Date.now() + 60_000; channels.some((channel) => missing(channel).length) && Date.now() < end; )
      await pause(250)
    const judged = channels.map((channel) => judge(channel, LATEST_MESSAGE_S))
    faults.push(...(await writes.faults()), ...(await streams.faults()), ...judged.flatMap(({ faults }) => faults))
    for (const service of services)
      if (service.exit() !== undefined) faults.push(`an API process ended with ${service.exit()}`)
    printFaults(context, faults)
    const { acknowledged: kept, unknown } = writes.ledger.count()
    return {
      value: `${faults.length} wrong; no good write for: ${seen.join(', ')}; ${kept} acknowledged, ${unknown} unknown; ${judged.map(({ told }) => told).join('; ')}`,
      pass: faults.length === 0 && kept > 0,
    }
  },
})

const notRun = ({ print }: Context, why: string) => {
  print(`NOT RUN: ${why}`)
  return { value: why, pass: undefined }
}

type Phase = { name: string; within: number; leave: (cluster: DatabaseCluster) => Promise<() => unknown> }

/** `leave` begins the outage. It returns the function that ends the outage after the service is back. */
const phases: Phase[] = [
  {
    name: 'switched over',
    within: BACK_S,
    leave: async (cluster) => {
      await (await primaryOf(cluster)).switchOver()
      return () => {}
    },
  },
  {
    name: 'machine dead',
    within: BACK_S,
    leave: async (cluster) => {
      const dead = await primaryOf(cluster)
      dead.kill()
      return dead.start
    },
  },
  {
    name: 'frozen',
    within: BACK_S,
    leave: async (cluster) => {
      const frozen = await primaryOf(cluster)
      frozen.freeze()
      const thawed = pause(FROZEN_MS).then(frozen.thaw)
      return () => thawed
    },
  },
  {
    name: 'standbys hanging',
    within: HANGING_S + BACK_S,
    leave: async (cluster) => {
      const primary = await primaryOf(cluster)
      const standbys = cluster.members.filter((member) => member !== primary)
      for (const { hang } of standbys) hang()
      return () => standbys.map(({ thaw }) => thaw())
    },
  },
]

const primaryOf = async (cluster: DatabaseCluster) => {
  const primary = await cluster.primary()
  if (!primary) throw new Error('there is no primary')
  return primary
}

/** The longest time without an acknowledged write, from the beginning of the outage until the cluster is whole again. */
const outage = async (
  { print }: Context,
  cluster: DatabaseCluster,
  { name, within, leave }: Phase,
  acknowledged: number[],
  faults: string[],
) => {
  await pause(3_000)
  const began = Date.now()
  const heal = await leave(cluster)
  await untilWritten(acknowledged, began, within)
  await heal()
  await cluster.untilWhole()
  await pause(2_000)
  const times = [began, ...acknowledged.filter((at) => at > began), Date.now()]
  const longest = Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at))) / 1000
  if (longest > within) faults.push(`${name}: no good write for ${longest.toFixed(1)} s`)
  print(`${name}: no good write for ${longest.toFixed(1)} s`)
  return `${name} ${longest.toFixed(1)} s`
}

/** Waits until writes have been acknowledged for five seconds without a longer break, or until the limit has clearly passed. */
const untilWritten = async (acknowledged: number[], began: number, within: number) => {
  const isSteady = () => {
    const last = acknowledged.filter((at) => at > Date.now() - 5_000)
    return last.length > 10 && Date.now() - (last[0] ?? 0) > 4_000
  }
  for (await pause(6_000); !isSteady(); await pause(250)) if (Date.now() - began > 2 * within * 1000) return
}
