import { chmodSync, chownSync, copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { accountFor } from 'guidon-embedded-postgres/account'
import { root } from '../kit/service.ts'
import type { Programs } from './programs.ts'

/** Loopback addresses take the place of the machines 10.0.0.x of the recipe, so that all ports stay as they are. */
const NETWORK = '127.0.31.'
export const machine = (n: number) => `${NETWORK}${n}`
/** The address at which HAProxy forwards to the primary and to the standbys. */
export const front = machine(9)

export type Recipe = Awaited<ReturnType<typeof writeRecipe>>

/** Writes the files of deploy/cluster into `home`; only addresses and directories are replaced. */
export const writeRecipe = async (home: string, { postgresBin }: Programs) => {
  const account = await accountFor(home)
  const folder = (name: string) => {
    const path = join(home, name)
    mkdirSync(path, { recursive: true, mode: 0o755 })
    chownSync(path, account.uid, account.gid)
    return path
  }
  const [backups, scripts] = [folder('backups'), folder('scripts')]
  for (const name of ['wal', 'base']) folder(`backups/${name}`)
  for (const script of globSync(join(root, 'deploy/cluster/*.sh'))) {
    copyFileSync(script, join(scripts, basename(script)))
    chmodSync(join(scripts, basename(script)), 0o755)
  }
  const placed = (text: string) =>
    text
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', NETWORK)
      .replaceAll('127.0.0.1:500', `${front}:500`)
      .replaceAll('/opt/guidon/deploy/cluster', scripts)
      .replaceAll('/usr/lib/postgresql/15/bin', postgresBin)
      .replaceAll('/backups', backups)
  const write = (name: string, text: string) => {
    const path = join(home, name)
    writeFileSync(path, text)
    return path
  }
  const memberFiles = (n: number) => {
    const place = folder(`machine${n}`)
    const own = (text: string) =>
      text
        .replaceAll(/10\.0\.0\.1(?=:\d+$)/gm, `10.0.0.${n}`)
        .replace('name: pg1', `name: pg${n}`)
        .replace('ETCD_NAME=etcd1', `ETCD_NAME=etcd${n}`)
        .replace('/var/lib/etcd/guidon', join(place, 'etcd'))
        .replace('/var/lib/postgresql/15/guidon', join(place, 'data'))
        .replace('/var/lib/postgresql/pgpass', join(place, 'pgpass'))
        .replace('/var/run/postgresql', place)
    const patroni = write(`machine${n}/patroni.yml`, placed(own(deployed('patroni.yml'))))
    return { name: `pg${n}`, address: machine(n), place, patroni, etcd: variablesIn(placed(own(deployed('etcd.env')))) }
  }
  return {
    account,
    backups,
    scripts,
    restored: folder('restored'),
    haproxy: write('haproxy-database.cfg', placed(deployed('haproxy-database.cfg'))),
    members: [1, 2, 3].map(memberFiles),
    settings: variablesIn(placed(deployed('guidon.env'))),
  }
}

const deployed = (name: string) => readFileSync(join(root, 'deploy/cluster', name), 'utf8')

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
