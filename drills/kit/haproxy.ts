import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf } from './client.ts'
import { type Context, directory } from './context.ts'
import { freePort, root, type Service } from './service.ts'

/** The installed HAProxy, else Debian's package, unpacked into the drills' directory without installing it. */
export const findHaproxy = () =>
  haproxyAt(['haproxy']) ?? haproxyAt(unpackedCommand()) ?? (download() ? haproxyAt(unpackedCommand()) : undefined)

/** HAProxy in front of the processes, with the settings of `deploy/haproxy.cfg`. */
export const haproxyBefore = async (context: Context, { command, version }: Haproxy, services: Service[]) => {
  const port = await freePort()
  const path = join(context.home, 'haproxy.cfg')
  const servers = services.map(({ port }, i) => `  server api${i} 127.0.0.1:${port}`)
  writeFileSync(
    path,
    readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace(/( {2}server .*\n)+/, `${servers.join('\n')}\n`),
  )
  const log = openSync(join(context.home, 'haproxy.log'), 'a')
  const [program = '', ...words] = command
  const child = spawn(program, [...words, '-db', '-f', path], { stdio: ['ignore', log, log] })
  context.atEnd(() => child.kill())
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return { name: version, url }
}

type Haproxy = { command: string[]; version: string }
const UNPACKED = join(directory, 'haproxy')

const haproxyAt = (command: string[]): Haproxy | undefined => {
  const [program, ...words] = command
  const said = program && outputOf(program, [...words, '-v'])
  return said ? { command, version: /HAProxy version [\d.]+/.exec(said)?.[0] ?? 'HAProxy' } : undefined
}

// The libraries are unpacked into the same directory.
const unpackedCommand = () => {
  const libraries = globSync(join(UNPACKED, 'usr/lib/*-linux-*')).join(':')
  return libraries ? ['env', `LD_LIBRARY_PATH=${libraries}`, join(UNPACKED, 'usr/sbin/haproxy')] : []
}

const download = () => {
  mkdirSync(UNPACKED, { recursive: true })
  const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']
  if (outputOf('apt-get', ['download', ...packages], UNPACKED) === undefined) return false
  for (const file of globSync(join(UNPACKED, '*.deb'))) outputOf('dpkg', ['-x', file, UNPACKED])
  return true
}

const outputOf = (program: string, words: string[], cwd?: string) => {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000, cwd })
  } catch {
    return undefined
  }
}

const untilReady = async (url: string) => {
  const { ask, close } = clientOf(url)
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(100))
    if ((await ask('GET', '/readyz').catch(() => undefined))?.status === 200) return close()
  throw new Error('HAProxy does not answer.')
}
