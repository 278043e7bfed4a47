import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode } from './errors.ts'
import type { Plan } from './server.ts'

type Process = { pid: number; parent: number; uid: number; command: string }

/**
 * The running processes of a server: its postmaster, and orphans, child processes whose postmaster is dead. Zombies are not
 * counted, because they have no command line.
 */
export const processesOf = ({ name, account }: Pick<Plan, 'name' | 'account'>) => {
  const isPostmaster = ({ command }: Process) => command.includes(`cluster_name=${name}`)
  const isChild = ({ command }: Process) => command.startsWith(`postgres: ${name}:`)
  const own = allProcesses().filter(
    (process) => process.uid === account.uid && (isPostmaster(process) || isChild(process)),
  )

  const postmasters = own.filter(isPostmaster)
  const postmaster = postmasters.find(({ parent }) => !postmasters.some(({ pid }) => pid === parent))?.pid
  const children = postmaster ? [] : own.filter(isChild)
  // The list is read a second time: a postmaster may have started after its place in the list was read, and before its
  // children were read.
  const late = children.length > 0 ? allProcesses().filter(isPostmaster) : []
  const orphans = children.filter(({ parent }) => !late.some(({ pid }) => pid === parent))
  return { postmaster, orphans: orphans.map(({ pid }) => pid) }
}

/** Sends a signal. Returns false if there is no such process. Signal 0 only checks whether it exists. */
export const signal = (pid: number, name: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
    if (isCode(error, 'EPERM') && name === 0) return true
    throw error
  }
}

const allProcesses = () => (existsSync('/proc/self/status') ? listFromProc() : listFromPs())

const listFromProc = (): Process[] =>
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

const listFromPs = (): Process[] => {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,uid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid, parent, uid, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), uid: Number(uid), command: command.join(' ') }
  })
}
