import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A service keeps the server for itself; commands use it beside the service, and wait for each other. */
export type Kind = 'service' | 'command'

/** The process that runs a server, and since when. */
export type Holder = { pid: number; kind: Kind; since: string; name: string }

/**
 * The lock of a data directory is PostgreSQL's own lock file. It names the server, and the command line of the server names the process
 * that has started it. So the lock ends with the server, and no file of ours can be left behind.
 */
export const holderSetting = (kind: Kind, name: string) => {
  const since = new Date(Date.now() - process.uptime() * 1000).toISOString()
  return `${process.pid} ${kind} ${since} ${name}`
}
const HOLDER = /guidon\.holder=(\d+) (service|command) (\S+) (.+)/

/** The server of this home, if it runs. It has no holder if the process that started it has ended. */
export function runningServer(home: string) {
  const lock = lockOf(home)
  const { parent, command } = processOf(lock)
  if (!command) return undefined
  const [, pid, kind, since = '', name = ''] = HOLDER.exec(command) ?? []
  const holder = { pid: Number(pid), kind: kind as Kind, since, name }
  return { pid: lock.pid, isReady: isReady(lock), holder: holder.pid === parent ? holder : undefined }
}

type Lock = { pid: number; directory: string; status: string }

/** PostgreSQL's lock file: the process id, directory and status of the server that wrote it. */
export const lockOf = (home: string) => readLock(lockFile(home))

export const isReady = ({ status }: Lock) => status === 'ready' || status === 'standby'

/**
 * Removes lock files that would prevent a start. PostgreSQL itself replaces one whose process has ended. It refuses to start on an empty
 * one, which a crash leaves, and on one whose process id belongs to another program now, as after a restart of a container.
 */
export function removeStaleLocks(home: string, socketDirectory: string) {
  for (const file of [lockFile(home), join(socketDirectory, '.s.PGSQL.5432.lock')]) {
    const lock = readLock(file)
    const isStale = lock.pid ? !processOf(lock).command : isOld(file)
    if (isStale) rmSync(file, { force: true })
  }
}

/** A server that starts at this moment has made its file and writes into it right away. */
const isOld = (file: string) => {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && made < Date.now() - 5_000
}

const lockFile = (home: string) => join(home, 'cluster', 'postmaster.pid')

const readLock = (file: string): Lock => {
  try {
    const [pid, directory = '', , , , , , status = ''] = readFileSync(file, 'utf8').split('\n')
    return { pid: Number(pid), directory, status: status.trim() }
  } catch {
    return { pid: 0, directory: '', status: '' }
  }
}

/** The parent and the command line of the server that a lock file names; no command line if there is no such process. */
const processOf = ({ pid, directory }: Lock) => {
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*\S)/.exec(processLine(pid)) ?? []
  // Only the server has its directory on its command line.
  return { parent: Number(parent), command: directory && command.includes(directory) ? command : '' }
}

const processLine = (pid: number) => {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', `${pid}`], { encoding: 'utf8' })
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return `${parent} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`
  } catch {
    return ''
  }
}
