import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Locale } from '../../kit/words/words.ts'
import { localeSpoken } from '../shown-names.ts'

type Given = { token_hash: Buffer }

// In the language of whom the link speaks for: its account, else its traveler, else who booked.
const language = sql<Locale | null>`(
  select coalesce(u.locale, case when v.language is not null then ${localeSpoken('v.language')} end,
                  a.guest_locale, b.locale)
    from links l
    left join session_attendances a on a.id = l.attendance_id
    left join addon_communications c on c.id = l.communication_id
    left join addon_requests r on r.id = c.addon_request_id
    left join travelers v on v.id = coalesce(l.traveler_id, a.traveler_id)
    left join bookings b on b.id = coalesce(l.booking_id, r.booking_id, v.booking_id)
    left join users u on u.id = coalesce(l.user_id, case when l.kind = 'offer' then b.customer_user_id end)
   where l.token_hash = `

/** What surrounds the page of a link: the agency, and the language of the link's person. */
export const surroundings = theRow((db, { token_hash }: Given) =>
  db
    .selectFrom('house')
    .select(['name', 'name_en', 'phone', 'email', 'address', 'address_en'])
    .select(sql<boolean>`logo_id is not null`.as('has_logo'))
    .select(sql<Locale | null>`${language}${token_hash})`.as('locale')),
)
