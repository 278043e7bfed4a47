import { type Static, Type } from 'typebox'
import { jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import {
  list as arrayOf,
  currency,
  day,
  defaulted,
  flag,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  personal,
  ref,
} from '../../../kit/fields.ts'
import { is, openOrDone } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { travelerIn } from '../../shown-names.ts'
import { passengerTypes, Traveler } from '../../travelers/schema.ts'
import { belonging, isTravelerSeen } from '../../travelers/visible.ts'
import { type Acting, actsAs, isOutside, type Reader } from '../../users/reader.ts'
import { changeRequestFlow, changeStatuses } from './flow.ts'

/** The fields of a traveler that a customer only asks to change once the booking is confirmed: tickets, price and seats depend on them. */
export const guardedFields = [
  'name',
  'surname_en',
  'given_name_en',
  'birth_date',
  'bed',
  'bed_type',
  'roommate_group',
] as const
export type GuardedField = (typeof guardedFields)[number]

const { surname_en, given_name_en, bed_type, roommate_group } = Traveler.properties
const name = nullable(line(100, '王小美'))
const bed = nullable(flag())
const passenger_type = nullable(oneOf(passengerTypes))

/**
 * What a customer wants to change of a traveler: `fields` names it, and each of them has its new value and the one before. The new
 * birth date is sealed; the passenger types say what it means.
 */
export const ChangeRequest = Type.Object({
  traveler_id: ref(),
  fields: arrayOf(oneOf(guardedFields), guardedFields.length),
  name,
  surname_en,
  given_name_en,
  birth_date: nullable(personal(day())),
  is_other_person: labelled(defaulted(flag()), ['改由他人參加', 'Another person travels']),
  bed,
  bed_type,
  roommate_group,
  name_before: name,
  surname_en_before: surname_en,
  given_name_en_before: given_name_en,
  bed_before: bed,
  bed_type_before: bed_type,
  roommate_group_before: roommate_group,
  passenger_type_before: passenger_type,
  passenger_type_after: passenger_type,
  currency: currency(),
  price_before: money(),
  price_after: money(),
  status: defaulted(oneOf(changeStatuses)),
  decided_at: nullable(moment()),
  decided_by: nullable(ref()),
  decline_reason: nullable(line(500, '機票已開立，姓名不能更改')),
})

export const Declining = Type.Object({ reason: line(500, '機票已開立，姓名不能更改') })
export type Declining = Static<typeof Declining>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    change_requests: Table<typeof ChangeRequest> & { person_key: string | null }
  }
}

const { status: changeStatus } = ChangeRequest.properties

export const changeRequestList = list({
  of: 'change_requests',
  sort: { status: changeStatus },
  order: '-created_at',
  people: true,
  filters: {
    ...belonging('change_requests.traveler_id'),
    status: is('change_requests.status', changeStatus),
    group: openOrDone('change_requests.status', changeStatuses, changeRequestFlow.ends),
  },
})

const changeRequests = (db: Db, reader: Reader | Acting) =>
  db
    .selectFrom('change_requests')
    // Who decided is a matter of the office.
    .select(columnsOf('change_requests', ChangeRequest, isOutside(reader) ? ['decided_by'] : []))
    .select([
      travelerIn('change_requests.traveler_id').as('traveler'),
      possibleColumn(changeRequestFlow, actsAs(reader), 'change_requests.status', {}).as('possible'),
    ])
    .where(isTravelerSeen(reader, 'change_requests.traveler_id'))

export const changeRequestPage = changeRequestList.over(changeRequests)
export const oneChangeRequest = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  changeRequests(db, reader).where('change_requests.id', '=', id),
)

/** The traveler of a change request that the reader may see. */
export async function travelerOfChangeRequest(db: Db, reader: Reader, id: number) {
  return found(
    await db
      .selectFrom('change_requests')
      .select('traveler_id')
      .where('id', '=', id)
      .where(isTravelerSeen(reader, 'change_requests.traveler_id'))
      .executeTakeFirst(),
  ).traveler_id
}

export async function lockedChangeRequest(tx: Tx, id: number) {
  return found(await tx.selectFrom('change_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}

export function openChangeRequest(tx: Tx, traveler_id: number) {
  return tx
    .selectFrom('change_requests')
    .selectAll()
    .where('traveler_id', '=', traveler_id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
}
