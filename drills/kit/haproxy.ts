import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf } from './client.ts'
import { freePort, root, type Service } from './service.ts'
import { directory, type Site } from './site.ts'

/** The installed HAProxy, else Debian's package, unpacked into the drills' directory without installing it. */
export const findHaproxy = () => found(['haproxy']) ?? found(unpacked()) ?? (fetched() ? found(unpacked()) : undefined)

/** HAProxy in front of the processes, with the settings of `deploy/haproxy.cfg`. */
export const haproxyBefore = async (site: Site, { command, version }: Haproxy, services: Service[]) => {
  const port = await freePort()
  const path = join(site.home, 'haproxy.cfg')
  const servers = services.map(({ port }, i) => `  server api${i} 127.0.0.1:${port}`)
  writeFileSync(
    path,
    readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace(/( {2}server .*\n)+/, `${servers.join('\n')}\n`),
  )
  const log = openSync(join(site.home, 'haproxy.log'), 'a')
  const [program = '', ...words] = command
  const child = spawn(program, [...words, '-db', '-f', path], { stdio: ['ignore', log, log] })
  site.atEnd(() => child.kill())
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  return { name: version, url }
}

type Haproxy = { command: string[]; version: string }
const PLACE = join(directory, 'haproxy')

const found = (command: string[]): Haproxy | undefined => {
  const [program, ...words] = command
  const said = program && spoken(program, [...words, '-v'])
  return said ? { command, version: /HAProxy version [\d.]+/.exec(said)?.[0] ?? 'HAProxy' } : undefined
}

// The libraries are unpacked into the same directory.
const unpacked = () => {
  const libraries = globSync(join(PLACE, 'usr/lib/*-linux-*')).join(':')
  return libraries ? ['env', `LD_LIBRARY_PATH=${libraries}`, join(PLACE, 'usr/sbin/haproxy')] : []
}

const fetched = () => {
  mkdirSync(PLACE, { recursive: true })
  const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']
  if (spoken('apt-get', ['download', ...packages], PLACE) === undefined) return false
  for (const file of globSync(join(PLACE, '*.deb'))) spoken('dpkg', ['-x', file, PLACE])
  return true
}

const spoken = (program: string, words: string[], cwd?: string) => {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000, cwd })
  } catch {
    return undefined
  }
}

const answering = async (url: string) => {
  const { ask, hangUp } = clientOf(url)
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(100))
    if ((await ask('GET', '/readyz').catch(() => undefined))?.status === 200) return hangUp()
  throw new Error('HAProxy does not answer.')
}
