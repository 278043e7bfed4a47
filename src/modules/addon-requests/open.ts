import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { described, flag, labelled, text, without } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor, Role } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { stillSelling } from '../users/has-role.ts'
import { actingOf, isOutside, type Reader, readerOf, seesAll } from '../users/reader.ts'
import { addEntry, addSystemNote, senderOf } from './entries.ts'
import { type Concerned, concerned } from './locked-request.ts'
import { equalRequest, refuseTooMany, refuseUnfit, refuseUnoffered } from './offered.ts'
import { oneRequest, ShownRequest } from './read.ts'
import { GivenFields } from './request.ts'
import { estimatedCost, needsQuote, refuseDetails } from './types.ts'
import { isTypeSeen } from './visible.ts'
import { typeNames } from './words.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'addon-request.created': {
      about: Concerned
      actor_id: number | undefined
      needs_quote: boolean
      needs_approval: boolean
      words?: string | undefined
    }
  }
}

export const NewRequest = Type.Object({
  ...without(GivenFields, ['assignee_id', 'sales_user_id']).properties,
  message: Type.Optional(text(5000, '想要靠窗的座位')),
  again: labelled(
    Type.Optional(
      described(flag(), 'True requests once more what a customer has requested already for this traveler.'),
    ),
    ['再申請一次', 'Ask again'],
  ),
})
export type NewRequest = Static<typeof NewRequest>

const derivedFrom = (type: RequestedType, quantity: number) => {
  const status = type.requires_approval ? ('pending_approval' as const) : ('open' as const)
  return {
    department: type.department,
    currency: type.cost_currency,
    estimated_cost: refuseCostly(estimatedCost(type, quantity)),
    status,
    public_status: status,
  }
}
type RequestedType = Awaited<ReturnType<typeof typeFor>>

/** Refuses an amount that does not fit the column. */
export function refuseCostly(cost: number | null) {
  return cost !== null && cost > MOST
    ? refuseField('quantity', ['金額超過上限，請減少數量。', 'The amount is too large; ask for fewer.'])
    : cost
}

const MOST = 9_999_999_999.99

/** An active type that the reader may request, with its department. */
const typeFor = async (db: Db, reader: Reader, id: number) => {
  const type = await db
    .selectFrom('addon_request_types as t')
    .innerJoin('addon_categories as c', 'c.id', 't.category_id')
    .selectAll('t')
    .select('c.department')
    .where('t.id', '=', id)
    .where(isTypeSeen(reader))
    .$if(isOutside(reader), (rows) => rows.where('t.is_active', '=', true))
    .executeTakeFirst()
  if (!type) return refuseMissing('type_id')
  if (!type.is_active) return refuseField('type_id', ['這個類型已停用。', 'This type is inactive.'])
  return type
}

/** The traveler with its booking. For a customer, travelers of others do not exist. */
const travelerFor = async (db: Db, reader: Reader, id: number) => {
  const traveler = await db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.booking_id', 'b.planned_trip_id', 'v.status', 'b.status as booking_status'])
    .select(stillSelling('b.sales_user_id').as('sales_user_id'))
    .where('v.id', '=', id)
    .where(isBookingSeen(reader, 'b'))
    .executeTakeFirst()
  if (!traveler) return refuseMissing('traveler_id')
  if (traveler.status === 'cancelled' || ['cancelled', 'expired'].includes(traveler.booking_status))
    return refuseField('traveler_id', ['此旅客或訂單已取消。', 'This traveler or its booking was cancelled.'])
  return traveler
}

const refuseMissing = (field: string) => refuseField(field, ['沒有這筆資料。', 'There is no such record.'])

/** Refuses a new request of a party without seats, whose day is past, or whose trip has departed or is over. */
const refuseUntimely = async (db: Db, { type_id, traveler_id, needed_by }: NewRequest) => {
  const { trip, has_departed, is_over, is_sold_on_the_road, is_waitlisted } = await timesOf(db, {
    type_id,
    traveler_id,
  })
  if (is_waitlisted) refuseField('traveler_id', waitsForSeats)
  await refusePastNeed(db, needed_by)
  if (is_over)
    refuseField('traveler_id', [
      `${trip} 這一團已結束，不能再加購；已提供的服務請在訂單加一筆費用。`,
      tripIsOverInEnglish(trip),
    ])
  if (has_departed && !is_sold_on_the_road)
    refuseField('traveler_id', [
      `${trip} 這一團已出發，這個項目不能在途中加購；若可以，請管理員把這個類型設為途中可加購。`,
      `${trip} has departed, and this add-on is not sold during trips; if it can be, an administrator allows it in the type.`,
    ])
}

/** Why nothing is requested for a party on the waitlist. */
const waitsForSeats: Words = [
  '這位旅客還在候補，沒有名額；取得名額後即可申請加購。',
  'This traveler is on the waitlist and has no seat yet; the extra can be asked for once the booking has seats.',
]

const tripIsOverInEnglish = (trip: string) =>
  `${trip} is over, so nothing can be added to it; what was provided can be charged on the booking.`

const timesOf = theRow((db, { type_id, traveler_id }: Pick<NewRequest, 'type_id' | 'traveler_id'>) =>
  db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .innerJoin('planned_trips as p', 'p.id', 'b.planned_trip_id')
    .innerJoin('addon_request_types as t', (on) => on.on('t.id', '=', type_id))
    .select(['p.serial as trip', 't.is_sold_on_the_road'])
    .select(sql<boolean>`b.status = 'waitlisted'`.as('is_waitlisted'))
    .select(sql<boolean>`p.status in ('returned', 'settled', 'cancelled') or p.return_date < today()`.as('is_over'))
    .select(sql<boolean>`p.status = 'departed' or p.departure_date < today()`.as('has_departed'))
    .where('v.id', '=', traveler_id),
)

