import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { columnList } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { line, ref, shownFields, without } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { personalIn } from '../../kit/secrets/personal-fields.ts'
import { revealDocument } from '../traveler-documents/read.ts'
import { TravelerDocument } from '../traveler-documents/schema.ts'
import { TravelerRequest } from '../traveler-requests/schema.ts'
import { isOutside, type Reader, readerOf } from '../users/reader.ts'
import { type Asking, revealTraveler } from './reveal.ts'
import { editors } from './rules.ts'
import { Traveler } from './schema.ts'
import { isBookingSeen, travelersSeenBy } from './visible.ts'

const records = () => Type.Array(Type.Object({}, { additionalProperties: true }))
/** All data stored about a person, for the export. */
const Person = Type.Object(
  {
    ...shownFields({ id: ref(), name: Traveler.properties.name }),
    documents: records(),
    requests: records(),
    change_requests: records(),
    addon_requests: records(),
    messages: records(),
    line_messages: records(),
    seminars: records(),
    readings: records(),
    other_trips: records(),
  },
  { additionalProperties: true },
)

const rows = (what: ReturnType<typeof sql>) =>
  sql<object[]>`(select coalesce(json_agg(each), '[]') from (${what}) each)`

const booking = sql<object>`(
  select json_build_object('booking_number', b.booking_number, 'status', b.status, 'source', b.source, 'created_at', b.created_at)
    from bookings b where b.id = travelers.booking_id)`
const trip = sql<object>`(
  select json_build_object('serial', t.serial, 'name', t.name, 'departure_date', t.departure_date, 'return_date', t.return_date)
    from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = travelers.booking_id)`

// The notes of staff about a document, and the person who verified it, are not data about the traveler.
const Paper = without(TravelerDocument, [
  'traveler_id',
  'reject_reason',
  'verified_by',
  'verified_at',
  'purged_at',
  'notes',
])
const sealedOfDocument = personalIn(TravelerDocument)
const open = Object.keys(Paper.properties).filter((name) => !sealedOfDocument.includes(name))
const documents = rows(sql`
  select d.id, ${columnList(open, 'd')}, f.name as file, num_nonnulls(${columnList(sealedOfDocument, 'd')}) > 0 as is_sealed, d.created_at
    from traveler_documents d left join files f on f.id = d.file_id where d.traveler_id = travelers.id order by d.id`)
const { properties: request } = without(TravelerRequest, ['traveler_id', 'visible_to_leader'])
const requests = rows(sql`
  select ${columnList(Object.keys(request), 'r')}, r.created_at from traveler_requests r where r.traveler_id = travelers.id order by r.id`)
const changes = rows(sql`
  select c.id, c.fields, c.name, c.surname_en, c.given_name_en, c.bed, c.bed_type, c.roommate_group, c.status, c.created_at
    from change_requests c where c.traveler_id = travelers.id order by c.id`)
const addons = rows(sql`
  select r.request_number, t.name as type, r.quantity, r.details, r.public_status as status, r.created_at
    from addon_requests r join addon_request_types t on t.id = r.type_id where r.traveler_id = travelers.id order by r.id`)
const seminars = rows(sql`
  select m.title, s.starts_at, a.status from session_attendances a join seminar_sessions s on s.id = a.session_id
    join seminars m on m.id = s.seminar_id where a.traveler_id = travelers.id order by s.starts_at, a.id`)
const readings = rows(sql`
  select p.created_at, p.fields from personal_data_reads p where p.person_key = travelers.person_key order by p.id`)
// A message is of the contact alone, so these are of the bookings whose contact is the same person.
const messages = (reader: Reader) =>
  rows(sql`
  select bookings.booking_number, m."from", m.text, m.created_at
    from booking_messages m join bookings on bookings.id = m.booking_id
   where m.booking_id in (select r.booking_id from person_records r join person_records own on own.person_id = r.person_id
                           where own.traveler_id = travelers.id)
     and ${isBookingSeen(reader)} order by m.id`)
const lineMessages = (reader: Reader) =>
  rows(sql`
  select m.direction, m.kind, m.text, m.happened_at as created_at,
         (select coalesce(json_agg(f.name order by a.id), '[]')
            from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
           where u.subject_type = 'line_message' and u.subject_id = m.id) as attachments
    from line_messages m join line_friends f on f.id = m.line_friend_id
   where f.person_record_id in (select r.id from person_records r join person_records own on own.person_id = r.person_id
                                 where own.traveler_id = travelers.id)
     and exists (select from bookings where bookings.id = travelers.booking_id and ${isBookingSeen(reader)}) order by m.happened_at, m.id`)
const otherTrips = (reader: Reader) =>
  rows(sql`
  select o.id as traveler_id, o.name, bookings.booking_number, t.serial, t.departure_date, t.return_date
    from travelers o join bookings on bookings.id = o.booking_id join planned_trips t on t.id = bookings.planned_trip_id
   where o.id in (select r.traveler_id from person_records r join person_records own on own.person_id = r.person_id
                   where own.traveler_id = travelers.id
                  union select same.id from travelers same
                   where same.passport_mark = travelers.passport_mark or same.identity_mark = travelers.identity_mark)
     and o.id <> travelers.id
     and ${isBookingSeen(reader)} order by t.departure_date, o.id`)

// Notes are exported for staff only.
const ToldOutside = without(Traveler, ['notes'])

/** All data stored about a person, except encrypted fields. */
const personKept = jsonRow((db, { id, ...reader }: Reader & { id: number }) =>
  travelersSeenBy(db, reader)
    .select(columnsOf('travelers', isOutside(reader) ? ToldOutside : Traveler))
    .select(['travelers.passenger_type', 'travelers.is_minor', 'travelers.age', booking.as('booking'), trip.as('trip')])
    .select([
      documents.as('documents'),
      requests.as('requests'),
      changes.as('change_requests'),
      addons.as('addon_requests'),
    ])
    .select([
      messages(reader).as('messages'),
      lineMessages(reader).as('line_messages'),
      seminars.as('seminars'),
      readings.as('readings'),
      otherTrips(reader).as('other_trips'),
    ])
    .where('travelers.id', '=', id),
)

const nothingSealed = Object.fromEntries(sealedOfDocument.map((name) => [name, null]))
type Kept = { documents: { id: number; is_sealed: boolean }[] }

/** Exports all data stored about a person, decrypted. The export is logged. */
async function exportPerson(tx: Tx, keys: Keys, id: number, asking: Asking) {
  const kept: Kept = JSON.parse((await personKept(tx, { ...asking.reader, id })).json)
  const sealed = await revealTraveler(tx, keys, id, personalIn(Traveler), asking)
  const documents: object[] = []
  for (const { is_sealed, ...document } of kept.documents) {
    const clear = is_sealed ? await revealDocument(tx, keys, document.id, sealedOfDocument, asking) : nothingSealed
    documents.push({ ...document, ...clear })
  }
  return { ...kept, ...sealed, documents }
}

export function exportRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/export',
    {
      access: editors,
      summary: 'Export everything stored about a person, decrypted; the export is logged',
      body: Type.Object({ reason: line(500, '當事人請求查閱') }),
      returns: Person,
      refuses: ['step_not_possible'],
      noReplay: true,
      etag: 'none',
    },
    ({ tx, actor, params, body, request }) =>
      exportPerson(tx, keys, params.id, { ...body, reader: readerOf(actor), actor, request_id: request.id }),
  )
}
