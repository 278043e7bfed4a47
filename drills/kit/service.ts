import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { clientOf } from './client.ts'

export type Service = Awaited<ReturnType<typeof startService>>
export type Environment = Record<string, string>

export const root = fileURLToPath(new URL('../..', import.meta.url))

type Program = { flags?: string[]; source?: string }

/** One process of the service as in production, of this release unless `source` is another one. It keeps its port over restarts. */
export const startService = async (directory: string, settings: Environment, program: Program = {}) => {
  const port = Number(settings.PORT) || (await freePort())
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  const log = join(directory, `service-${port}.log`)
  const url = `http://127.0.0.1:${port}`
  const { ask, close } = clientOf(url)
  let process = spawnService(log, port, settings, program)
  await readiness(process, log)

  const kill = async (signal: NodeJS.Signals) => {
    if (!process.isOver()) {
      process.child.kill(signal)
      await process.end
    }
    close()
  }
  return {
    url,
    port,
    ask,
    pid: () => process.child.pid ?? 0,
    /** The exit status; `undefined` while the process runs. */
    exit: () => process.exit(),
    log: () => readFileSync(log, 'utf8'),
    kill,
    stop: () => kill('SIGTERM'),
    /** Starts the process again on the same port, with changed environment variables if given. */
    restart: async (changed: Environment = {}) => {
      process = spawnService(log, port, { ...settings, ...changed }, program)
      await readiness(process, log)
    },
  }
}

const given = new Set<number>()
/** A port on which nobody listens, each time another one. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}

/** Starts the process without waiting until it is ready. */
export const spawnService = (
  log: string,
  port: number,
  settings: Environment,
  { flags = [], source = root }: Program = {},
) => {
  const out = openSync(log, 'a')
  const starts = readFileSync(log, 'utf8').split(READY).length
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...flags, 'src/main.mjs', 'serve'], {
    cwd: source,
    env: { PATH, HOST: '127.0.0.1', ...settings, PORT: String(port) },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  let exit: number | string | undefined
  // If the drill is aborted, its service must not continue and take jobs of the next drill.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const end = once(child, 'exit').then(([code, signal]) => {
    exit = signal ?? code ?? 0
    process.off('exit', killChild)
  })
  return { child, end, starts, exit: () => exit, isOver: () => exit !== undefined }
}

// The start message is printed last, when the workers are running too.
const READY = 'Guidon is ready after'
const readiness = async ({ exit, starts }: ReturnType<typeof spawnService>, log: string) => {
  for (const end = Date.now() + 90_000; Date.now() < end; await pause(25)) {
    if (exit() !== undefined) throw new Error(`The service ended while starting; see ${log}.`)
    if (readFileSync(log, 'utf8').split(READY).length > starts) return
  }
  throw new Error(`The service did not get ready; see ${log}.`)
}
