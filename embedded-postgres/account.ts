import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The account that runs PostgreSQL. */
export type Account = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. So root runs it as the owner of the cluster or, for a new cluster, as an unprivileged
 * account. Any other user runs it as itself.
 */
export const accountFor = async (dataDir: string): Promise<Account> => {
  if (!isRoot()) return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  return (await ownerOf(join(dataDir, 'postgres'))) ?? (await unprivileged())
}

export const isRoot = () => process.getuid?.() === 0

/**
 * Whether the account may enter all directories above the path and has the permission bits on the path itself (4 read,
 * 1 enter or execute). Checked only as root: any other user runs PostgreSQL as itself.
 */
export const canReach = async (account: Account, path: string, bits = 1) => {
  if (!isRoot()) return true
  const real = await realpath(path)
  const needs = ancestors(real).map((directory) => may(account, directory, 1))
  return (await Promise.all([may(account, real, bits), ...needs])).every(Boolean)
}

/** A cluster keeps the account that owns it, also if an account with a preferred name is created later. */
const ownerOf = async (home: string) => {
  const owner = await stat(home).catch(() => undefined)
  return owner?.uid ? { uid: owner.uid, gid: owner.gid } : undefined
}

const unprivileged = async (): Promise<Account> => {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const wanted of ['guidon', 'nobody', 'daemon']) {
    const found = accounts.find(([name, , uid]) => name === wanted && Number(uid) > 0)
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and /etc/passwd has no account guidon, nobody or daemon to lend it.',
  )
}

const ancestors = (path: string): string[] => (path === '/' ? [] : [dirname(path), ...ancestors(dirname(path))])

const may = async ({ uid, gid }: Account, path: string, bits: number) => {
  const owner = await stat(path)
  const shift = owner.uid === uid ? 6 : owner.gid === gid ? 3 : 0
  return ((owner.mode >> shift) & bits) === bits
}
