import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { JobTools } from '../src/kit/jobs/jobs.ts'
import { workers } from '../src/kit/jobs/workers.ts'
import { mailer } from '../src/kit/mail/mail.ts'
import { jobs } from '../src/wiring.ts'
import type { House } from './house.ts'
import { until } from './until.ts'

/** Runs the workers and returns the mails that they send, oldest first, each once. */
export const outbox = async (
  { settings, database, keys, files, papers, outbound, atEnd }: House,
  elsewhere: Pick<JobTools, 'lineApiUrl'> = {},
) => {
  const directory = await mkdtemp(join(tmpdir(), 'guidon-outbox-'))
  const post = mailer({ from: 'Guidon <noreply@guidon.test>', outbox: directory })
  const tools = {
    database,
    keys,
    files,
    papers,
    outbound,
    mailer: post,
    log: pino({ level: 'fatal' }),
    zone: 'Asia/Taipei',
    ...elsewhere,
  }
  const crew = await workers(settings, jobs, { ...tools, publicUrl: 'https://guidon.test' })
  atEnd(async () => {
    await crew.stop()
    await rm(directory, { recursive: true })
  })

  const taken = new Set<string>()
  const waiting = async (address: string) => {
    for (const name of (await readdir(directory)).filter((each) => !taken.has(each))) {
      const mail = await readFile(join(directory, name), 'utf8')
      if (mail.includes(`To: ${address}\n`)) return { name, mail }
    }
    return undefined
  }
  return {
    mailTo: async (address: string) => {
      const { name, mail } = await until(() => waiting(address), `a mail to ${address}`)
      taken.add(name)
      return mail
    },
    /** Mails that were sent and not returned yet. */
    rest: async () => (await readdir(directory)).filter((each) => !taken.has(each)),
  }
}

/** The token in the link of a mail. */
export const codeIn = (mail: string) => mail.match(/\/l\/[\w-]+\/([\w-]{43})$/m)?.[1] ?? ''