/** Refuses a `needed_by` day before today. */
export async function refusePastNeed(db: Db, needed_by: string | null | undefined) {
  if (!needed_by) return
  const { rows } = await sql<{ past: boolean }>`select ${needed_by}::date < today() as past`.execute(db)
  if (rows[0]?.past)
    refuseField('needed_by', [
      '使用日期已經過去；請填今天或以後的日期。',
      'This day is past; give today or a later day.',
    ])
}

/** For staff and customers: creates a request only if its trip still accepts it, and for a customer only what it may have. */
export function openRequest(tx: Tx, actor: Actor, asked: NewRequest) {
  return open(tx, { reader: readerOf(actor), roles: actor.roles, actor }, asked)
}

/** Like `openRequest`, for the contact of a booking, who has no account and is treated as its customer. */
export function openRequestByLink(tx: Tx, reader: Reader, asked: NewRequest) {
  return open(tx, { reader, roles: ['customer'], actor: undefined }, asked)
}

const open = (tx: Tx, requester: Requester, asked: NewRequest) =>
  create(tx, requester, asked, async (type) => {
    await refuseUntimely(tx, asked)
    if (isOutside(requester.reader)) await refuseUnoffered(tx, type, asked)
  })

/** What a customer is about to request: its type, and the request that equals it. Refuses what would be refused. */
export async function previewRequest(db: Db, reader: Reader, asked: NewRequest) {
  const type = await typeFor(db, reader, asked.type_id)
  await travelerFor(db, reader, asked.traveler_id)
  await refuseUntimely(db, asked)
  await refuseUnfit(db, type, asked.traveler_id)
  await refuseTooMany(db, type, asked)
  return { type, equal: await equalRequest(db, { type: type.id, traveler: asked.traveler_id }) }
}

/** Creates a request with its price, its department and the first entry of its conversation, whatever the dates of its trip are. */
export function createRequest(tx: Tx, actor: Actor, asked: NewRequest) {
  return create(tx, { reader: readerOf(actor), roles: actor.roles, actor }, asked)
}

type Entered = Omit<NewRequest, 'message' | 'again'>

/**
 * Creates a request that the house had before, whose conversation begins here: it has no entries yet, because entries are never removed,
 * and what was entered by mistake goes again.
 */
export async function enterRequest(tx: Tx, actor_id: number | undefined, asked: Entered) {
  const type = await typeFor(tx, seesAll, asked.type_id)
  refuseDetails(type.details_schema, asked.details ?? {})
  const id = await insert(tx, asked, type, await travelerFor(tx, seesAll, asked.traveler_id), actor_id)
  await emit(tx, 'addon-request.created', {
    about: await concerned(tx, { id }),
    ...{ actor_id, needs_quote: needsQuote(type), needs_approval: type.requires_approval },
  })
  return id
}

/** Removes a request of which nobody has written anything. */
export function removeEnteredRequest(tx: Tx, id: number) {
  return remove(tx, 'addon_requests', id)
}

/** The requester is an account or the holder of a link. */
type Requester = { reader: Reader; roles: readonly Role[]; actor: Actor | undefined }

const create = async (
  tx: Tx,
  { reader, roles, actor }: Requester,
  { message, again: _, ...asked }: NewRequest,
  refuseWhat: (type: RequestedType) => Promise<void> = async () => {},
) => {
  const type = await typeFor(tx, reader, asked.type_id)
  refuseDetails(type.details_schema, asked.details ?? {})
  const { sales_user_id, ...traveler } = await travelerFor(tx, reader, asked.traveler_id)
  await refuseWhat(type)
  const seller = sales_user_id ?? (roles.includes('sales') ? (actor?.id ?? null) : null)
  const id = await insert(tx, asked, type, { ...traveler, sales_user_id: seller }, actor?.id)
  await beginConversation(tx, { roles, actor }, id, type, message)
  await emit(tx, 'addon-request.created', {
    about: await concerned(tx, { id }),
    actor_id: actor?.id,
    needs_quote: needsQuote(type),
    needs_approval: type.requires_approval,
    words: message,
  })
  return id
}

type ItsTraveler = Pick<Awaited<ReturnType<typeof travelerFor>>, 'booking_id' | 'planned_trip_id' | 'sales_user_id'>
const insert = async (
  tx: Tx,
  asked: Entered,
  type: RequestedType,
  { booking_id, planned_trip_id, sales_user_id }: ItsTraveler,
  actor_id: number | undefined,
) => {
  const { id } = await tx
    .insertInto('addon_requests')
    .values({
      ...asked,
      ...derivedFrom(type, asked.quantity ?? 1),
      ...{ booking_id, planned_trip_id, sales_user_id, created_by: actor_id ?? null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const beginConversation = async (
  tx: Tx,
  { roles, actor }: Omit<Requester, 'reader'>,
  id: number,
  type: RequestedType,
  message?: string,
) => {
  await addSystemNote(tx, actor, id, { event: 'created', params: { ...typeNames(type), department: type.department } })
  if (message)
    await addEntry(tx, actor, id, {
      sender_type: senderOf(roles),
      message_type: 'inquiry',
      message,
      is_internal: !roles.includes('customer'),
    })
}

export function openRoute(on: On) {
  on.create(
    '',
    {
      access: ['admin', 'sales', 'customer'],
      summary: 'Create an add-on request for a traveler',
      body: NewRequest,
      returns: ShownRequest,
      etag: 'content',
      refuses: ['duplicate'],
    },
    async ({ tx, actor, body }) => {
      const id = await openRequest(tx, actor, body)
      return { id, ...(await oneRequest(tx, { ...actingOf(actor), id })) }
    },
  )
}
