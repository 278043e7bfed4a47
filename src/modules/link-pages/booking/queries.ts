import { sql } from 'kysely'
import { localDay } from '../../../kit/clock.ts'
import { statement, theRow } from '../../../kit/db/statement.ts'
import type { DocumentKind, DocumentStatus } from '../../traveler-documents/schema.ts'
import { ownChecks } from '../../travelers/checks.ts'
import type { Check } from '../../travelers/labels.ts'

type Payment = { id: number; kind: string; amount: number; received_on: string }
type Bank = { name: string; code: string; account_name: string; account_number: string }

/** What was paid, and the agency's bank account. */
export const accountOnPage = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('house')
    .select(sql<Bank | null>`bank`.as('bank'))
    .select(
      sql<boolean>`exists (select from bookings where id = ${booking} and customer_user_id is null and contact_proved_at is not null)`.as(
        'wants_login',
      ),
    )
    .select(
      sql<
        Payment[]
      >`(select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount, 'received_on', ${localDay(sql`p.received_at`)})
          order by p.received_at, p.id), '[]') from booking_payments p where p.booking_id = ${booking} and p.voided_at is null)`.as(
        'payments',
      ),
    ),
)

type Paper = { id: number; kind: DocumentKind; status: DocumentStatus; reject_reason: string | null }
const papers = sql<Paper[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status, 'reject_reason', d.reject_reason) order by d.id), '[]')
    from traveler_documents d where d.traveler_id = travelers.id)`
const isGiven = (name: string) => sql<boolean>`${sql.ref(`travelers.${name}`)} is not null`

/** The travelers of a booking, or one of them, with what is missing. Sealed values are not shown, only that they are there. */
export const guestsOnPage = statement((db, { booking, only }: { booking: number; only?: number }) =>
  db
    .selectFrom('travelers')
    .select(['travelers.id', 'name', 'surname_en', 'given_name_en', 'gender', 'nationality', 'passport_country'])
    .select('passport_expires_on')
    .select(['mobile', 'email', 'meal_requirement', 'emergency_name', 'emergency_phone', 'emergency_relation'])
    .select([isGiven('birth_date').as('has_birth_date'), isGiven('passport_number').as('has_passport_number')])
    .select([isGiven('allergies').as('has_allergies'), papers.as('papers')])
    .select(
      sql<boolean>`exists (select from change_requests c where c.traveler_id = travelers.id and c.status = 'open')`.as(
        'has_open_change',
      ),
    )
    .select(sql<Check[]>`${ownChecks}`.as('checks'))
    .where('booking_id', '=', booking)
    .where('travelers.status', '=', 'active')
    .$if(only !== undefined, (rows) => rows.where('travelers.id', '=', only ?? 0))
    .orderBy('travelers.id'),
)
export type GuestOnPage = Awaited<ReturnType<typeof guestsOnPage>>[number]
