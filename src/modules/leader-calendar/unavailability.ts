import { sql } from 'kysely'
import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import {
  anyText,
  day,
  defaulted,
  flag,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  without,
} from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, openOrDone, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { leaderNames } from '../shown-names.ts'
import { readers } from '../tour-leaders/rules.ts'
import { isLeaderSeen } from '../tour-leaders/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { Clash, LeaderName, types } from './calendar.ts'
import { conflictsOf } from './clashes.ts'

const firmnesses = ['hard', 'tentative'] as const
export const statuses = ['requested', 'approved', 'rejected', 'cancelled'] as const
export type Status = (typeof statuses)[number]

/** @public */
export const Unavailability = Type.Object({
  tour_leader_id: ref(),
  type: oneOf(types),
  starts_on: day(),
  ends_on: day(),
  firmness: labelled(defaulted(oneOf(firmnesses)), ['是否確定', 'Certainty']),
  reason: nullable(line(500, '家庭旅遊')),
  status: oneOf(statuses),
  requested_by: nullable(ref()),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
  decision_note: nullable(line(500)),
})

const { properties: formFields } = without(Unavailability, [
  'status',
  'requested_by',
  'decided_by',
  'decided_at',
  'decision_note',
])
/** An override needs a reason, which is the reason of the days off. */
export const DaysOff = Type.Object({ ...formFields, override: Type.Optional(flag()) })

export const ShownUnavailability = RecordOf(Unavailability, {
  tour_leader: LeaderName,
  is_override: flag(),
  override_reason: orNull(anyText()),
  conflicts: Type.Array(Clash),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_unavailabilities: Table<typeof Unavailability>
  }
}

constraint('leader_unavailabilities_span', 'ends_on', ['不可早於開始日。', 'Must not be before the first day.'])
constraint('leader_unavailabilities_length', 'ends_on', ['最長兩年。', 'Two years at the most.'])

const { tour_leader_id, type, starts_on, ends_on, firmness, status } = Unavailability.properties

const unavailabilityList = list({
  of: 'leader_unavailabilities',
  sort: { starts_on, ends_on },
  order: '-starts_on',
  people: true,
  filters: {
    tour_leader_id: is('leader_unavailabilities.tour_leader_id', tour_leader_id),
    type: is('leader_unavailabilities.type', type),
    firmness: is('leader_unavailabilities.firmness', firmness),
    status: is('leader_unavailabilities.status', status),
    group: openOrDone('leader_unavailabilities.status', statuses, ['approved', 'rejected', 'cancelled']),
    from: from('leader_unavailabilities.ends_on', ends_on),
    to: until('leader_unavailabilities.starts_on', starts_on),
  },
})

/** Days off that the reader may see: a leader only its own. */
export function unavailabilities(db: Db, reader: Reader) {
  return db
    .selectFrom('leader_unavailabilities')
    .innerJoin('tour_leaders as l', 'l.id', 'leader_unavailabilities.tour_leader_id')
    .leftJoin('leader_calendar as c', (join) =>
      join
        .onRef('c.subject_id', '=', 'leader_unavailabilities.id')
        .on('c.subject_type', '=', sql.lit('leader_unavailability'))
        .on('c.kind', '=', sql.lit('unavailability')),
    )
    .select(columnsOf('leader_unavailabilities', Unavailability))
    .select([
      leaderNames('l').as('tour_leader'),
      sql<boolean>`coalesce(c.is_override, false)`.as('is_override'),
      'c.override_reason',
      conflictsOf('leader_unavailability', 'leader_unavailabilities.id').as('conflicts'),
    ])
    .where(isLeaderSeen(reader, 'leader_unavailabilities.tour_leader_id'))
}

const unavailabilityPage = unavailabilityList.over(unavailabilities)
export const oneUnavailability = jsonRecord((db, given: Reader & { id: number }) =>
  unavailabilities(db, given).where('leader_unavailabilities.id', '=', given.id),
)

/** The row, locked until the transaction ends. */
export async function lockedUnavailability(tx: Tx, reader: Reader, id: number) {
  return found(
    await tx
      .selectFrom('leader_unavailabilities')
      .selectAll()
      .where('id', '=', id)
      .where(isLeaderSeen(reader, 'leader_unavailabilities.tour_leader_id'))
      .forUpdate()
      .executeTakeFirst(),
  )
}

export function readRoutes(on: On) {
  on.get(
    '',
    {
      access: readers,
      summary: 'Days off the caller may see, latest first',
      ...unavailabilityList.of(ShownUnavailability),
      etag: 'content',
    },
    ({ db, actor, query }) => unavailabilityPage(db, readerOf(actor), query),
  )

  on.get(
    '/:id',
    { access: readers, summary: 'One record of days off', returns: ShownUnavailability, etag: 'content' },
    ({ db, actor, params }) => oneUnavailability(db, { ...readerOf(actor), ...params }),
  )
}
