import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { day, flag, formed, labelled, line, orNull, ref, shown, text } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Filter, from, is, openOrDone, sought, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { Names, nameColumns, shownNames } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import type { Words } from '../../kit/words/words.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { isFound } from '../search-parts.ts'
import { DatedTrip, tripNames } from '../shown-names.ts'
import { type Acting, askedForMine, type Owned, ownOf } from '../users/reader.ts'
import { type EnquiryStatus, enquiryFlow, enquirySteps, openStatuses, sellers } from './flow.ts'
import { Enquiry } from './schema.ts'

const namedInEnquiries = {
  area: 'geographical_areas',
  country: 'countries',
  package: 'packages',
  sales_user: 'users',
  branch: 'branches',
}

const Note = shown(Type.Object({ id: ref(), words: text(2000), created_at: Type.String() }))
const OfBooking = Type.Object({
  id: ref(),
  booking_number: line(50, 'CNX270128A-001'),
  status: Type.Enum(bookingStatuses),
})

const ListedEnquiry = RecordOf(Enquiry, {
  ...shownNames(namedInEnquiries),
  trip: orNull(DatedTrip),
  is_overdue: flag(),
  possible: Type.Array(Type.Enum(namesOf(enquirySteps))),
})

/** An enquiry with what was said, the bookings that were made of it, and others of the same telephone or mail address that are open. */
const ShownEnquiry = RecordOf(Enquiry, {
  ...ListedEnquiry.properties,
  notes: Type.Array(Type.Object({ ...Note.properties, by: orNull(Names) })),
  bookings: Type.Array(OfBooking),
  duplicates: Type.Array(
    Type.Object({ id: ref(), enquiry_number: Type.String(), name: Type.String(), sales_user: orNull(Names) }),
  ),
  session_id: orNull(ref()),
})
/** How a route answers with one enquiry. */
export const shownEnquiry = { returns: ShownEnquiry, etag: 'content' } as const

const { name, status, source, sales_user_id } = Enquiry.properties

const isOpen = isOneOf('enquiries.status', openStatuses)
const isOverdue = sql<SqlBool>`(${isOpen} and enquiries.follow_up_on < today())`
// The whole month is named, and whoever may leave on one of its days is found.
const inMonth: Filter = {
  schema: formed('^20[0-9]{2}-(0[1-9]|1[0-2])$', '2027-10'),
  parameter: (month) => `${month}-01`,
  where: (first) => sql<SqlBool>`(enquiries.travel_from < ${first}::date + interval '1 month'
    and coalesce(enquiries.travel_to, enquiries.travel_from) >= ${first}::date)`,
}

const named = (filter: Filter, label: Words): Filter => ({ ...filter, schema: labelled(filter.schema, label) })

const enquiryList = list({
  of: 'enquiries',
  sort: { name, follow_up_on: day() },
  order: '-created_at',
  columns: [
    'enquiry_number',
    'name',
    'phone',
    'email',
    'source',
    'wish',
    'area.name',
    'trip.serial',
    'travel_from',
    'travel_to',
    'people',
    'budget',
    'sales_user.name',
    'follow_up_on',
    'status',
    'lost_reason',
    'created_at',
  ],
  people: true,
  filters: {
    q: sought((given) => isFound('enquiries', given)),
    status: is('enquiries.status', status),
    group: openOrDone('enquiries.status', enquiryFlow.statuses, enquiryFlow.ends),
    source: is('enquiries.source', source),
    sales_user_id: is('enquiries.sales_user_id', sales_user_id),
    is_unowned: named(whether(sql<SqlBool>`enquiries.sales_user_id is null`), ['無人負責', 'Without an owner']),
    area_id: is('enquiries.area_id', ref()),
    country_id: is('enquiries.country_id', ref()),
    package_id: is('enquiries.package_id', ref()),
    planned_trip_id: is('enquiries.planned_trip_id', ref()),
    branch_id: is('enquiries.branch_id', ref()),
    month: inMonth,
    overdue: whether(isOverdue),
    follow_up_from: named(from('enquiries.follow_up_on', day()), ['下次聯絡從', 'Call again from']),
    follow_up_to: named(until('enquiries.follow_up_on', day()), ['下次聯絡至', 'Call again until']),
  },
})

