import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { mailboxFingerprint } from '../../kit/http/server/caller.ts'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isOver, tally } from '../../kit/throttle.ts'
import type { Locale } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { makeLink, refuseEndedLink, refuseWrongLink } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { type Sender, senderFor } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { travelerLocale, tripCalled } from '../shown-names.ts'
import type { Reader } from '../users/reader.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'travelers.address': { traveler_id: number }
  }
}

/** Mails a confirmation link to the address of a traveler, once. The mail contains no text that a person typed. */
export async function mailAddress({ traveler_id }: Jobs['travelers.address'], tools: JobTools, id: string) {
  const { database, keys, publicUrl } = tools
  const asked = await database.transaction({}, async (tx) => {
    const traveler = await addressToConfirm(tx, keys, traveler_id, id)
    return traveler && { ...traveler, ...(await makeLink(tx, 'traveler', traveler_id)) }
  })
  if (!asked) return
  const { email: to, locale, token, reply_to: replyTo, sender, ...trip } = asked
  const { serial, name, name_en, starts, ends } = trip
  const params = { serial, name, name_en, starts, ends, link: `${publicUrl}/l/traveler/${token}` }
  const mail = mailOf('traveler.address', params, { locale, name: null, sender })
  await sendLetter(tools, { id, to, replyTo }, mail)
}

type Address = {
  email: string
  locale: Locale
  reply_to: string | null
  sender: Sender
  serial: string
  name: string
  name_en: string
  starts: string
  ends: string
}

/**
 * The address of a traveler that this job may ask to confirm. Undefined if it was asked before, is confirmed, or has reached the
 * limit of mails to unconfirmed addresses.
 */
const addressToConfirm = async (tx: Tx, keys: Keys, traveler_id: number, job: string) => {
  const { rows } = await sql<Address>`
    update travelers v set email_asked_id = ${job}
      from bookings vb join planned_trips t on t.id = vb.planned_trip_id
      left join users s on s.id = coalesce(vb.sales_user_id, t.sales_user_id) and s.status = 'active'
     where v.id = ${traveler_id} and vb.id = v.booking_id and v.email is not null and v.email_proved_at is null
       and v.status = 'active' and coalesce(v.email_asked_id, ${job}) = ${job}
    returning v.email, ${travelerLocale} as locale, s.email as reply_to,
              ${senderFor(sql`s.id`, sql`vb.branch_id`)} as sender, t.serial, t.name, ${tripCalled('t')} as name_en,
              t.departure_date as starts, t.return_date as ends`.execute(tx)
  const [asked] = rows
  if (!asked || (await isFull(tx, mailboxFingerprint(keys, asked.email)))) return undefined
  return asked
}

const isFull = async (tx: Tx, mailbox: string) => isOver(await tally(tx, limits['mail to a stranger'], mailbox))

/** Confirms the address by its link. Repeating it changes nothing. */
export function confirmAddress(tx: Tx, traveler_id: number) {
  return tx
    .updateTable('travelers')
    .set({ email_proved_at: sql<string>`now()` })
    .where('id', '=', traveler_id)
    .where('email_proved_at', 'is', null)
    .execute()
}

const linked = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('travelers as v', 'v.id', 'l.traveler_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.id as traveler', 'b.id as booking'])
    .select(sql<boolean>`v.email_proved_at is not null`.as('is_proved'))
    .where('l.token_hash', '=', token_hash)
    .select(sql<boolean>`l.expires_at <= now()`.as('is_over'))
    .where('l.kind', '=', 'traveler'),
)

/** The traveler of a mailed link, which shows only this traveler's data; 404 for a wrong or expired link. */
export async function openTravelerLink(db: Db, token: string) {
  const row = (await linked(db, { token_hash: hashOf(token) })) ?? refuseWrongLink()
  const { traveler, booking, is_proved, is_over } = row
  if (is_over) refuseEndedLink()
  return { traveler, booking, is_proved, reader: { sees: 'traveler', traveler } as const satisfies Reader }
}
