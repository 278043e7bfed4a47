import { randomBytes } from 'node:crypto'
import { chown, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createAtomically } from './atomic-directory.ts'
import { isCode } from './errors.ts'
import type { Server } from './server.ts'
import { spawnAs } from './spawn.ts'

type Plan = Pick<Server, 'home' | 'account' | 'programs' | 'durable'> & { meanwhile: () => void }

/** Creates the cluster if there is none. */
export async function createCluster(plan: Plan) {
  const { home, durable } = plan
  if (await exists(plan)) return
  const isNew = await createAtomically(home, (temporary) => fill(plan, temporary))
  if (isNew && durable) await sync(dirname(home))
  if (isNew || (await exists(plan))) return
  throw new Error(`${home} holds something else than a PostgreSQL cluster. Move it away to begin anew.`)
}

const exists = async ({ home, programs }: Plan) => {
  const major = await majorOf(home)
  if (!major || major === programs.major) return !!major
  throw new Error(
    `${home} was made by PostgreSQL ${major}, and this is PostgreSQL ${programs.major}, which cannot read it. ` +
      'Back up with the version of Guidon that made it, move the directory away, and restore with this one.',
  )
}

const majorOf = async (home: string) => {
  try {
    return (await readFile(join(home, 'cluster', 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    if (isCode(error, 'EACCES')) throw new Error(`${home} belongs to another account. Run as that account, or as root.`)
    throw error
  }
}

const fill = async ({ account, programs, durable, meanwhile }: Plan, temporary: string) => {
  const { uid, gid } = account
  const password = join(temporary, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await chown(password, uid, gid)
  await chown(temporary, uid, gid)

  const where = ['-D', join(temporary, 'cluster'), ...(durable ? [] : ['--no-sync'])]
  const secret = ['--username=guidon', `--pwfile=${password}`, '--auth=scram-sha-256']
  const options = [...where, ...secret, ...locale, '--data-checksums']
  const initdb = await spawnAs(account, programs.initdb, options, join(temporary, 'server.log'))
  meanwhile()
  if ((await initdb.ended) !== 0) throw new Error(`The cluster of PostgreSQL cannot be created.\n${initdb.said()}`)
}

// The builtin provider sorts and folds case the same on every system. Trigram search uses lc_ctype to tell which characters
// are letters, so the locale must know Chinese ones too.
const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8']

const sync = async (directory: string) => {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}
