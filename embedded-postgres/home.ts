import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canReach, isRoot } from './account.ts'
import { isCode } from './errors.ts'

/** Where root keeps the clusters of data directories that PostgreSQL's account cannot enter. Nobody else may write in it. */
const STATE = '/var/lib/guidon'

/** Where copies of programs go. */
export const stateFor = (dataDir: string) => (isRoot() ? STATE : dataDir)

/**
 * The home is the directory of a cluster: `cluster/`, `password`, `server.log` and the socket. It is `<dataDir>/postgres`.
 * If PostgreSQL's account cannot enter a directory above the data directory, the home is below `/var/lib/guidon`, and
 * `<dataDir>/postgres` is a symbolic link to it.
 */
export async function homeFor(dataDir: string, account: Account) {
  await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  if (isRoot()) await mkdir(STATE, { recursive: true, mode: 0o711 })
  const link = join(dataDir, 'postgres')
  const existing = await present(link)
  if (existing && !(await canReach(account, dirname(existing))))
    throw new Error(
      `${existing} cannot be reached by the account ${account.uid}, which owns it. Open the way: chmod o+x.`,
    )
  if (existing) return existing
  const real = await realpath(dataDir)
  if (await isOpenTo(account, real)) return join(real, 'postgres')

  const home = join(STATE, createHash('sha256').update(real).digest('hex').slice(0, 16))
  // Without the link, the data directory was removed and made anew: the cluster of the former one is kept for a while.
  if (existsSync(home)) await rename(home, `${home}-until-${Date.now()}`)
  return home
}

/** Links from the data directory to a home that is elsewhere, so that it is found, and notes beside it to which directory it belongs. */
export async function linkHome(dataDir: string, home: string, state = STATE) {
  if (dirname(home) !== state) return
  const real = await realpath(dataDir)
  await note(home, { dataDir: real, device: (await stat(dirname(real))).dev })
  await symlink(home, join(real, 'postgres')).catch((error) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
}

/** Of a directory: its real path, if it exists. */
const present = async (path: string) => {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  if (await lstat(path).catch(() => undefined))
    throw new Error(`${path} links to a directory that is gone. Bring it back, or remove the link to begin anew.`)
}

/**
 * Whether the account may enter the data directory. If only the directory itself is closed, root lets others pass through it, as
 * through one that it makes: they can list nothing in it, and all that is in it has rights of its own.
 */
const isOpenTo = async (account: Account, path: string) => {
  if (await canReach(account, path)) return true
  const { uid, mode } = await stat(path)
  if (uid !== 0 || !(await canReach(account, dirname(path)))) return false
  await chmod(path, (mode & 0o777) | 0o011)
  return true
}

type Note = { dataDir: string; device: number; goneSince?: number }
const note = (home: string, text: Note) => writeFile(`${home}.json`, JSON.stringify(text), { mode: 0o600 })

/** A directory that is gone may be on a disk that is not mounted now, or may be brought back. */
const KEPT_MS = 30 * 86_400_000

/** Removes, for root, the clusters whose data directories have been gone for 30 days, and those that were set aside so long ago. */
export async function removeAbandoned(now = Date.now(), state = STATE) {
  if (!isRoot()) return []
  const removed: string[] = []
  for (const name of await readdir(state)) {
    const [, hash, until] = /^([0-9a-f]{16})(?:-until-(\d+)|\.json)$/.exec(name) ?? []
    if (!hash) continue
    const home = join(state, until ? name : hash)
    // A note that cannot be read says nothing.
    const since = until ? Number(until) : await goneSince(home, now).catch(() => undefined)
    if (since === undefined || now - since <= KEPT_MS) continue
    for (const path of [home, `${home}.json`]) await rm(path, { recursive: true, force: true })
    removed.push(home)
  }
  return removed
}

/** When a start first noticed that the data directory of a home is gone, which may be now. */
const goneSince = async (home: string, now: number) => {
  const { goneSince: since, ...kept }: Note = JSON.parse(await readFile(`${home}.json`, 'utf8'))
  const isGone = !existsSync(join(home, 'cluster', 'postmaster.pid')) && (await isMissing(kept))
  if (isGone !== (since !== undefined)) await note(home, isGone ? { ...kept, goneSince: now } : kept)
  return isGone ? (since ?? now) : undefined
}

// If the directory above is on another device than before, the disk is not mounted.
const isMissing = async ({ dataDir, device }: Note) => {
  if (existsSync(dataDir)) return false
  const above = await stat(dirname(dataDir)).catch(() => undefined)
  return above === undefined || above.dev === device
}
