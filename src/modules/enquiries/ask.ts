import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { described, formed, labelled, line, ref, text, whole } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { throttle } from '../../kit/throttle.ts'
import type { Locale } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { areOpenToStrangers } from '../planned-trips/seats.ts'
import { stillSelling } from '../users/has-role.ts'
import { openStatuses } from './flow.ts'
import { Enquiry, noWayToReach } from './schema.ts'

/** The most people whom a visitor may name; who brings more calls. */
const MOST_PEOPLE = 99
const { email, phone, line_id } = Enquiry.properties

/** What a visitor asks on the site, where no date fits. `website` is a honeypot field that people do not see. */
export const Asking = Type.Object({
  name: labelled(line(100, '王小美'), ['姓名', 'Name']),
  phone,
  email,
  line_id,
  wish: labelled(text(1000, '十月想去看楓葉，最好是小團'), [
    '想去哪裡、什麼時候',
    'Where and when you would like to go',
  ]),
  people: Type.Optional(labelled(whole(1, MOST_PEOPLE), ['人數', 'How many people'])),
  month: Type.Optional(
    labelled(
      described(
        formed('^20[0-9]{2}-(0[1-9]|1[0-2])$', '2027-10'),
        '想出發的月份。The month in which the person would like to leave.',
      ),
      ['月份', 'Month'],
    ),
  ),
  planned_trip_id: Type.Optional(ref()),
  package_id: Type.Optional(ref()),
  privacy_consent: Type.Unsafe<true>({ type: 'boolean', const: true, examples: [true] }),
  website: Type.Optional(Type.String({ format: 'query', maxLength: 200, examples: [''] })),
})
export type Asking = Static<typeof Asking>

type Asked = Omit<Asking, 'website' | 'privacy_consent'>
type Caller = { address: string; locale: Locale }

/**
 * A visitor asks. The enquiry belongs to the salesperson of the trip that is named, like a registration, else to nobody yet. The same again,
 * by a second press, is kept once; a bot gets the same answer and is not kept.
 */
export async function ask(tx: Tx, { website, privacy_consent: _given, ...asked }: Asking, caller: Caller) {
  if (!asked.phone && !asked.email && !asked.line_id) refuseField('phone', noWayToReach)
  await throttle(tx, limits['enquiries from'], caller.address)
  await throttle(tx, limits['enquiries of the site'], 'all')
  const about = await askedAbout(tx, asked)
  if (website || (await isThere(tx, asked))) return
  const { month, planned_trip_id: _trip, package_id: _package, ...own } = asked
  const { id } = await tx
    .insertInto('enquiries')
    .values({
      ...own,
      ...about,
      ...(month && { travel_from: `${month}-01`, travel_to: lastDayOf(month) }),
      ...{ source: 'site', locale: caller.locale, privacy_consent_at: sql<string>`now()` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'enquiry.changed', { enquiry_id: id, actor_id: undefined, what: 'asked' })
}

/** The trip and the package that are named, as far as strangers see them, with their area, salesperson and branch. */
const askedAbout = async (tx: Tx, { planned_trip_id, package_id }: Asked) => {
  const trip = planned_trip_id === undefined ? undefined : await openTrip(tx, { id: planned_trip_id })
  if (planned_trip_id !== undefined && !trip) refuseField('planned_trip_id', notShown)
  if (trip) return trip
  const route = package_id === undefined ? undefined : await publishedPackage(tx, { id: package_id })
  if (package_id !== undefined && !route) refuseField('package_id', notShown)
  return route
}

const openTrip = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips as t')
    .select(['t.id as planned_trip_id', 't.package_id', 't.area_id', 't.branch_id'])
    .select(stillSelling('t.sales_user_id').as('sales_user_id'))
    .where('t.id', '=', id)
    .where(areOpenToStrangers('t')),
)
const publishedPackage = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('packages as p')
    .select(['p.id as package_id', 'p.area_id'])
    .where('p.id', '=', id)
    .where('p.status', '=', 'published'),
)
const notShown = [
  '這個行程目前沒有公開；請直接寫下想去的地方。',
  'This trip is not public at the moment: write where you would like to go.',
] as const

const isThere = async (tx: Tx, { name, wish, phone = null, email = null, line_id = null }: Asked) =>
  (await askedBefore(tx, { name, wish, phone, email, line_id })) !== undefined

const askedBefore = oneRow(
  (db, asked: { name: string; wish: string; phone: string | null; email: string | null; line_id: string | null }) =>
    db
      .selectFrom('enquiries as e')
      .select('e.id')
      .where(isOneOf('e.status', openStatuses))
      .where('e.source', '=', sql.lit('site'))
      .where('e.created_at', '>', sql<string>`now() - interval '1 day'`)
      .where('e.name', '=', asked.name)
      .where('e.wish', '=', asked.wish)
      .where(
        sql<boolean>`(e.phone, e.email, e.line_id) is not distinct from (${asked.phone}::text, ${asked.email}::text, ${asked.line_id}::text)`,
      )
      .limit(1),
)

const lastDayOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}

const askRoute = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '',
    {
      name: 'askForTrip',
      access: 'public',
      summary: 'Tell the agency what trip one looks for; sales call back',
      body: Asking,
      returns: Type.Null(),
      bodyLimit: 8192,
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request, locale }) => {
      await ask(tx, body, { address: callerFingerprint(keys, request.ip), locale })
      return null
    },
  )

/** `/api/public/enquiries`: without an account. */
export default routes(askRoute)
