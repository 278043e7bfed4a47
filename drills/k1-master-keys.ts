import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { catalogOf } from './kit/catalog.ts'
import type { Context } from './kit/context.ts'
import { digestOf } from './kit/digest.ts'
import { drill, printFaults } from './kit/drill.ts'
import { runGuidon } from './kit/restored.ts'
import { type Environment, type Service, startService } from './kit/service.ts'

export default drill({
  id: 'K1',
  title: "the master key is another house's, removed before rewrap, or absent; or replaced under a running process",
  target: 'refused at start, by doctor and by /readyz, in a sentence; nothing written; no new key beside sealed data',
  run: async (context) => {
    const faults: string[] = []
    await (await context.start()).stop()
    faults.push(...(await refused(context, "another house's key", withKeys(9), /sealed with another master key/)))
    faults.push(...(await rotation(context)), ...(await absence(context)))
    printFaults(context, faults)
    return { value: `${faults.length} wrong`, pass: faults.length === 0 }
  },
})

const withKeys = (...bytes: number[]) => ({
  MASTER_KEY: bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(),
})

/** Runs a start and `doctor` with these settings. Both must refuse, and no row may change. */
const refused = async (context: Context, what: string, settings: Environment, sentence: RegExp) => {
  const catalog = await catalogOf(context.query)
  const before = await digestOf(context.query, catalog)
  const faults = await refusedStart(context, what, { ...context.settings, ...settings }, sentence)
  const doctor = await runGuidon({ ...context.settings, ...settings }, 'doctor').catch((error) => error)
  if (!sentence.test(doctor.stdout)) faults.push(`${what}: doctor does not say it`)
  const after = await digestOf(context.query, catalog)
  const changed = Object.keys(before).filter((table) => before[table] !== after[table])
  return [...faults, ...changed.map((table) => `${what}: rows of ${table} were written`)]
}

const refusedStart = async ({ home }: Context, what: string, settings: Environment, sentence: RegExp) => {
  const directory = join(home, what.replace(/\W+/g, '-'))
  const started = await startService(directory, settings).catch((error: Error) => error)
  if (!(started instanceof Error)) {
    await started.kill('SIGKILL')
    return [`${what}: the service started`]
  }
  const [, log = ''] = started.message.match(/see (\S+)\.$/) ?? []
  return sentence.test(readFileSync(log, 'utf8')) ? [] : [`${what}: the refused start does not say why`]
}

/** Rotates to a new key: processes without it become unready, and the old key may be removed only after `rewrap`. */
const rotation = async (context: Context) => {
  const faults: string[] = []
  const old = await context.start()
  const both = await context.start(withKeys(8, 7))
  const isReady = async ({ ask }: Service) => (await ask('GET', '/readyz')).status === 200
  if (await isReady(old)) faults.push('a process without the new key is ready')
  if (!(await isReady(both))) faults.push('a process with both keys is not ready')
  await Promise.all([old.stop(), both.stop()])
  const tooEarly = /still sealed with a master key that is not given/
  faults.push(...(await refused(context, 'removed before rewrap', withKeys(8), tooEarly)))
  await runGuidon({ ...context.settings, ...withKeys(8, 7) }, 'rewrap')
  const fresh = await context.start(withKeys(8))
  if (!(await isReady(fresh))) faults.push('after rewrap the new key alone is not enough')
  await fresh.stop()
  faults.push(...(await refused(context, 'the old key after rewrap', withKeys(7), /sealed with another master key/)))
  return faults
}

/** An embedded database whose key file is missing. */
const absence = async (context: Context) => {
  const directory = join(context.home, 'alone')
  const { DATABASE_URL: _, MASTER_KEY: _key, ...others } = context.settings
  const settings: Environment = { ...others, DATA_DIR: directory }
  await (await startService(directory, settings)).stop()
  const key = join(directory, 'master.key')
  rmSync(key)
  const faults = await refusedStart(context, 'no key', settings, /sealed with a master key, and none is here/)
  if (existsSync(key)) faults.push('no key: a new one was generated beside the database')
  return faults
}
