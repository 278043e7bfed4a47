import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import {
  anyText,
  currency,
  day,
  flag,
  labelled,
  moment,
  money,
  oneOf,
  orNull,
  ref,
  shownFields,
  whole,
} from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { sought, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Names } from '../../kit/resource/names.ts'
import { ends } from '../addon-requests/request.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { idsFound } from '../search-parts.ts'
import { askedForMine, type Owned, ownOf } from '../users/reader.ts'
import { refuseWithoutLine } from './channel.ts'
import { kinds } from './protocol.ts'

/** Who a message is from: the friend, or the agency. */
export const directions = ['in', 'out'] as const

export const readers = ['sales', 'department', 'manager', 'admin'] as const

const Trip = Type.Object({
  ...shownFields({ id: ref(), departure_date: day(), return_date: day() }),
  serial: anyText('PRG261128A'),
  name: anyText('布拉格 8 日'),
  name_en: orNull(anyText('Prague 8 days')),
})

/** Somebody who writes on LINE, and what is known of them. */
const Thread = Type.Object({
  ...shownFields({ id: ref(), version: Type.Integer() }),
  display_name: labelled(orNull(anyText('小美')), ['LINE 名稱', 'Name on LINE']),
  /** The person whose code was sent; null as long as nobody is known. */
  person: labelled(orNull(Names), ['客戶', 'Person']),
  booking_ids: labelled(Type.Array(ref()), ['訂單', 'Bookings']),
  /** The trip that the person travels on next, or else the last one. */
  trip: orNull(Trip),
  unread: labelled(whole(), ['未讀', 'Unread']),
  is_unread: labelled(flag(), ['未讀', 'Unread']),
  assignee: labelled(orNull(Names), ['負責回覆', 'Answered by']),
  is_blocked: labelled(flag(), ['已封鎖', 'Has blocked us']),
  last_message: labelled(
    orNull(Type.Object({ direction: oneOf(directions), kind: oneOf(kinds), text: anyText('請問集合地點？') })),
    ['最後一則', 'Last message'],
  ),
  ...shownFields({ last_message_at: labelled(moment(), ['最後一則', 'Last message']) }),
})

/** A thread that is open, with what is known beside it. */
export const OpenThread = Type.Object({
  ...Thread.properties,
  /** The bookings of the person, the trip that comes next first. */
  bookings: Type.Array(
    Type.Object({
      ...shownFields({ id: ref(), currency: currency() }),
      booking_number: anyText('CNX270128A-001'),
      status: oneOf(bookingStatuses),
      balance: money(),
      open_extras: labelled(whole(), ['處理中的加購', 'Add-ons under way']),
      trip: Trip,
    }),
  ),
  quick_replies: labelled(Type.Array(anyText('請問您的團號是？')), ['常用回覆', 'Quick replies']),
})

const threadList = list({
  of: 'f',
  sort: { is_unread: flag(), last_message_at: moment() },
  order: '-is_unread,-last_message_at',
  columns: ['display_name', 'person.name', 'trip.serial', 'unread', 'assignee.name', 'is_blocked', 'last_message_at'],
  people: true,
  hidesStamps: true,
  filters: {
    unread: whether(sql<SqlBool>`f.is_unread`),
    q: sought(
      (given) => sql<SqlBool>`(
        f.id in (${idsFound('line_friends', given)}) or f.id in (${idsFound('line_messages', given, 'line_friend_id')})
        or f.person_record_id in (
          select linked.id from person_records linked join person_records own on own.person_id = linked.person_id
           where own.booking_id in (${idsFound('bookings', given)})))`,
    ),
  },
})

/** What a colleague may see of the inbox. */
export type Inbox = { me: number; sees_all: boolean; is_sales: boolean; of_departments: readonly string[] }
export function inboxOf({ id, roles, departments }: Actor): Inbox {
  return {
    me: id,
    sees_all: hasOneOf(roles, ['admin', 'manager']),
    is_sales: hasOneOf(roles, ['sales']),
    of_departments: departments,
  }
}

const personId = sql`(select r.person_id from person_records r where r.id = f.person_record_id)`
/** The bookings that the person of a friend \`f\` is the contact of. */
const ofPerson = sql`
  line_hearers own join bookings b on b.id = own.booking_id join planned_trips t on t.id = b.planned_trip_id
   where own.line_friend_id = f.id`

// Managers read all; sales their own customers and who belongs to nobody; a department those whose extras it handles; whoever answers, its threads.
const isSeen = ({ me, sees_all, is_sales, of_departments }: Inbox) => sql<boolean>`(
  ${sees_all} or f.assignee_id = ${me}
  or (${is_sales} and ((f.assignee_id is null and not exists (select from ${ofPerson})) or exists (select from ${ofPerson} and ${isOwn(me)})))
  or exists (select from ${ofPerson} and exists (
       select from addon_requests a where a.booking_id = b.id and a.department = any (${of_departments}::text[]))))`
