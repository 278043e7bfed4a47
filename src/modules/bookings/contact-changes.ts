import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { retention } from '../../kit/retention/rules.ts'
import { hashOf, newToken } from '../../kit/secrets/tokens.ts'
import { terms } from '../../terms.ts'
import { endLinks, makeLink, refuseEndedLink, refuseWrongLink } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderFor } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { accountOf } from './customer.ts'
import { inCharge, queueLetter, salesId } from './mails.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    contact_changes: {
      id: Generated<number>
      booking_id: number
      email: string
      is_undo: boolean
      /** The account that had the booking before the change that is taken back. */
      owner_id: number | null
      /** Null until its mail leaves, so that no secret waits in the queue. */
      token_hash: Buffer | null
      expires_at: ColumnType<string, RawBuilder<string>, never>
      created_at: Generated<string>
    }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.contact-change': { contact_change_id: number }
  }
}

/**
 * Mails a new address a link. Until it is pressed, the contact of the booking stays, with its links and its mails. A later wish
 * replaces an earlier one.
 */
export async function askToProve(tx: Tx, booking_id: number, email: string) {
  await tx.deleteFrom('contact_changes').where('booking_id', '=', booking_id).where('is_undo', '=', false).execute()
  await offerAddress(tx, { booking_id, email, is_undo: false, owner_id: null })
}

type Offered = { booking_id: number; email: string; is_undo: boolean; owner_id: number | null }
const offerAddress = async (tx: Tx, change: Offered) => {
  const expires_at = sql<string>`now() + ${sql.lit(terms.contactLink.interval)}::interval`
  const { id } = await tx
    .insertInto('contact_changes')
    .values({ ...change, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  enqueue(tx, 'bookings.contact-change', { contact_change_id: id })
}

/** Deletes what could still change the address: somebody else decided about it, or the contact is erased. */
export function forgetContactChanges(tx: Tx, booking_id: number) {
  return tx.deleteFrom('contact_changes').where('booking_id', '=', booking_id).execute()
}

/**
 * Makes the address of a link the contact of its booking. Links that went to the former address end. It gets a link of its own, which
 * takes the change back, and with it all that came later, never what came before; what is taken back is final. Returns the path of the booking.
 */
export async function takeAddress(tx: Tx, token: string) {
  const { booking_id } = await contactChangeBehind(tx, token)
  const { contact_email: former, customer_user_id } = await tx
    .selectFrom('bookings')
    .select(['contact_email', 'customer_user_id'])
    .where('id', '=', booking_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Read again under the lock: the link may have been pressed twice at once.
  const { id, email, is_undo, owner_id } = await contactChangeBehind(tx, token)
  await endLinks(tx, 'booking', booking_id)
  const owner = is_undo ? owner_id : customer_user_id
  await tx
    .updateTable('bookings')
    .set({ contact_email: email, contact_proved_at: sql<string>`now()`, updated_at: sql`now()` })
    .set({ customer_user_id: owner ?? (await accountOf(tx, email)) })
    .where('id', '=', booking_id)
    .execute()
  await tx.deleteFrom('contact_changes').where('booking_id', '=', booking_id).where('id', '>=', id).execute()
  if (!is_undo && former)
    await offerAddress(tx, { booking_id, email: former, is_undo: true, owner_id: customer_user_id })
  await emit(tx, 'booking.readdressed', { booking_id, has_new_address: true })
  await queueLetter(tx, booking_id, 'receipt')
  return `/l/booking/${(await makeLink(tx, 'booking', booking_id)).token}`
}

/** The change that a link makes; 404 if the link is wrong, was used or replaced, or has ended. */
export async function contactChangeBehind(db: Db, token: string) {
  const change = (await linkedChange(db, { token_hash: hashOf(token) })) ?? refuseWrongLink()
  return change.is_over ? refuseEndedLink() : change
}

const linkedChange = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('contact_changes as c')
    .innerJoin('bookings as b', 'b.id', 'c.booking_id')
    .select(['c.id', 'c.booking_id', 'c.email', 'c.is_undo', 'c.owner_id', 'b.booking_number'])
    .select(sql<boolean>`c.expires_at <= now()`.as('is_over'))
    .where('c.token_hash', '=', token_hash),
)

/** Mails the link: to the new address that it can confirm, to the former one that it can take the change back. */
export async function mailContactChange(
  { contact_change_id }: Jobs['bookings.contact-change'],
  tools: JobTools,
  id: string,
) {
  const { database, publicUrl } = tools
  const { token, token_hash } = newToken()
  const change = await database.transaction({}, (tx) => withToken(tx, contact_change_id, token_hash))
  if (!change) return
  const { email: to, is_undo, number, locale, sender, reply_to: replyTo } = change
  const name = is_undo ? 'booking.contact-changed' : 'booking.contact-asked'
  const link = `${publicUrl}/l/contact/${token}`
  await sendLetter(tools, { id, to, replyTo }, mailOf(name, { number, link }, { locale, name: null, sender }))
}

const withToken = (tx: Tx, id: number, token_hash: Buffer) =>
  tx
    .updateTable('contact_changes')
    .from('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .set({ token_hash })
    .where('contact_changes.id', '=', id)
    .whereRef('bookings.id', '=', 'contact_changes.booking_id')
    .returning(['contact_changes.email', 'contact_changes.is_undo'])
    .returning(['bookings.booking_number as number', 'bookings.locale'])
    .returning([inCharge.as('reply_to'), senderFor(salesId, sql`bookings.branch_id`).as('sender')])
    .executeTakeFirst()

/** The new address of a booking that is not proved yet. */
export const addressToProve = sql<string | null>`(
  select c.email from contact_changes c
   where c.booking_id = bookings.id and not c.is_undo and c.expires_at > now() order by c.id desc limit 1)`

export const endedContactChanges = retention({
  what: 'new and former mail addresses of bookings',
  table: 'contact_changes',
  from: sql`expires_at`,
  since: 'their link has ended',
  after: '7 days',
  why: 'Who comes late is told so, and not that the link is wrong.',
})
