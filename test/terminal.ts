import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from '../src/commands/run.ts'
import type { Settings } from '../src/kit/db/connect.ts'
import type { Locale } from '../src/kit/words/words.ts'

type Place = { settings: Settings & { database: string }; atEnd: (end: () => unknown) => unknown }
type How = { input?: string; env?: NodeJS.ProcessEnv; locale?: Locale; isWatched?: boolean }

/** Runs the command line on the test's database, within this process or in a separate one. */
export const terminal = async ({ settings, atEnd }: Place) => {
  const directory = await mkdtemp(join(tmpdir(), 'guidon-terminal-'))
  // The account of PostgreSQL must be able to enter it. Otherwise the cluster of root would be created elsewhere, and would stay
  // when this directory is removed.
  await chmod(directory, 0o711)
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const env = {
    DATABASE_URL: urlOf(settings),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    PORT: '0',
  }
  const guidon = async (words: string, { input = '', env: more, locale = 'en', isWatched = false }: How = {}) => {
    const told = { out: '', err: '' }
    const io = {
      env: { ...env, ...more },
      out: (some: string) => (told.out += some),
      err: (some: string) => (told.err += some),
      isWatched,
      isRead: true,
      input: async () => input,
      locale,
    }
    return { code: await run(wordsIn(words), io), ...told }
  }
  const start = (words: string, more: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, ['src/main.mjs', ...wordsIn(words)], { env: { ...process.env, ...env, ...more } })
  const really = async (words: string, more?: NodeJS.ProcessEnv) => {
    const child = start(words, more)
    child.stdin.end()
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code, out, err }
  }
  /** Starts the real service. Returns its output until it was ready, and a function that stops it with SIGTERM. */
  const serving = async (more?: NodeJS.ProcessEnv) => {
    const child = start('serve', more)
    // If a test fails before it stops the service, the service would keep the run from ending.
    atEnd(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    let printed = ''
    for await (const some of child.stdout.setEncoding('utf8')) {
      printed += some
      if (/^ {2}Database .*\n/m.test(printed)) break
    }
    const stop = async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    }
    return { printed, address: printed.match(/http:\S+(?=\/api)/)?.[0] ?? '', stop }
  }
  return { guidon, really, serving, directory }
}

// A text in quotes is one argument.
const wordsIn = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** The connection in the form of DATABASE_URL. */
export const urlOf = ({ database, host, port, user, password }: Settings) => {
  const url = new URL(`postgres://server/${database}`)
  const given = { host, port, user, password: typeof password === 'string' ? password : undefined }
  for (const [name, value] of Object.entries(given)) if (value) url.searchParams.set(name, String(value))
  return url.href
}
