import { sql } from 'kysely'
import { statement } from '../../../kit/db/statement.ts'
import type { Locale } from '../../../kit/words/words.ts'
import type { SenderType, Status } from '../../addon-requests/request.ts'
import { messageIn } from '../../addon-requests/words.ts'

type Said = { id: number; sender_type: SenderType; message: string; created_at: string }

/** The extras of a booking as its customer sees them: the public status, the offer, and what was said in public. */
export const extrasOnPage = statement((db, { booking, locale }: { booking: number; locale: Locale }) =>
  db
    .selectFrom('addon_requests as r')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('addon_communications as o', 'o.id', 'r.offer_id')
    .select(['r.id', 'r.request_number', 't.name', 't.name_en', 'v.name as traveler', 'r.quantity', 'r.currency'])
    .select(['r.offer_id', 'o.quoted_price', 'o.customer_response_deadline as until'])
    .select(sql<Status>`r.public_status`.as('status'))
    .select(
      sql<boolean>`r.public_status = 'offered' and coalesce(o.customer_response_deadline > now(), true)`.as(
        'is_waiting',
      ),
    )
    .select(
      sql<
        Said[]
      >`(select coalesce(json_agg(json_build_object('id', c.id, 'sender_type', c.sender_type, 'message', ${messageIn(locale)},
          'created_at', c.created_at) order by c.id), '[]')
        from addon_communications c where c.addon_request_id = r.id and not c.is_internal)`.as('said'),
    )
    .where('r.booking_id', '=', booking)
    .orderBy('r.id'),
)
export type ExtraOnPage = Awaited<ReturnType<typeof extrasOnPage>>[number]

/** The extras that a customer may ask for without further details, by their categories. */
export const typesOnPage = statement((db, _nothing: object) =>
  db
    .selectFrom('addon_request_types as t')
    .innerJoin('addon_categories as c', 'c.id', 't.category_id')
    .select(['t.id', 't.name', 't.name_en', 't.pricing_type', 't.base_cost', 't.cost_currency'])
    .where('t.is_active', '=', true)
    .where('t.customer_visible', '=', true)
    .where(sql<boolean>`not t.details_schema @> '[{"is_required": true}]'`)
    .orderBy('c.sort_order')
    .orderBy('t.sort_order')
    .orderBy('t.id'),
)
export type TypeOnPage = Awaited<ReturnType<typeof typesOnPage>>[number]
