import { hash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import pg from 'pg'
import { statementsOf } from './lists.mjs'
import { requestRow, tripRow } from './rows.mjs'
import { bookingPage, requestPage, tripPage } from './schemas.mjs'
import { tokens, users } from './tables.mjs'

// The strongest peer, as a good engineer writes it: prepared statements, a token look-up for each request, schemas for the
// answers. Its records have the fields that the tables of the console show.

const db = drizzle(new pg.Pool({ max: 8 }))
const statements = statementsOf(db)

const caller = db
  .select({ id: users.id })
  .from(tokens)
  .innerJoin(users, eq(users.id, tokens.user_id))
  .where(
    and(
      eq(tokens.token_hash, sql.placeholder('hash')),
      eq(users.status, 'active'),
      gt(tokens.expires_at, sql`now()`),
      sql`coalesce(${tokens.last_used_at} + idle_for > now(), true)`,
    ),
  )
  .prepare('caller')

const app = fastify()
app.get('/readyz', async () => ({}))
app.decorateRequest('me', 0)
app.addHook('preHandler', async (request, reply) => {
  if (request.url === '/readyz') return
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const [found] = await caller.execute({ hash: hash('sha256', token, 'buffer') })
  if (!found) return reply.code(401).send({ success: false })
  request.me = found.id
})

const pageOf = ({ query }) => {
  const [per_page, current_page] = [Number(query.per_page ?? 20), Number(query.page ?? 1)]
  return { per_page, current_page, limit: per_page, offset: (current_page - 1) * per_page }
}
const answer = ({ per_page, current_page }, data, total) => ({
  success: true,
  data,
  meta: { current_page, per_page, total },
})

app.get('/api/addon-requests', { schema: requestPage }, async (request) => {
  const page = pageOf(request)
  const { status } = request.query
  const [rows, [counted]] = await Promise.all([
    statements.requests.execute({ ...page, status, me: request.me }),
    statements.requestCount.execute({ status }),
  ])
  return answer(page, rows.map(requestRow), counted.total)
})

app.get('/api/planned-trips', { schema: tripPage }, async (request) => {
  const page = pageOf(request)
  const [rows, total] = await Promise.all([statements.trips.execute(page), estimate('planned_trips')])
  return answer(page, rows.map(tripRow), total)
})

app.get('/api/bookings', { schema: bookingPage }, async (request) => {
  const page = pageOf(request)
  const [rows, total] = await Promise.all([statements.bookings.execute(page), estimate('bookings')])
  return answer(page, rows, total)
})

/** The total of a large table, kept for five seconds, as the service keeps it. */
const estimate = async (table) => {
  const known = totals.get(table)
  if (known && known.until > Date.now()) return known.total
  const { rows } = await db.execute(sql`select reltuples::bigint as total from pg_class where oid = ${table}::regclass`)
  const total = Number(rows[0].total)
  totals.set(table, { total, until: Date.now() + 5_000 })
  return total
}
const totals = new Map()

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
