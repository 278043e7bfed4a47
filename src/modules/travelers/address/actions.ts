import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { mailboxFingerprint } from '../../../kit/http/server/caller.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { isOver, tally } from '../../../kit/throttle.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { limits } from '../../../limits.ts'
import { type Sender, senderFor } from '../../notifications/sender.ts'
import { travelerLocale, tripCalled } from '../../shown-names.ts'

type Asked = {
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
export async function askedAddress(tx: Tx, keys: Keys, traveler_id: number, job: string) {
  const { rows } = await sql<Asked>`
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
