import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../kit/context.ts'
import { openQuery } from '../kit/database.ts'
import { sendSignal, signalServer } from '../kit/postmaster.ts'
import type { Programs } from './programs.ts'
import { front, type Recipe, writeRecipe } from './recipe.ts'

export type DatabaseCluster = Awaited<ReturnType<typeof startDatabases>>

const START_MS = 180_000

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy in front of them, as deploy/cluster describes. */
export const startDatabases = async (context: Context, programs: Programs) => {
  const recipe = await writeRecipe(context.home, programs)
  const members = recipe.members.map((files) => startMember(context, programs, recipe, files))
  const [program = '', ...words] = [...programs.haproxy, '-db', '-f', recipe.haproxy]
  startProgram(context, join(context.home, 'haproxy.log'), program, words, {})
  const superuser = { host: front, port: 5000, user: 'postgres', password: 'superuser-password', database: 'postgres' }
  const { query, end } = openQuery(superuser)
  context.atEnd(end)
  const primary = async () => {
    const are = await Promise.all(members.map(({ isPrimary }) => isPrimary()))
    return members[are.indexOf(true)]
  }
  /** Waits until there is a primary and both others replicate from it, one of them synchronously. */
  const untilWhole = async () => {
    const text = `select count(*)::integer as all, count(*) filter (where sync_state = 'sync')::integer as sync from pg_stat_replication where state = 'streaming' and application_name like 'pg_'`
    for (const until = Date.now() + START_MS; Date.now() < until; await pause(500)) {
      const [state] = await query<{ all: number; sync: number }>(text).catch(() => [])
      if (state?.all === 2 && state.sync >= 1) return
    }
    throw new Error(`the cluster is not whole after ${START_MS / 1000} s; see ${context.home}/machine*/patroni.log`)
  }
  await untilWhole()
  return { ...recipe, members, superuser, query, primary, untilWhole }
}

const startMember = (context: Context, programs: Programs, { account }: Recipe, files: Recipe['members'][number]) => {
  const { name, address, place, etcd: variables, patroni: settings } = files
  const lock = join(place, 'data/postmaster.pid')
  const log = (program: string) => join(place, `${program}.log`)
  const [python = '', patroni = ''] = programs.patroni
  const start = () => ({
    etcd: startProgram(context, log('etcd'), programs.etcd, [], { ...account, cwd: place, env: variables }),
    patroni: startProgram(context, log('patroni'), python, [patroni, settings], {
      ...account,
      cwd: place,
      env: { ...programs.env, HOME: place },
    }),
  })
  let running = start()
  const signalAll = (signal: NodeJS.Signals) => {
    sendSignal(running.patroni.pid, signal)
    signalServer(lock, signal)
  }
  context.atEnd(() => signalAll('SIGKILL'))
  const status = async (path: string) => {
    const asked = fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1_000) })
    return asked.then(({ status }) => status).catch(() => 0)
  }
  return {
    name,
    isPrimary: async () => (await status('/primary')) === 200,
    /** Kills etcd, Patroni and PostgreSQL, as if the machine had failed. */
    kill: () => {
      signalAll('SIGKILL')
      sendSignal(running.etcd.pid, 'SIGKILL')
    },
    start: () => {
      running = start()
    },
    /** Stops all processes of the machine, as if it were frozen. */
    freeze: () => {
      signalAll('SIGSTOP')
      sendSignal(running.etcd.pid, 'SIGSTOP')
    },
    thaw: () => {
      sendSignal(running.etcd.pid, 'SIGCONT')
      signalAll('SIGCONT')
    },
    /** Stops PostgreSQL and Patroni, as if their disk hung; etcd continues. */
    hang: () => signalAll('SIGSTOP'),
    switchOver: async () => {
      const body = JSON.stringify({ leader: name })
      const answer = await fetch(`http://${address}:8008/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the switch-over was answered ${answer.status} ${await answer.text()}`)
    },
  }
}

type How = { uid?: number; gid?: number; cwd?: string; env?: Record<string, string> }

/** A program that is killed when the drill ends, also when the drill is aborted. */
export const startProgram = (context: Context, log: string, program: string, words: string[], how: How) => {
  const out = openSync(log, 'a')
  const child = spawn(program, words, { ...how, stdio: ['ignore', out, out] })
  closeSync(out)
  const kill = () => child.kill('SIGKILL')
  process.setMaxListeners(0)
  process.once('exit', kill)
  context.atEnd(async () => {
    const end = once(child, 'exit')
    if (child.exitCode === null && child.signalCode === null && kill()) await end
    process.off('exit', kill)
  })
  return child
}
