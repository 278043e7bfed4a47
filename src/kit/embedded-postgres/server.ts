import { createHash } from 'node:crypto'
import type { Account } from './account.ts'
import type { Programs } from './programs.ts'

/** The description of a server: what is needed to start it and to connect. */
export type Server = {
  /** Its `cluster_name`, by which its processes are found in the system's process list. */
  name: string
  home: string
  account: Account
  programs: Programs
  durable: boolean
  /** Called as soon as initdb or the server was started, so that the caller can do other work instead of waiting. */
  meanwhile: () => void
  connection: { host: string; port: number; user: string; password: string }
}

/** The same before the cluster and its password exist. */
export type Plan = Omit<Server, 'connection'>

export const nameOf = (home: string) => `guidon-${digest(home).slice(0, 12)}`

export const digest = (text: string) => createHash('sha256').update(text).digest('hex')
