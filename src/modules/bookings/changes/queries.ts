import { sql } from 'kysely'
import { jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { is, openOrDone } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { travelerIn } from '../../shown-names.ts'
import { belonging, isTravelerSeen } from '../../travelers/visible.ts'
import { type Acting, isOutside, type Reader } from '../../users/reader.ts'
import { payingParty } from '../grounds.ts'
import type { FrozenPrice } from '../schema.ts'
import { actsAs } from '../visible.ts'
import { life } from './flow.ts'
import { ChangeRequest, changeStatuses } from './schema.ts'

const { status } = ChangeRequest.properties

export const changeList = list({
  of: 'change_requests',
  sort: { status },
  order: '-created_at',
  filters: {
    ...belonging('change_requests.traveler_id'),
    status: is('change_requests.status', status),
    group: openOrDone('change_requests.status', changeStatuses, life.ends),
  },
})

const requests = (db: Db, reader: Reader | Acting) =>
  db
    .selectFrom('change_requests')
    // Who decided is a matter of the office.
    .select(columnsOf('change_requests', ChangeRequest, isOutside(reader) ? ['decided_by'] : []))
    .select([
      travelerIn('change_requests.traveler_id').as('traveler'),
      possibleColumn(life, actsAs(reader), 'change_requests.status', {}).as('possible'),
    ])
    .where(isTravelerSeen(reader, 'change_requests.traveler_id'))

export const changePage = changeList.over(requests)
export const oneChange = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  requests(db, reader).where('change_requests.id', '=', id),
)

/** The traveler of a change request that the reader may see. */
export const travelerOfChange = async (db: Db, reader: Reader, id: number) =>
  found(
    await db
      .selectFrom('change_requests')
      .select('traveler_id')
      .where('id', '=', id)
      .where(isTravelerSeen(reader, 'change_requests.traveler_id'))
      .executeTakeFirst(),
  ).traveler_id

export const lockedChange = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('change_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

export const openChange = (tx: Tx, traveler_id: number) =>
  tx
    .selectFrom('change_requests')
    .selectAll()
    .where('traveler_id', '=', traveler_id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

/** What a customer can change of a traveler, as it is stored, and the price of its booking with the party. */
export const standing = (db: Db, traveler_id: number, birth_mark: Buffer | null) =>
  db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.name', 'v.surname_en', 'v.given_name_en', 'v.bed', 'v.bed_type', 'v.roommate_group'])
    .select(['v.passenger_type', 'b.currency', 'b.total'])
    .select(
      sql<'missing' | 'same' | 'other'>`case when v.birth_date is null then 'missing'
        when v.birth_mark = ${birth_mark}::bytea then 'same' else 'other' end`.as('birth_date'),
    )
    .select(sql<FrozenPrice | null>`b.price`.as('price'))
    .select(payingParty('b').as('party'))
    .where('v.id', '=', traveler_id)
    .executeTakeFirstOrThrow()
export type Standing = Awaited<ReturnType<typeof standing>>
