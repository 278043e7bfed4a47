import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pdf } from '../test/fixtures/samples.ts'
import type { Answer } from './kit/client.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { encodeForm } from './kit/encode.ts'
import { freePort, type Service } from './kit/service.ts'

const MEGABYTES = 64
const WELL_AGAIN_MS = 10_000

export default drill({
  id: 'K3',
  title: 'the disk of the files full, then read-only; the database read-only; the mail server away',
  target:
    'not writable: /readyz 503, health says why, writes 503 and never 500, nothing acknowledged lost, well ≤ 10 s afterwards; mail away: health warns, /readyz 200',
  run: async (context) => {
    const disk = join(context.home, 'disk')
    const files = join(disk, 'files')
    mkdirSync(files, { recursive: true })
    const mount = (...options: string[]) => spawnSync('mount', [...options, files]).status === 0
    if (!mount('-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs'))
      return { value: 'needs root and mount, to have a small disk', pass: undefined }
    context.atEnd(() => spawnSync('umount', ['-l', files]))
    // Without its id, the database accepts the new store on the small disk.
    await context.query(`delete from installation where key = 'file_store'`)
    const service = await context.start({ DATA_DIR: disk, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const faults: string[] = []
    const kept: string[] = []
    const seen: string[] = []
    for (const outage of outages(context, files, mount)) {
      const { refused, wellAfter, wrong } = await during(context, service, outage, kept)
      seen.push(`${outage.name}: ${refused} × 503, well after ${(wellAfter / 1000).toFixed(1)} s`)
      faults.push(...wrong.map((fault) => `${outage.name}: ${fault}`))
    }
    faults.push(...(await mailAway(context, service)), ...(await lost(context, service, kept)))
    if (service.exit() !== undefined) faults.push(`the API process ended with ${service.exit()}`)
    printFaults(context, faults)
    return { value: `${faults.length} wrong; ${kept.length} kept; ${seen.join('; ')}`, pass: faults.length === 0 }
  },
})

type Outage = { name: string; about: string; stops: 'files' | 'everything'; begin: () => unknown; end: () => unknown }

const outages = ({ query, connection }: Context, files: string, mount: (...options: string[]) => boolean): Outage[] => [
  {
    name: 'disk full',
    about: 'files',
    stops: 'files',
    begin: () => fill(join(files, 'ballast')),
    end: () => rmSync(join(files, 'ballast')),
  },
  {
    name: 'folder read-only',
    about: 'files',
    stops: 'files',
    begin: () => mount('-o', 'remount,ro'),
    end: () => mount('-o', 'remount,rw'),
  },
  {
    name: 'database read-only',
    about: 'replication',
    stops: 'everything',
    begin: () => setReadOnly(query, connection.database, 'on'),
    end: () => setReadOnly(query, connection.database, 'off'),
  },
]

const fill = (ballast: string) => {
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4))
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // The disk has no space for this size, so the next block is smaller.
    }
}

const setReadOnly = async (query: Context['query'], database: string, is: 'on' | 'off') => {
  await query(`set transaction_read_only = off; alter database ${database} set default_transaction_read_only = ${is}`)
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'guidon%'`,
  )
}

/**
 * Uploads and writes continue during the outage. Those that were sent and answered during it and need the missing part must get
 * 503.
 */
const during = async (context: Context, service: Service, { about, stops, begin, end }: Outage, kept: string[]) => {
  const { token } = context.people.admin
  const wrong: string[] = []
  let isAway = false
  let refused = 0
  const one = async (n: number) => {
    const was = isAway
    const isUpload = n % 2 === 0
    const answer = await (isUpload ? upload(service, token) : season(context, service)).catch((error: Error) => error)
    const needsIt = stops === 'everything' || isUpload
    if (answer instanceof Error) wrong.push(`no answer: ${answer.message}`)
    else if (answer.status === 201) kept.push(`${answer.headers.location}`)
    else if (answer.status === 503 && answer.headers['retry-after']) refused += 1
    else wrong.push(`${isUpload ? 'an upload' : 'a write'} was answered ${answer.status} ${answer.text.slice(0, 160)}`)
    if (was && isAway && needsIt && !(answer instanceof Error) && answer.status !== 503)
      wrong.push(`${isUpload ? 'an upload' : 'a write'} was answered ${answer.status}`)
    await pause(30)
  }
  const wellAfter = await repeatWhile(4, one, async () => {
    await pause(500)
    await begin()
    // Connections to the database are replaced when they are used.
    await pause(1_000)
    isAway = true
    await pause(Math.max(2_000, 10_000 * context.scale))
    if ((await ready(service)) !== 503) wrong.push(`/readyz says ${await ready(service)}`)
    const found = await finding(service, token, about)
    if (found?.is !== 'fail') wrong.push(`health says ${found?.is}: ${found?.says}`)
    isAway = false
    await end()
    return untilReady(service)
  })
  if (wellAfter > WELL_AGAIN_MS) wrong.push(`ready only after ${wellAfter} ms`)
  return { refused, wellAfter, wrong }
}

const mailAway = async ({ people, random }: Context, service: Service) => {
  const { token } = people.admin
  const found = await finding(service, token, 'mail')
  const body = { name: '新人', email: `k3-${random.text(8).toLowerCase()}@example.com`, role: 'sales' }
  const { status } = await service.ask('POST', '/api/users', { token, body })
  return [
    ...(found?.is === 'warn' ? [] : [`mail away: health says ${found?.is}: ${found?.says}`]),
    ...((await ready(service)) === 200 ? [] : [`mail away: /readyz says ${await ready(service)}`]),
    ...(status === 201 ? [] : [`mail away: a write that mails was answered ${status}`]),
  ]
}

const lost = async ({ people }: Context, { ask }: Service, kept: string[]) => {
  const faults: string[] = []
  for (const path of kept) {
    const { status } = await ask('GET', path, { token: people.admin.token })
    if (status !== 200) faults.push(`${path} was acknowledged and answers ${status}`)
  }
  return faults
}

const ready = async ({ ask }: Service) => (await ask('GET', '/readyz').catch(() => undefined))?.status

const untilReady = async (service: Service) => {
  const began = Date.now()
  while ((await ready(service)) !== 200 && Date.now() - began < 60_000) await pause(50)
  return Date.now() - began
}

type Finding = { is: string; about: string; says: string }
const finding = async ({ ask }: Service, token: string | undefined, about: string): Promise<Finding | undefined> => {
  const { body } = await ask('GET', '/api/health', { token })
  return body?.data?.find((each: Finding) => each.about === about)
}

const upload = async ({ ask }: Service, token: string | undefined): Promise<Answer> => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(pdf)], 'paper.pdf'))
  return ask('POST', '/api/attachments', { token, ...(await encodeForm(form)) })
}

const season = ({ people, random }: Context, { ask }: Service): Promise<Answer> => {
  const code = `K${random.text(10).toUpperCase()}`
  const body = { code, name: '季', starts_on: '2027-01-01', ends_on: '2027-01-02', level: 'low' }
  return ask('POST', '/api/seasons', { token: people.admin.token, body })
}
