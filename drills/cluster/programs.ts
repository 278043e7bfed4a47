import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { outputOf, unpacked } from '../kit/debian.ts'
import { findProgram } from '../kit/proxies.ts'

/** The programs of the recipe, with the environment in which they run. */
export type Programs = {
  patroni: string[]
  etcd: string
  haproxy: string[]
  postgresBin: string
  env: Record<string, string>
}

const packages = [
  ...['patroni', 'etcd-server', 'python3-etcd', 'python3-dnspython', 'python3-cdiff', 'python3-click'],
  ...['python3-dateutil', 'python3-pkg-resources', 'python3-prettytable', 'python3-wcwidth', 'python3-psutil'],
  ...['python3-urllib3', 'python3-six', 'python3-yaml', 'python3-psycopg2', 'libpq5', 'libyaml-0-2'],
]
const server = ['postgresql-15', 'postgresql-client-15', 'libpq5', 'libllvm14', 'libicu72', 'libxslt1.1', 'libxml2']

/**
 * Finds Debian's Patroni, etcd, PostgreSQL and HAProxy, or unpacks them. Returns a text with the reason if one is not available.
 */
export const findPrograms = (): Programs | string => {
  const haproxy = findProgram('haproxy')
  if (!haproxy) return lacking('HAProxy')
  const place = unpacked('patroni', packages)
  if (!place || !outputOf('python3', ['--version'])) return lacking('Patroni and etcd')
  const postgresBin = postgresIn('/') ?? postgresIn(unpacked('postgresql', server) ?? '')
  if (!postgresBin) return lacking('PostgreSQL 15')
  const libraries = [place, join(postgresBin, '../../../../..')].flatMap((root) =>
    globSync(join(root, 'usr/lib/*-linux-gnu')),
  )
  const env = {
    PYTHONPATH: join(place, 'usr/lib/python3/dist-packages'),
    LD_LIBRARY_PATH: libraries.join(delimiter),
    PATH: [postgresBin, '/usr/bin', '/bin'].join(delimiter),
  }
  const patroni = ['python3', join(place, 'usr/bin/patroni')]
  return { patroni, etcd: join(place, 'usr/bin/etcd'), haproxy: haproxy.command, postgresBin, env }
}

const postgresIn = (root: string) => {
  const bin = join(root, 'usr/lib/postgresql/15/bin')
  return root && existsSync(join(bin, 'postgres')) ? bin : undefined
}

const lacking = (what: string) => `${what} cannot be had: neither installed, nor by apt-get download (Debian 12)`
