import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fchownSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import type { Account } from './account.ts'
import { codeOf } from './errors.ts'

export type Spawned = {
  child: ChildProcess
  isOver: () => boolean
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  /** What it has written into its log. */
  said: () => string
  /** Stops it, in PostgreSQL by a fast shutdown: connections are cut, committed data is kept. */
  stop: () => Promise<void>
}

/**
 * Runs a program of PostgreSQL as its account, with nothing of this process's environment. It has a process group of its own, so that
 * Ctrl+C does not end it before this process has finished its work, and it is stopped when this process exits.
 */
export async function spawnAs(account: Account, program: string, args: string[], logFile: string): Promise<Spawned> {
  const log = openLog(logFile, account)
  const before = fstatSync(log).size
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' }, detached: true }
  const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn').catch((error) => {
    throw new Error(`${program} cannot be run here (${codeOf(error)}). Set DATABASE_URL to use your own PostgreSQL.`)
  })
  const interrupt = () => child.kill('SIGINT')
  process.once('exit', interrupt)
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', interrupt)
    return code
  })
  const stop = async () => {
    child.ref()
    interrupt()
    await ended
  }
  const said = () => readFileSync(logFile).subarray(before).toString().trimEnd()
  return { child, isOver: () => child.exitCode !== null || child.signalCode !== null, ended, said, stop }
}

const MEGABYTE = 1_048_576

/** Does not follow a symbolic link, because root opens the file in a directory of another account. */
const openLog = (file: string, { uid, gid }: Account) => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MEGABYTE) renameSync(file, `${file}.old`)

  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  fchownSync(log, uid, gid)
  return log
}
