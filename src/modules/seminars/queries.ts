import { type SqlBool, sql } from 'kysely'
import { jsonRecord } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { is, openOrDone, reached } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { linkColumns } from '../../kit/resource/links.ts'
import { nameColumns } from '../../kit/resource/names.ts'
import { optionQuery, optionsOver } from '../../kit/resource/option-list.ts'
import { leaderIn } from '../shown-names.ts'
import type { Reader } from '../users/reader.ts'
import { sessionFlow } from './flow.ts'
import { Seminar } from './schema.ts'
import { namedInSeminars } from './shapes.ts'
import { isSeminarSeen } from './visible.ts'

const { title, kind, status, area_id, host_user_id, briefing_leader_id, is_public } = Seminar.properties

export const trips = { planned_trip_ids: { table: 'seminar_trips', from: 'seminar_id', to: 'planned_trip_id' } }
const ofTrip = reached('seminars.id', 'seminar_trips', 'seminar_id', 'planned_trip_id')

export const seminarList = list({
  of: 'seminars',
  sort: { title },
  order: '-created_at',
  columns: ['title', 'kind', 'area.name', 'host_user.name', 'briefing_leader.name', 'status'],
  search: ['title', 'title_en'],
  filters: {
    kind: is('seminars.kind', kind),
    status: is('seminars.status', status),
    group: openOrDone('seminars.status', sessionFlow.statuses, sessionFlow.ends),
    area_id: is('seminars.area_id', area_id),
    host_user_id: is('seminars.host_user_id', host_user_id),
    briefing_leader_id: is('seminars.briefing_leader_id', briefing_leader_id),
    is_public: is('seminars.is_public', is_public),
    planned_trip_id: ofTrip,
  },
})

const seminarsSeenBy = (db: Db, reader: Reader) => db.selectFrom('seminars').where(isSeminarSeen(reader))
const seminars = (db: Db, reader: Reader) =>
  seminarsSeenBy(db, reader).selectAll().select(linkColumns('seminars', trips))

export const seminarPage = seminarList.over((db, reader: Reader) =>
  seminars(db, reader)
    .select(nameColumns('seminars', namedInSeminars))
    .select(leaderIn('seminars.briefing_leader_id').as('briefing_leader')),
)
export const oneSeminar = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  seminars(db, reader).where('seminars.id', '=', id),
)

const optionFilters = { kind: is('seminars.kind', kind), planned_trip_id: ofTrip }
export const seminarOptionQuery = optionQuery(optionFilters)
export const seminarOptions = optionsOver(seminarsSeenBy, {
  of: 'seminars',
  labels: ['seminars.title', 'seminars.title_en'],
  more: ['kind'],
  search: ['seminars.title', 'seminars.title_en'],
  filters: optionFilters,
  active: sql<SqlBool>`seminars.status in ('draft', 'open')`,
  order: ['seminars.title', 'seminars.id'],
})

export const knownSeminar = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  seminarsSeenBy(db, reader).select('id').where('id', '=', id),
)
