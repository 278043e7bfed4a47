import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { openLink } from '../bookings/links.ts'
import { openTravelerLink } from '../travelers/address.ts'
import type { By } from '../travelers/rules.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { type OpenedLink, openedLinks } from './opened-links.ts'

/** Who opens a page of the place: the account that is signed in, and the mailed links that were opened in this browser. */
export type Visitor = { account: Actor | undefined; links: OpenedLink[] }

export async function visitorOf(app: FastifyInstance, request: FastifyRequest): Promise<Visitor> {
  return { account: await app.visitor(request), links: openedLinks(request) }
}

/** What the holder may do with a person now. */
export type May = { change: boolean; upload: boolean; changeEmail: boolean }

/**
 * Who holds a booking, and what it may do with it. `owner`: the account of the customer, or the holder of a mailed link.
 * `registrant`: the holder of the link in the answer to a registration, which is not proved. `traveler`: one traveler, who sees the
 * trip and itself.
 */
export type Holder = {
  as: 'owner' | 'registrant' | 'traveler'
  booking: number
  booking_number: string
  reader: Reader
  account: Actor | undefined
  own: Own | undefined
}
type Own = {
  traveler: number
  is_proved: boolean
  /** Whether this visitor holds the booking in another way too. */
  holdsOtherwise: boolean
}

/** The holder of a booking; undefined for a stranger, who may sign in. */
export async function holderOf(
  db: Db,
  { account, links }: Visitor,
  booking_number: string,
): Promise<Holder | undefined> {
  const isCustomer = account?.roles.includes('customer')
  const owned = isCustomer && (await ownedBooking(db, { customer: account?.id ?? 0, booking_number }))
  const best = await bestLink(db, { hashes: links.map(({ token }) => hashOf(token)), booking_number })
  if (account && owned && !best?.is_question)
    return { as: 'owner', ...owned, reader: readerOf(account), account, own: undefined }
  const link = links.find(({ token }) => best?.token_hash.equals(hashOf(token)))
  if (best && link)
    return link.kind === 'booking'
      ? byBookingLink(db, link, booking_number)
      : byTravelerLink(db, link, { booking_number, holdsOtherwise: Boolean(owned) || best.has_others })
  if (!account) return undefined
  return isCustomer ? refuse('not_found', { detail: otherBooking }) : refuse('forbidden', { detail: forCustomers })
}

const byBookingLink = async (db: Db, { token }: OpenedLink, booking_number: string): Promise<Holder> => {
  const { booking, is_mailed, reader } = await openLink(db, token)
  const as = is_mailed ? 'owner' : 'registrant'
  return { as, booking, booking_number, reader, account: undefined, own: undefined }
}

const byTravelerLink = async (
  db: Db,
  { token }: OpenedLink,
  { booking_number, holdsOtherwise }: { booking_number: string; holdsOtherwise: boolean },
): Promise<Holder> => {
  const { booking, reader, ...own } = await openTravelerLink(db, token)
  return { as: 'traveler', booking, booking_number, reader, account: undefined, own: { ...own, holdsOtherwise } }
}

const ownedBooking = oneRow((db, { customer, booking_number }: { customer: number; booking_number: string }) =>
  db
    .selectFrom('bookings')
    .select(['id as booking', 'booking_number'])
    .where('customer_user_id', '=', customer)
    .where('booking_number', '=', booking_number),
)

// A traveler whose link was just opened is asked about its address first, also in the browser of the contact.
const isQuestion = (hashes: Buffer[]) => sql<boolean>`(
  l.kind = 'traveler' and v.email_proved_at is null and l.expires_at > now() and l.token_hash = (${hashes}::bytea[])[1])`

// A link that works comes before one that has ended, and that of the contact before that of a traveler, as it opens more.
const bestLink = oneRow((db, { hashes, booking_number }: { hashes: Buffer[]; booking_number: string }) =>
  db
    .selectFrom('links as l')
    .leftJoin('travelers as v', 'v.id', 'l.traveler_id')
    .innerJoin('bookings as b', (join) => join.on('b.id', '=', sql<number>`coalesce(l.booking_id, v.booking_id)`))
    .select(['l.token_hash', isQuestion(hashes).as('is_question')])
    .select(sql<boolean>`count(*) filter (where l.expires_at > now()) over () > 1`.as('has_others'))
    .where('l.token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('b.booking_number', '=', booking_number)
    .orderBy('is_question', 'desc')
    .orderBy(sql`l.expires_at <= now()`)
    .orderBy('l.is_mailed', 'desc')
    .orderBy('l.kind')
    .limit(1),
)

const otherBooking = [
  '您的帳號沒有這筆訂單；若是同行者的訂單，請使用寄到您信箱的連結。',
  'Your account has no such booking; if somebody else booked for you, use the link that was mailed to you.',
] as const
const forCustomers = [
  '這裡是旅客的頁面；同仁請在辦公室查看訂單。',
  'This page is for travelers; colleagues look at bookings in the office.',
] as const

/** Only who owns the booking may do this: the link in the answer to a registration, or of a traveler, may not. */
export function ownerOnly(holder: Holder) {
  if (holder.as === 'owner') return holder
  return refuse('forbidden', {
    detail: [
      '請使用寄到聯絡信箱的連結；若沒有收到，請聯絡我們重新寄送。',
      'Use the link that was mailed to the contact; if it did not arrive, ask us to send it again.',
    ],
  })
}

/** A traveler sees nothing, and does nothing but confirm, until its address is proved. */
export function provedOnly(holder: Holder) {
  if (holder.own?.is_proved !== false) return holder
  return refuse('forbidden', {
    detail: ['請先在您的訂單頁確認信箱。', 'Confirm your address on the page of your booking first.'],
  })
}

/** The holder as the actions of bookings and travelers know a caller. */
export function callerOf({ reader, account }: Holder, keys: Keys): By {
  return { reader, actor_id: account?.id, roles: ['customer'], keys }
}
