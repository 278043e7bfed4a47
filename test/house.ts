import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { connect, type Settings } from '../src/kit/db/connect.ts'
import { keysFrom } from '../src/kit/keys.ts'
import { openSession } from '../src/modules/auth/tokens.ts'
import type { Department, Role } from '../src/modules/users/schema.ts'
import { onServer, server } from './server.ts'
import { watch } from './watch.ts'

/** One account for every kind of caller; `stranger` has none. */
const people = {
  admin: { role: 'admin', name: '管理員' },
  sales: { role: 'sales', name: '業務小陳' },
  ticketing: { role: 'department', department: 'ticketing', name: '票務小林' },
  line_control: { role: 'department', department: 'line_control', name: '線控小張' },
  op: { role: 'department', department: 'op', name: 'OP 小黃' },
  leader: { role: 'leader', name: '領隊阿明' },
  customer: { role: 'customer', name: '客戶王小美' },
  other_customer: { role: 'customer', name: '客戶李大同' },
} as const satisfies Record<string, { role: Role; department?: Department; name: string }>
export type Person = keyof typeof people

export type House = Awaited<ReturnType<typeof house>>

/** A whole service on a database of its own. One for a test file: everything in it is torn down at the file's end. */
export const house = async () => {
  const settings = await cloned()
  const database = connect({ ...settings, readers: 2, writers: 6 })
  const app = buildApp({
    database,
    keys: keysFrom(Buffer.alloc(32, 7)),
    log: pino({ level: 'fatal' }),
    zone: 'Asia/Taipei',
    corsOrigins: ['https://office.example'],
    trustProxy: true,
  })
  const watched = watch(app)
  await app.ready()

  const ids = {} as Record<Person, number>
  const tokens = {} as Record<Person, string>
  await database.transaction({}, async (tx) => {
    for (const [person, account] of Object.entries(people) as [Person, (typeof people)[Person]][]) {
      const { id } = await tx
        .insertInto('users')
        .values({ ...account, email: `${person}@example.com`, password_hash: null, last_login_at: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids[person] = id
      tokens[person] = (await openSession(tx, id)).token
    }
  })

  after(async () => {
    await app.close()
    await database.end()
    await onServer(`drop database ${settings.database} with (force)`)
  })
  return {
    app,
    database,
    db: database.db,
    settings,
    ids,
    tokens,
    ...watched,
    as: (person?: Person, headers: Headers = {}) => callers(app, person && tokens[person], headers, watched.check),
  }
}

type Headers = Record<string, string>
export type Answer = {
  status: number
  headers: Record<string, string | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client does, and assert what they find.
  body: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  data: any
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
        ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
      })
      check()
      const isJson = /json/.test(String(response.headers['content-type']))
      const body = isJson && response.body ? JSON.parse(response.body) : response.body
      return { status: response.statusCode, headers: response.headers as Headers, body, data: body?.data }
    }
  return {
    get: (url: string, headers?: Headers) => call('GET')(url, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: (url: string, headers?: Headers) => call('DELETE')(url, undefined, headers),
  }
}

const cloned = async (): Promise<Settings & { database: string }> => {
  const database = `house_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database} template ${process.env.TEST_TEMPLATE}`)
  return { ...server(), database }
}
