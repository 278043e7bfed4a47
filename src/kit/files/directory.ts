import { access, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Backend, IDENTITY, MissingFile, pathIn, type Range, storeFaultOf } from './backend.ts'

/** Stores files in a directory, local or shared by several machines. */
export function directory(path: string): Backend {
  const at = (name: string) => join(path, name)
  return {
    keep: (from, name) => moveInto(path, from, name),
    has: (name) =>
      access(at(name)).then(
        () => true,
        () => false,
      ),
    read: (name, range) => read(at(name), range),
    remove: (name) => rm(at(name), { force: true }),
    all: async function* () {
      for (const name of await readdir(path)) {
        const own = pathIn(name)
        const there = own && (await stat(at(name)).catch(() => undefined))
        if (there) yield { path: own, keptAt: there.mtime }
      }
    },
    identity: {
      read: () => readFile(at(IDENTITY), 'utf8').catch(missing),
      write: async (id) => {
        await writeFile(at(`${IDENTITY}.new`), id, { mode: 0o600, flush: true })
        await moveInto(path, at(`${IDENTITY}.new`), IDENTITY)
      },
    },
  }
}

const read = async (path: string, range: Range | undefined) => {
  const file = await open(path).catch((error) => {
    throw error.code === 'ENOENT' ? new MissingFile(basename(path), error) : storeFaultOf(error)
  })
  return file.createReadStream({ start: range?.first, end: range?.last })
}

// A rename is atomic. It survives a power failure after fsync of the directory.
const moveInto = async (path: string, from: string, name: string) => {
  try {
    await rename(from, join(path, name))
    const folder = await open(path)
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    throw storeFaultOf(error)
  }
}

const missing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}
