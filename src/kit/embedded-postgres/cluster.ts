import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createAtomically } from './atomic-directory.ts'
import { isCode } from './errors.ts'
import { endOrphanServers } from './leftovers.ts'
import { cannotRun } from './programs.ts'
import type { Plan } from './server.ts'
import { environment } from './settings.ts'

/** Creates the cluster if there is none. Returns true if this call created it. */
export const createCluster = async (plan: Plan) => {
  await endOrphanServers(plan)
  if (await exists(plan)) return false
  const isNew = await createAtomically(plan.home, (temporary) => fill(plan, temporary))
  if (isNew && plan.durable) await sync(dirname(plan.home))
  if (isNew || (await exists(plan))) return isNew
  throw new Error(`${plan.home} holds something else than a PostgreSQL cluster. Move it away to begin anew.`)
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

const fill = async ({ account: { uid, gid }, programs, durable, meanwhile }: Plan, temporary: string) => {
  const password = join(temporary, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await chown(password, uid, gid)
  await chown(temporary, uid, gid)

  const cluster = ['-D', join(temporary, 'cluster'), ...(durable ? [] : ['--no-sync'])]
  const secret = ['--username=guidon', `--pwfile=${password}`, '--auth=scram-sha-256']
  const options = { uid, gid, cwd: '/', env: environment }
  try {
    const filled = promisify(execFile)(programs.initdb, [...cluster, ...secret, ...locale, '--data-checksums'], options)
    meanwhile()
    await filled
  } catch (error) {
    throw cannotRun(programs.initdb, error)
  }
}

// The builtin provider sorts and folds case the same on every system. Trigram search uses lc_ctype to tell which characters
// are letters, so the locale must know Chinese ones too.
const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8']

const sync = async (directory: string) => {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}
