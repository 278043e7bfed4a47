import { type RawBuilder, sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'

/** The sender of a mail to a customer: the agency, the salesperson, and a telephone number. Unknown parts are left out. */
export type Sender = {
  house: string | null
  house_en: string | null
  person: string | null
  person_en: string | null
  phone: string | null
}

/**
 * The sender for a salesperson and a branch; either may be null. The number is that of the salesperson, else of the branch, else of
 * the agency.
 */
export function senderFor(sales: RawBuilder<unknown>, branch: RawBuilder<unknown>) {
  return sql<Sender>`(
    select json_build_object('house', h.name, 'house_en', coalesce(h.name_en, h.name), 'person', p.name,
             'person_en', coalesce(p.name_en, p.name), 'phone', coalesce(p.phone, o.phone, h.phone))
      from house h left join users p on p.id = ${sales} and p.status = 'active' left join branches o on o.id = ${branch})`
}

/** The sender of a mail that is not about a booking: the agency. */
export async function senderOfHouse(db: Db) {
  return (await house(db, {})).sender
}
const house = theRow((db, _given: object) =>
  db.selectNoFrom(senderFor(sql`null::integer`, sql`null::integer`).as('sender')),
)
