import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { pg } from '../src/kit/db/client.ts'
import type { Settings } from '../src/kit/db/connect.ts'
import { dialectOver } from '../src/kit/db/execute.ts'
import type { Db, Tables, Tx } from '../src/kit/db/tables.ts'
import { openStore, type Store } from '../src/kit/files/store.ts'
import { FIRST_START } from '../src/kit/http/server/probes.ts'
import type { Machine } from '../src/kit/http/server/service.ts'
import { mailer } from '../src/kit/mail/mail.ts'
import { outbound } from '../src/kit/outbound/outbound.ts'
import { shopWith } from '../src/kit/papers/papers.ts'
import { printer } from '../src/kit/papers/printer.ts'
import { type Keys, keysFrom } from '../src/kit/secrets/keys.ts'
import { openSession } from '../src/modules/auth/sessions.ts'
import type { Department, Role } from '../src/modules/roles.ts'
import { papersOf } from '../src/papers.ts'
import { remember } from '../src/seeds/prepare.ts'
import { openDatabase } from '../src/wiring.ts'
import { onServer, server } from './server.ts'
import { LONGEST_MS } from './until.ts'
import { watch } from './watch.ts'

/** One account for each role; `stranger` has none. */
const people = {
  admin: { role: 'admin', name: '管理員' },
  sales: { role: 'sales', name: '業務小陳' },
  ticketing: { role: 'department', departments: ['ticketing'], name: '票務小林' },
  line_control: { role: 'department', departments: ['line_control'], name: '線控小張' },
  op: { role: 'department', departments: ['op'], name: 'OP 小黃' },
  finance: { role: 'finance', name: '會計小吳' },
  manager: { role: 'manager', name: '主管老周' },
  leader: { role: 'leader', name: '領隊阿明' },
  customer: { role: 'customer', name: '客戶王小美' },
  other_customer: { role: 'customer', name: '客戶李大同' },
} satisfies Record<string, { role: Role; departments?: Department[]; name: string }>
export type Person = keyof typeof people

const keys = keysFrom(Buffer.alloc(32, 7))

const HOUR_MS = 3_600_000
// The print process takes two seconds to start, so the services of all test files of a process share one, and it does not end while
// idle.
const press = printer(shopWith([]), { rest: HOUR_MS })

export type House = Awaited<ReturnType<typeof house>>

/** A complete service with its own database, one for each test file. Everything is removed when the file ends. */
export const house = (template = process.env.TEST_TEMPLATE) => open(template, after)

/**
 * One service for all test files of a process that only read. It is removed when the process ends. The database refuses every
 * write, and a request that writes fails its test with a clear message.
 */
export const sharedHouse = async () => {
  shared ??= readOnlyHouse()
  const { app, as, asBearer, db, database, ids, tokens, keys, files, papers, outbound } = await shared
  return { app, as, asBearer, db, database, ids, tokens, keys, files, papers, outbound }
}
let shared: Promise<House> | undefined

const readOnlyHouse = async () => {
  const home = await open(process.env.TEST_TEMPLATE, atProcessEnd)
  const { database } = home.settings
  await onServer(`alter database ${database} set default_transaction_read_only = on`)
  await onServer(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${database}'`)
  home.refuseWrites()
  return home
}

/** The runner disconnects its process after the last file. A file that runs alone is its own process. */
const isOfRunner = process.argv[1]?.endsWith('runner.ts')
const atProcessEnd = (end: () => Promise<void>) => (isOfRunner ? process.once('disconnect', end) : after(end))

const open = async (template: string | undefined, atEnd: (end: () => Promise<void>) => unknown) => {
  const cleanups: (() => unknown)[] = []
  atEnd(async () => {
    for (const end of cleanups.reverse()) await end()
  })
  const settings = await copyOf(template)
  cleanups.push(() => onServer(`drop database ${settings.database} with (force)`))
  const directory = await mkdtemp(join(tmpdir(), 'guidon-files-'))
  cleanups.push(() => rm(directory, { recursive: true }))
  const files = await openStore({ directory })

  // Local targets that may be called, and addresses of providers that are replaced; a test adds its own.
  const allowed: string[] = []
  const providerUrls: { ecpay?: string; newebpay?: string } = {}
  const sender = outbound(allowed, undefined, () => AbortSignal.timeout(LONGEST_MS))
  // No timeout of the service expires because the machine is slow. A test of a timeout sets its own.
  const opened = async ({
    publicUrl,
    log = quiet,
    files: store = files,
    secondFactorRoles = [],
    papersDir,
    keys: masterKeys = keys,
    patience = 8,
    machine: machineGiven = {},
    ...overrides
  }: Settings & {
    keys?: Keys
    papersDir?: string
    publicUrl?: string
    log?: Logger
    files?: Store
    secondFactorRoles?: readonly Role[]
    machine?: Partial<Machine>
  } = {}) => {
    const database = openDatabase({
      ...settings,
      readConnections: 2,
      slowConnections: 2,
      writeConnections: 6,
      patience,
      ...overrides,
    })
    const papers = papersOf({ papersDir }, { database, files: store, log, press: papersDir ? undefined : press })
    const machine = { dataDir: directory, mailer: unusedMailer, isMailServerSet: false, ...machineGiven }
    const given = {
      ...{ publicUrl, database, keys: masterKeys, files: store, papers, outbound: sender, secondFactorRoles },
      providerUrls,
      machine,
    }
    const app = buildApp({ ...options, log, patience, ...given })
    const watched = watch(app)
    await app.ready()
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= stopped())
    const stopped = async () => {
      await app.close()
      if (papersDir) papers.close()
      await database.end()
    }
    cleanups.push(stop)
    const as = (person?: Person, headers: Headers = {}) => asBearer(person && tokens[person], headers)
    const asBearer = (token?: string, headers: Headers = {}) => callers(app, token, headers, watched.check)
    return { app, database, papers, db: database.db, ...watched, as, asBearer, stop }
  }
  const ids = {} as Record<Person, number>
  const tokens = {} as Record<Person, string>
  const first = await opened()
  await first.database.transaction({}, (tx) => createAccounts(tx, ids, tokens))

  return {
    ...first,
    settings,
    keys,
    files: { ...files, directory },
    outbound: sender,
    allowed,
    providerUrls,
    ids,
    tokens,
    /** Another process of the same service. */
    another: opened,
    /** For fixtures with many rows: writes them on a separate connection, without the timeouts of the service. */
    fill: (work: (db: Db) => Promise<unknown>) => filling(settings, work),
    atEnd: (end: () => unknown) => cleanups.push(end),
  }
}

