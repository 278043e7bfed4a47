import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode } from './errors.ts'
import type { Plan } from './server.ts'

type Process = { pid: number; parent: number; uid: number; command: string }

/** The server's living processes (a zombie has no command): the one that leads, and those whose leader is dead. */
export const processesOf = ({ name, account }: Pick<Plan, 'name' | 'account'>) => {
  const leads = ({ command }: Process) => command.includes(`cluster_name=${name}`)
  const follows = ({ command }: Process) => command.startsWith(`postgres: ${name}:`)
  const own = everybody().filter((process) => process.uid === account.uid && (leads(process) || follows(process)))

  const leaders = own.filter(leads)
  const leader = leaders.find(({ parent }) => !leaders.some(({ pid }) => pid === parent))?.pid
  const followers = leader ? [] : own.filter(follows)
  // Asked anew: a leader may have come to life after the list had passed its place, before it reached its followers.
  const late = followers.length > 0 ? everybody().filter(leads) : []
  const orphans = followers.filter(({ parent }) => !late.some(({ pid }) => pid === parent))
  return { leader, orphans: orphans.map(({ pid }) => pid) }
}

/** True when there was somebody to receive it; the signal 0 only asks. */
export const signal = (pid: number, name: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
    if (isCode(error, 'EPERM') && name === 0) return true
    throw error
  }
}

const everybody = () => (existsSync('/proc/self/status') ? inProc() : inPs())

const inProc = (): Process[] =>
  readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const command = readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
        .replaceAll('\0', ' ')
        .trim()
      const status = command && readFileSync(join('/proc', pid, 'status'), 'utf8')
      return status ? [{ pid: Number(pid), parent: field(status, 'PPid'), uid: field(status, 'Uid'), command }] : []
    } catch {
      return []
    }
  })

const field = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])

const inPs = (): Process[] => {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,uid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid, parent, uid, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), uid: Number(uid), command: command.join(' ') }
  })
}
