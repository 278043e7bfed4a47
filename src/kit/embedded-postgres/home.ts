import { chmod, lstat, mkdir, realpath, rename, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { noteDataDirectory, stateOfRoot } from './abandoned.ts'
import { type Account, canReach, isRoot } from './account.ts'
import { isCode } from './errors.ts'
import { digest } from './server.ts'

/**
 * The home is the directory of a cluster: `cluster/`, `password`, `server.log` and the socket. It is `<dataDir>/postgres`.
 * If PostgreSQL's account cannot enter a directory above the data directory, the home is below `/var/lib/guidon`, and
 * `<dataDir>/postgres` is a symbolic link to it.
 */
export const homeFor = async (dataDir: string, account: Account) => {
  const place = join(dataDir, 'postgres')
  const existing = await present(place)
  if (!existing) {
    const isInside = await isOpenTo(account, dataDir)
    return isInside ? join(await realpath(dataDir), 'postgres') : outside(await realpath(dataDir))
  }

  if (await canReach(account, join(existing, '..'))) return existing
  throw new Error(
    `${existing} cannot be reached by the account ${account.uid}, which owns it. Open the way: chmod o+x.`,
  )
}

/**
 * Whether the account may enter the data directory. If only the directory itself is closed, root lets others pass through it, as
 * through one that it makes: they can list nothing in it, and all that is in it has rights of its own.
 */
const isOpenTo = async (account: Account, dataDir: string) => {
  if (await canReach(account, dataDir)) return true
  const place = await realpath(dataDir)
  const { uid, mode } = await stat(place)
  if (uid !== 0 || !(await canReach(account, dirname(place)))) return false
  await chmod(place, (mode & 0o777) | 0o011)
  return true
}

export const prepare = async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  if (!isRoot()) return
  await mkdir(stateOfRoot, { recursive: true })
  await chmod(stateOfRoot, 0o711)
}

/** Creates a symbolic link in the data directory if the home is elsewhere, so that people find it. */
export const linkHome = async (dataDir: string, home: string) => {
  if (dirname(home) === stateOfRoot) await noteDataDirectory(dataDir, home)
  try {
    await symlink(home, join(dataDir, 'postgres'))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}

export const stateDirectory = (dataDir: string) => (isRoot() ? stateOfRoot : dataDir)

/**
 * If the data directory was removed, its start creates a new cluster. The old cluster outside of it is renamed, not
 * deleted, so that its data can still be recovered.
 */
export const setAside = async (dataDir: string, home: string) => {
  if (dirname(home) !== stateOfRoot || (await present(join(dataDir, 'postgres')))) return
  await rename(home, `${home}-until-${Date.now()}`).catch((error) => {
    if (!isCode(error, 'ENOENT')) throw error
  })
}

const outside = (dataDir: string) => join(stateOfRoot, digest(dataDir).slice(0, 16))

const present = async (place: string) => {
  try {
    return await realpath(place)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  if (await lstat(place).catch(() => undefined))
    throw new Error(`${place} links to a directory that is gone. Bring it back, or remove the link to begin anew.`)
}