const unusedMailer = mailer({ from: 'Guidon <noreply@guidon.test>', outbox: '/nowhere' })
const quiet = pino({ level: process.env.LOG ?? 'fatal' })
const options = {
  zone: 'Asia/Taipei',
  serialPattern: '{package}{yymmdd}{letter}',
  corsOrigins: ['https://office.example'],
  trustProxy: 1,
}

const createAccounts = async (tx: Tx, ids: Record<Person, number>, tokens: Record<Person, string>) => {
  for (const [person, account] of Object.entries(people) as [Person, (typeof people)[Person]][]) {
    const { id } = await tx
      .insertInto('users')
      .values({ ...account, email: `${person}@example.com`, password_hash: null, last_login_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[person] = id
    tokens[person] = (await openSession(tx, id)).token
  }
  await remember(tx, FIRST_START, 'done')
}

const filling = async (settings: Settings, work: (db: Db) => Promise<unknown>) => {
  const client = new pg.Client({ ...settings, options: noTimeouts })
  await client.connect()
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values])
  await work(new Kysely<Tables>({ dialect: dialectOver(run) })).finally(() => client.end())
}
const noTimeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((name) => `-c ${name}=0`)
  .join(' ')

type Headers = Record<string, string>
export type Answer = {
  status: number
  headers: Record<string, string | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client does, and assert what they find.
  body: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  data: any
  bytes: Buffer
}

const callers = (app: FastifyInstance, token: string | undefined, always: Headers, check: () => void) => {
  const call =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    async (url: string, payload?: unknown, headers: Headers = {}): Promise<Answer> => {
      const response = await app.inject({
        method,
        url: url.startsWith('/api') || url.startsWith('//') ? url.replace(/^\/\//, '/') : `/api${url}`,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          'accept-language': 'en',
          ...always,
          ...headers,
        },
        ...(payload !== undefined && { payload: isSent(payload) ? payload : JSON.stringify(payload) }),
      })
      check()
      const isJson = /json/.test(String(response.headers['content-type']))
      const body = isJson && response.body ? JSON.parse(response.body) : response.body
      const { statusCode: status, rawPayload: bytes } = response
      return { status, headers: response.headers as Headers, body, data: body?.data, bytes }
    }
  return {
    get: (url: string, headers?: Headers) => call('GET')(url, undefined, headers),
    post: call('POST'),
    upload: async (url: string, form: FormData, headers: Headers = {}) => {
      const sent = new Response(form)
      const type = sent.headers.get('content-type') ?? ''
      return call('POST')(url, Buffer.from(await sent.arrayBuffer()), { 'content-type': type, ...headers })
    },
    put: call('PUT'),
    patch: call('PATCH'),
    delete: (url: string, headers?: Headers) => call('DELETE')(url, undefined, headers),
    deleteWith: call('DELETE'),
  }
}

const isSent = (payload: unknown) => typeof payload === 'string' || Buffer.isBuffer(payload)

const copyOf = async (template = ''): Promise<Settings & { database: string }> => {
  const database = `house_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database} template ${template} strategy file_copy`)
  return { ...server(), database }
}
