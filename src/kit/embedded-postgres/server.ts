import { createHash } from 'node:crypto'
import type { Account } from './account.ts'
import type { Programs } from './programs.ts'

/** All that is known about a server before it runs. */
export type Server = {
  /** Its title among the system's processes, by which they are told from all others. */
  name: string
  home: string
  account: Account
  programs: Programs
  durable: boolean
  /** Done when a program of it has just begun its work, and there would be nothing to do but wait. */
  meanwhile: () => void
  connection: { host: string; port: number; user: string; password: string }
}

/** What is known before there is a password to connect with. */
export type Plan = Omit<Server, 'connection'>

export const nameOf = (home: string) => `guidon-${digest(home).slice(0, 12)}`

export const digest = (text: string) => createHash('sha256').update(text).digest('hex')
