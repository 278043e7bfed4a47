import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where root keeps the clusters of data directories that PostgreSQL's account cannot enter. Nobody else may write in it. */
export const stateOfRoot = '/var/lib/guidon'

/** A directory that is gone may be on a disk that is not mounted now, or may be brought back. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

type Note = { dataDir: string; device: number; goneSince?: number }
const NOTE = /^([0-9a-f]{16})\.json$/
const SET_ASIDE = /^[0-9a-f]{16}-until-(\d+)$/

/** Notes beside a cluster to which data directory it belongs. */
export const noteDataDirectory = async (dataDir: string, home: string) => {
  const place = await realpath(dataDir)
  await write(home, { dataDir: place, device: (await stat(dirname(place))).dev })
}

/** Removes the clusters whose data directories have been gone for 30 days, and those that were set aside so long ago. */
export const removeAbandoned = async (now = Date.now(), state = stateOfRoot) => {
  const removed: string[] = []
  for (const name of await readdir(state).catch(() => [])) {
    const [, setAsideAt] = SET_ASIDE.exec(name) ?? []
    // A note that cannot be read says nothing.
    const isOver = setAsideAt
      ? now - Number(setAsideAt) > KEPT_DAYS * DAY_MS
      : await isAbandoned(state, name, now).catch(() => false)
    if (!isOver) continue
    const home = join(state, name.replace(/\.json$/, ''))
    await rm(home, { recursive: true, force: true })
    await rm(join(state, name), { recursive: true, force: true })
    removed.push(home)
  }
  return removed
}

/** Whether a note says that its directory has been gone for long enough. The first time, the note is given the date. */
const isAbandoned = async (state: string, name: string, now: number) => {
  const [, hash] = NOTE.exec(name) ?? []
  if (!hash) return false
  const home = join(state, hash)
  const { goneSince, ...note }: Note = JSON.parse(await readFile(join(state, name), 'utf8'))
  if (!(await isGone(note)) || existsSync(join(home, 'cluster', 'postmaster.pid'))) {
    if (goneSince) await write(home, note)
    return false
  }
  if (!goneSince) await write(home, { ...note, goneSince: now })
  return goneSince !== undefined && now - goneSince > KEPT_DAYS * DAY_MS
}

// If the directory above is on another device than before, the disk is not mounted.
const isGone = async ({ dataDir, device }: Note) => {
  if (existsSync(dataDir)) return false
  const above = await stat(dirname(dataDir)).catch(() => undefined)
  return above === undefined || above.dev === device
}

const write = (home: string, note: Note) => writeFile(`${home}.json`, JSON.stringify(note), { mode: 0o600 })
