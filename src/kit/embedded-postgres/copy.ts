import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A copy of a directory that every account can read. Symbolic links are left out. */
export const copyOpenly = (from: string, to: string) => {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyOpenly(source, target)
    else if (entry.isFile() && !isLinked(source, target)) copyFile(source, target)
  }
}

/** A hard link is quick and takes no room, but is as closed as its source, and stays on one file system. */
const isLinked = (source: string, target: string) => {
  const { mode } = statSync(source)
  if ((mode & 0o005) !== ((mode >> 6) & 0o005)) return false
  try {
    linkSync(source, target)
    return true
  } catch {
    return false
  }
}

const copyFile = (source: string, target: string) => {
  copyFileSync(source, target)
  chmodSync(target, 0o755)
}