const isErased = sql`(enquiries.name = ${sql.lit(ERASED_NAME)})`

const enquiries = (db: Db, reader: Pick<Acting, 'acts_as'>) =>
  db
    .selectFrom('enquiries')
    .select(columnsOf('enquiries', Enquiry))
    .select(nameColumns('enquiries', namedInEnquiries))
    .select([
      sql`(select ${tripNames('t', 'return_date')} from planned_trips t where t.id = enquiries.planned_trip_id)`.as(
        'trip',
      ),
      isOverdue.as('is_overdue'),
      possibleColumn(enquiryFlow, reader.acts_as, 'enquiries.status', { isErased }).as('possible'),
    ])

const enquiryPage = enquiryList.over((db, { own_of, acts_as }: Pick<Acting, 'acts_as'> & Owned) =>
  own_of === undefined
    ? enquiries(db, { acts_as })
    : enquiries(db, { acts_as }).where('enquiries.sales_user_id', '=', own_of),
)

/** SQL: an account with its names. */
export function nameOf(account: string) {
  return sql`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${sql.ref(account)})`
}
/** The most notes that are shown. */
const MOST_NOTES = 300
const notes = sql`(
  select coalesce(json_agg(n order by n.id desc), '[]') from (
    select id, words, created_at, ${nameOf('enquiry_notes.written_by')} as by from enquiry_notes
     where enquiry_id = enquiries.id order by id desc limit ${sql.lit(MOST_NOTES)}) n)`
const bookings = sql`(
  select coalesce(json_agg(json_build_object('id', b.id, 'booking_number', b.booking_number, 'status', b.status) order by b.id), '[]')
    from bookings b where b.enquiry_id = enquiries.id)`
const duplicates = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'enquiry_number', o.enquiry_number, 'name', o.name,
      'sales_user', ${nameOf('o.sales_user_id')}) order by o.id), '[]')
    from enquiries o where o.id <> enquiries.id and ${isOneOf('o.status', openStatuses)}
     and (phone_key(o.phone) = phone_key(enquiries.phone) or lower(o.email) = lower(enquiries.email)))`
const session = sql`(select a.session_id from session_attendances a where a.id = enquiries.session_attendance_id)`

export const oneEnquiry = jsonRecord((db, { id, acts_as }: Pick<Acting, 'acts_as'> & { id: number }) =>
  enquiries(db, { acts_as })
    .select([notes.as('notes'), bookings.as('bookings'), duplicates.as('duplicates'), session.as('session_id')])
    .where('enquiries.id', '=', id),
)
export function shownTo({ roles: acts_as }: Actor, id: number) {
  return { id, acts_as }
}

/** The enquiry, locked until the transaction ends. */
export async function lockedEnquiry(tx: Tx, id: number) {
  return found(await tx.selectFrom('enquiries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}

const readEnquiries = (db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) =>
  enquiryPage(db, { acts_as: actor.roles, ...ownOf(actor, mine) }, query)

export function stateOf({ status, name }: { status: EnquiryStatus; name: string }) {
  return { status, isErased: name === ERASED_NAME }
}

export function readRoutes(on: On) {
  on.get(
    '',
    {
      access: sellers,
      summary: 'Enquiries: who asked for a trip before there is a booking, who calls again and when',
      ...enquiryList.asking(ListedEnquiry, askedForMine),
      etag: 'content',
    },
    ({ db, actor, query }) => readEnquiries(db, actor, query),
  )
  on.get(
    '/:id',
    { access: sellers, summary: 'One enquiry with what was said and the bookings made of it', ...shownEnquiry },
    ({ db, actor, params }) => oneEnquiry(db, shownTo(actor, params.id)),
  )
}
