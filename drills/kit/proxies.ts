import { globSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ProxyName, type Setup, startProxy } from '../../test/deploy/proxies.ts'
import { type Client, clientOf } from './client.ts'
import { type Context, directory } from './context.ts'
import { outputOf, unpacked } from './debian.ts'
import { clientFrom } from './proxy-protocol.ts'
import type { Service } from './service.ts'

/** The path of a proxy's program, and its version. */
export type Program = { proxy: ProxyName; command: string[]; version: string }

/** The installed program, otherwise Debian's package, unpacked into the directory of the drills without installing it. */
export const findProgram = (proxy: ProxyName): Program | undefined =>
  programAt(proxy, [proxy]) ??
  programAt(proxy, unpackedCommand(proxy)) ??
  (unpacked(proxy, packages[proxy]) ? programAt(proxy, unpackedCommand(proxy)) : undefined)

/** A proxy in front of the processes, with its settings from `deploy/`. */
export const proxyBefore = async (
  context: Context,
  { proxy, command, version }: Program,
  services: Service[],
  speaks: Setup['speaks'] = 'http',
) => {
  const home = mkdtempSync(join(context.home, `${proxy}-`))
  const setup: Setup = { home, targets: services.map(({ port }) => port), speaks }
  const started = await startProxy(proxy, setup, command)
  context.atEnd(started.stop)
  const { port } = started
  const url = `http://127.0.0.1:${port}`
  const certificate = speaks === 'http' ? '' : started.certificate()
  await untilReady(speaks === 'http' ? clientOf(url) : clientFrom('192.0.2.1', { port, certificate }))
  return { name: version, url, port, certificate }
}

const programAt = (proxy: ProxyName, command: string[]): Program | undefined => {
  const [program, ...words] = command
  const said = program && outputOf(program, [...words, '-v'])
  return said === undefined || said === '' ? undefined : { proxy, command, version: versionIn(said) ?? proxy }
}
const versionIn = (text: string) => /HAProxy version [\d.]+|nginx version: \S+/.exec(text)?.[0]

// The libraries are unpacked into the same directory.
const unpackedCommand = (proxy: ProxyName) => {
  const libraries = globSync(join(directory, proxy, 'usr/lib/*-linux-*')).join(':')
  const program = globSync(join(directory, proxy, 'usr/sbin', proxy))
  return program.length ? ['env', `LD_LIBRARY_PATH=${libraries}`, ...program] : []
}

const packages: Record<ProxyName, string[]> = {
  haproxy: ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
  nginx: ['nginx'],
}

const untilReady = async ({ ask, close }: Client) => {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(100))
    if ((await ask('GET', '/readyz').catch(() => undefined))?.status === 200) return close()
  throw new Error('The proxy does not answer.')
}
