import { type Generated, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Columns, Db, Table } from '../../kit/db/tables.ts'
import {
  anyText,
  flag,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  refs,
  shownFields,
  text,
} from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { hasOneOf } from '../../kit/http/server/guard.ts'
import { from, is, reached, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { retention } from '../../kit/retention/rules.ts'
import { readers } from '../planned-trips/visible.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { authorOf, entryFields, entryHash, tripLed } from './entry.ts'

export const incidentKinds = [
  'illness',
  'accident',
  'lost_passport',
  'theft',
  'missing_person',
  'delay',
  'natural_disaster',
  'other',
] as const
const severities = ['low', 'medium', 'high', 'critical'] as const

/** What goes wrong on a trip: what happened, what was done, and what is needed from the office. */
export const Incident = Type.Object({
  ...entryFields,
  kind: oneOf(incidentKinds),
  severity: labelled(oneOf(severities), ['嚴重程度', 'Severity']),
  happened_at: labelled(moment(), ['發生時間', 'Happened at']),
  place: labelled(nullable(line(200, '布拉格，查理大橋')), ['地點', 'Place']),
  what: labelled(text(4000, '團員在電車上遺失皮包，內有護照。'), ['經過', 'What happened']),
  done: labelled(nullable(text(4000, '已到警察局報案，取得報案證明。')), ['已處理', 'What was done']),
  needs: labelled(nullable(text(2000, '請聯絡駐捷克代表處，確認補發所需文件。')), ['需要協助', 'What is needed']),
  office_user_id: labelled(nullable(ref()), ['處理人', 'In charge']),
  reported_to: labelled(nullable(line(200, '觀光署、富邦產物保險')), ['通報單位', 'Reported to']),
  reported_at: labelled(nullable(moment()), ['通報時間', 'Reported at']),
  result: labelled(nullable(text(4000, '已取得入國證明書，隨團返台。')), ['處理結果', 'Result']),
  closed_by: labelled(nullable(ref()), ['結案人', 'Closed by']),
  closed_at: labelled(nullable(moment()), ['結案時間', 'Closed at']),
})
/** @public */
export const KeptIncident = Type.Object({ ...Incident.properties, ...entryHash })
/** Whom an incident concerns. @public */
export const IncidentTraveler = Type.Object({ incident_id: ref(), traveler_id: ref() })
/** What happened after an incident was reported. @public */
export const IncidentUpdate = Type.Object({
  incident_id: ref(),
  text: text(4000, '代表處已受理，明天上午領件。'),
  written_by: labelled(ref(), ['記錄人', 'Written by']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    incidents: Table<typeof KeptIncident>
    incident_travelers: Columns<typeof IncidentTraveler>
    incident_updates: Columns<typeof IncidentUpdate> & { id: Generated<number>; created_at: Generated<string> }
  }
}

export const traveler_ids = labelled(refs(), ['相關旅客', 'Travelers concerned'])

const Listed = RecordOf(Incident, {
  trip: Type.Object({ id: ref(), serial: anyText('PRG261128A'), name: anyText(), name_en: orNull(anyText()) }),
  author: Names,
  office_user: orNull(Names),
  /** Until when it has to be reported; it is late when nobody has reported or closed it by then. */
  ...shownFields({
    due_at: labelled(moment(), ['通報期限', 'To be reported until']),
    is_late: labelled(flag(), ['逾期', 'Late']),
  }),
  updates: Type.Integer(),
})
/** An incident with whom it concerns and what happened since. */
export const ShownIncident = RecordOf(Incident, {
  ...Listed.properties,
  closer: orNull(Names),
  travelers: Type.Array(Type.Object({ id: ref(), name: anyText('王小美') })),
  updates: Type.Array(
    Type.Object({ id: ref(), text: anyText(), author: Names, ...shownFields({ created_at: moment() }) }),
  ),
})

/** Who takes charge of incidents, reports them outside and closes them. */
export const incidentOffice = ['admin', 'manager', 'department'] as const

/** The incidents that a reader sees: the office all, sales those of trips with their customers, leaders those of the trips that they lead. */
export function isIncidentSeen({ acts_as, me }: Acting) {
  return hasOneOf(acts_as, incidentOffice)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(exists (select from bookings b where b.planned_trip_id = incidents.planned_trip_id and b.sales_user_id = ${me})
        or exists (select from planned_trips t join users u on u.id = ${me}
            where t.id = incidents.planned_trip_id and (t.sales_user_id = u.id or t.assigned_leader_id = u.tour_leader_id)))`
}

const dueAt = sql<string>`incident_due_at(incidents.happened_at, incidents.created_at)`
const isLate = sql<SqlBool>`(coalesce(incidents.reported_at, incidents.closed_at, now()) > ${dueAt})`
const isOpen = sql<SqlBool>`incidents.closed_at is null`

/** The incidents that a reader sees. */
export function incidentsSeenBy(db: Db, reader: Acting) {
  return db.selectFrom('incidents').where(isIncidentSeen(reader))
}

const listed = (db: Db, reader: Acting) =>
  incidentsSeenBy(db, reader)
    .select(columnsOf('incidents', Incident))
    .select([
      sql<object>`(select json_build_object('id', t.id, 'serial', t.serial, 'name', t.name, 'name_en', t.name_en)
        from planned_trips t where t.id = incidents.planned_trip_id)`.as('trip'),
      authorOf('incidents.entered_by').as('author'),
      authorOf('incidents.office_user_id').as('office_user'),
      dueAt.as('due_at'),
      isLate.as('is_late'),
    ])

const rows = (db: Db, reader: Acting) =>
  listed(db, reader).select(
    sql<number>`(select count(*)::integer from incident_updates u where u.incident_id = incidents.id)`.as('updates'),
  )

const whole = (db: Db, reader: Acting) =>
  listed(db, reader).select([
    authorOf('incidents.closed_by').as('closer'),
    sql<object[]>`(select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.id), '[]')
      from incident_travelers c join travelers v on v.id = c.traveler_id where c.incident_id = incidents.id)`.as(
      'travelers',
    ),
    sql<object[]>`(select coalesce(json_agg(json_build_object('id', n.id, 'text', n.text, 'created_at', n.created_at,
        'author', ${authorOf('n.written_by')}) order by n.id), '[]') from incident_updates n where n.incident_id = incidents.id)`.as(
      'updates',
    ),
  ])

const { kind, severity, happened_at } = Incident.properties
const incidentList = list({
  of: 'incidents',
  sort: { happened_at },
  order: '-happened_at',
  people: true,
  columns: [
    'trip.serial',
    'kind',
    'severity',
    'happened_at',
    'place',
    'what',
    'office_user.name',
    'due_at',
    'reported_to',
    'reported_at',
    'result',
    'closed_at',
  ],
  filters: {
    is_open: { ...whether(isOpen), schema: labelled(flag(), ['處理中', 'Open']) },
    kind: is('incidents.kind', kind),
    severity: is('incidents.severity', severity),
    planned_trip_id: is('incidents.planned_trip_id', ref()),
    branch_id: reached('incidents.planned_trip_id', 'planned_trips', 'id', 'branch_id'),
    happened_from: from('incidents.happened_at', happened_at),
    happened_to: until('incidents.happened_at', happened_at),
  },
})
const incidentPage = incidentList.over(rows)

/** One incident with everything about it; 404 if the reader does not see it. */
export const oneIncident = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  whole(db, reader).where('incidents.id', '=', id),
)

export const incidentsOfTrip = jsonArrayOf(
  (db, { id, ...reader }: Acting & { id: number }) => tripLed(db, { ...reader, id }),
  (db, { id, ...reader }) =>
    whole(db, reader)
      .where('incidents.planned_trip_id', '=', id)
      .orderBy('incidents.happened_at', 'desc')
      .orderBy('incidents.id', 'desc')
      .limit(MOST_SHOWN),
)
const MOST_SHOWN = 200

/** Reads below `/api/incidents`. */
export function incidentReads(on: On) {
  on.get(
    '',
    {
      access: readers,
      summary:
        'Incidents of trips, newest first: sales see those of trips with their customers, leaders those of their trips',
      ...incidentList.of(Listed),
      etag: 'content',
    },
    ({ db, actor, query }) => incidentPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: readers, summary: 'One incident with its updates', returns: ShownIncident, etag: 'content' },
    ({ db, actor, params }) => oneIncident(db, { ...actingOf(actor), ...params }),
  )
}

/** `/api/planned-trips/{id}/incidents`: reads. */
export function incidentReadsOfTrip(on: On) {
  on.get(
    '/:id/incidents',
    {
      access: readers,
      summary: 'What went wrong on a trip, with the updates, newest first',
      returns: Type.Array(ShownIncident),
      etag: 'content',
    },
    ({ db, actor, params }) => incidentsOfTrip(db, { ...actingOf(actor), ...params }),
  )
}

/** @public */
export const oldIncidents = retention({
  what: 'incidents',
  table: 'incidents',
  from: sql`closed_at`,
  since: 'they were closed',
  after: '5 years',
  why: 'They tell of the health and the losses of persons, and who claims something for them does so by then.',
})
