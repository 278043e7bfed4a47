import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Sends a signal to the postmaster that its lock file names, and to its child processes. */
export const signalServer = (lock: string, signal: NodeJS.Signals) => {
  if (!existsSync(lock)) return
  const postmaster = Number(readFileSync(lock, 'utf8').split('\n')[0])
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster)
  for (const pid of [postmaster, ...children.map(Number)]) sendSignal(pid, signal)
}

export const sendSignal = (pid: number | undefined, signal: NodeJS.Signals) => {
  try {
    if (pid) process.kill(pid, signal)
  } catch {
    // The process had already ended.
  }
}

const parentOf = (pid: string) => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
