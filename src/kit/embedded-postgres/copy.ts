import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Copies a directory so that every account can read it. Symbolic links are not copied. */
export const copyReadable = (from: string, to: string) => {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyReadable(source, target)
    else if (entry.isFile() && !tryLink(source, target)) copyFile(source, target)
  }
}

/**
 * Makes a hard link, which is quick and takes no space. Returns false where a copy is needed: if other accounts may not
 * read the source (a link has the same permissions), or if the target is on another file system.
 */
const tryLink = (source: string, target: string) => {
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