const isOwn = (me: number) => sql`coalesce(b.sales_user_id, t.sales_user_id, ${me}) = ${me}`

// What is booked comes before what was cancelled, and the next trip before the last one.
const nearest = sql`
  b.status in ('cancelled', 'expired'), t.return_date < today(), abs(t.departure_date - today()), b.id desc`
/** SQL: who answers a friend \`f\`: the colleague who has the thread, or else the salesperson of the next trip. Null: any of sales. */
export const answererOf = sql<number | null>`coalesce(f.assignee_id, (
  select coalesce(b.sales_user_id, t.sales_user_id) from ${ofPerson} order by ${nearest} limit 1))`
/** SQL: the trip of a friend \`f\` that comes next, or else the last one. */
export const nextTripOf = sql<number | null>`(select t.id from ${ofPerson} order by ${nearest} limit 1)`
const trip = sql`json_build_object('id', t.id, 'serial', t.serial, 'name', t.name, 'name_en', t.name_en,
  'departure_date', t.departure_date, 'return_date', t.return_date)`

const friends = (db: Db, inbox: Inbox) =>
  db
    .selectFrom('line_friends as f')
    .select(['f.id', 'f.display_name', 'f.unread', 'f.is_unread', 'f.last_message_at', 'f.version'])
    .select([
      sql<object>`(select json_build_object('id', p.id, 'name', p.name, 'name_en', p.name_en) from persons p where p.id = ${personId})`.as(
        'person',
      ),
      sql<
        number[]
      >`array_to_json(array(select b.id from ${ofPerson} order by ${nearest} limit ${sql.lit(MOST_BOOKINGS)}))`.as(
        'booking_ids',
      ),
      sql<object>`(select ${trip} from ${ofPerson} order by ${nearest} limit 1)`.as('trip'),
      sql<object>`(
        select json_build_object('direction', m.direction, 'kind', m.kind, 'text', m.text) from line_messages m
         where m.line_friend_id = f.id order by m.happened_at desc, m.id desc limit 1)`.as('last_message'),
      sql<object>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = f.assignee_id)`.as(
        'assignee',
      ),
      sql<boolean>`f.blocked_at is not null`.as('is_blocked'),
    ])
    .where(isSeen(inbox))
const MOST_BOOKINGS = 20

const threadPage = threadList.over((db, { own_of, ...inbox }: Inbox & Owned) =>
  own_of === undefined
    ? friends(db, inbox)
    : friends(db, inbox).where(
        sql<boolean>`(f.assignee_id = ${own_of} or exists (select from ${ofPerson} and coalesce(b.sales_user_id, t.sales_user_id) = ${own_of}))`,
      ),
)

export const openThread = jsonRecord((db, { id, ...inbox }: Inbox & { id: number }) =>
  friends(db, inbox)
    .where('f.id', '=', id)
    .select([
      sql<object[]>`(
        select coalesce(json_agg(each.shown), '[]') from (
          select json_build_object('id', b.id, 'booking_number', b.booking_number, 'status', b.status, 'balance', b.balance,
                   'currency', b.currency, 'trip', ${trip}, 'open_extras', (
                     select count(*) from addon_requests a where a.booking_id = b.id and not ${isOneOf('a.status', ends)})) as shown
            from ${ofPerson} order by ${nearest} limit ${sql.lit(MOST_BOOKINGS)}) each)`.as('bookings'),
      sql<string[]>`(select to_json(quick_replies) from line_channel)`.as('quick_replies'),
    ]),
)

/** Refuses a thread that the reader does not see, as if it did not exist. */
export const refuseUnseenThread = theRow((db, { id, ...inbox }: Inbox & { id: number }) =>
  db.selectFrom('line_friends as f').select('f.id').where('f.id', '=', id).where(isSeen(inbox)),
)

const readThreads = async (db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) => {
  await refuseWithoutLine(db)
  return threadPage(db, { ...inboxOf(actor), ...ownOf(actor, mine) }, query)
}
const readThread = async (db: Db, actor: Actor, id: number) => {
  await refuseWithoutLine(db)
  return openThread(db, { ...inboxOf(actor), id })
}

/** `/api/line/threads`, and one of them. */
export function threadListRoutes(on: On) {
  on.get(
    '/threads',
    {
      access: readers,
      name: 'listLineThreads',
      summary: 'Who writes on LINE, the unread first, then the latest: own customers, and who is not known yet',
      ...threadList.asking(Thread, askedForMine),
      refuses: ['not_found'],
      etag: 'content',
    },
    ({ db, actor, query }) => readThreads(db, actor, query),
  )
  on.get(
    '/threads/:id',
    {
      access: readers,
      name: 'getLineThread',
      summary: 'One thread, with the bookings of the person',
      returns: OpenThread,
    },
    ({ db, actor, params }) => readThread(db, actor, params.id),
  )
}
