import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type Party, register } from './registrations.ts'
import { statements } from './statements.ts'

// The smallest server that does the same work: a pool, a token look-up, one prepared statement, its text as the answer.

const pool = new pg.Pool({ max: 8 })

const currentUser = {
  name: 'currentUser',
  text: `select u.id from tokens t join users u on u.id = t.user_id
          where t.token_hash = $1 and u.status = 'active' and t.expires_at > now() and coalesce(t.last_used_at + t.idle_for > now(), true)`,
}

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const url = request.url ?? '/'
  if (url === '/readyz') return send(response, 200, '{}')
  if (url === '/api/trip-registrations') return send(response, 201, await registered(request))
  const statement = statements.find(({ method, path }) => method === request.method && path.test(url))
  if (!statement) return send(response, 404, '{}')

  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const [body, { rows: users }] = await Promise.all([
    request.method === 'POST' ? bodyOf<{ message: string }>(request) : {},
    pool.query({ ...currentUser, values: [hash('sha256', token, 'buffer')] }),
  ])
  if (!users[0]) return send(response, 401, '{}')
  const total = statement.total === undefined ? undefined : await totalOf(statement.total)
  const values = statement.values(url, users[0].id, body, total)
  const { rows } = await pool.query({ ...prepared(statement.text(url)), values })
  if (!rows[0]) return send(response, 404, '{}')
  return send(response, statement.status, enveloped(rows[0]))
}

// Joined here, because PostgreSQL takes longer to concatenate long texts.
const enveloped = ({ data, meta }: { data: string; meta?: string }) => {
  const text = `{"success":true,"data":${data}${meta ? `,"meta":${meta}` : ''}}`
  return text.length > LONG ? Buffer.from(text) : text
}
// Node sends a short text in one write with the headers, and would encode a long one twice.
const LONG = 4_096

const registered = async (request: IncomingMessage) =>
  register(pool, await bodyOf<Party>(request), String(request.headers['x-forwarded-for']))

// A statement is prepared once for each text; its bounds are literals.
const prepared = (text: string) => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return { name, text }
}
const names = new Map<string, string>()

/** A total that is cached for five seconds, as in the service for large lists. */
const totalOf = async (text: string) => {
  const known = totals.get(text)
  if (known && known.until > Date.now()) return known.total
  const { rows } = await pool.query<{ total: string }>(prepared(text))
  const total = Number(rows[0]?.total)
  totals.set(text, { total, until: Date.now() + 5_000 })
  return total
}
const totals = new Map<string, { total: number; until: number }>()

const bodyOf = async <T>(request: IncomingMessage): Promise<T> => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return JSON.parse(text)
}

const send = (response: ServerResponse, status: number, body: string | Buffer) => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`)
    send(response, 500, '{}')
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
