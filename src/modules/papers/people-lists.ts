import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { anyText, orNull } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { revealedSheet } from '../../kit/http/routes/sheet.ts'
import type { Columns, Kinds } from '../../kit/http/routes/sheet-formats.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { needsInWords } from '../planned-trips/needs.ts'
import { staff } from '../roles.ts'
import type { Asking } from '../travelers/reveal.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { revealLeader, revealPeople } from './people.ts'
import { onTrip, type TripOnPaper, tripOnPaper } from './trip.ts'

type PeopleList = {
  title: Words
  summary: string
  /** The personal fields that the list shows in clear. */
  sealed: readonly string[]
  /** The leader travels too, and is in the first line. */
  leads?: true
  columns: readonly string[]
}

/** Lists of the travelers of a trip with personal data in clear. */
const peopleLists = {
  'name-list': {
    title: ['旅客名單', 'Name list'],
    summary: 'The passenger list with passports in clear, with the leader in it; who and why is logged for each person',
    sealed: ['birth_date', 'passport_number'],
    leads: true,
    columns:
      'number name surname_en given_name_en gender nationality birth_date passport_number passport_expires_on mobile booking_number'.split(
        ' ',
      ),
  },
  'insurance-list': {
    title: ['投保名冊', 'Insurance list'],
    summary: 'The list for the insurer, with the leader in it; who and why is logged',
    sealed: ['birth_date', 'national_id', 'passport_number'],
    leads: true,
    columns: 'number name surname_en given_name_en gender birth_date national_id nationality passport_number'.split(
      ' ',
    ),
  },
  'visa-list': {
    title: ['簽證及護照代辦名單', 'Visa and passport list'],
    summary: 'Passports and visas, for applications, with the leader in it; who and why is logged',
    sealed: ['birth_date', 'passport_number'],
    leads: true,
    columns:
      'number name surname_en given_name_en gender nationality birth_date passport_status passport_number passport_expires_on visa_status'.split(
        ' ',
      ),
  },
  'arrival-list': {
    title: ['入境卡資料', 'Arrival card sheet'],
    summary: 'What arrival cards ask for: passports, flight and first hotel; who and why is logged',
    sealed: ['birth_date', 'passport_number'],
    leads: true,
    columns:
      'number name surname_en given_name_en gender nationality birth_date passport_number passport_expires_on flight arrives_on hotel'.split(
        ' ',
      ),
  },
  'emergency-pack': {
    title: ['緊急應變資料', 'Emergency pack'],
    summary: 'Everything that an emergency needs at once; who and why is logged',
    sealed: ['birth_date', 'national_id', 'passport_number', 'allergies'],
    leads: true,
    columns:
      'number name surname_en given_name_en birth_date nationality passport_number mobile emergency_name emergency_relation emergency_phone allergies'.split(
        ' ',
      ),
  },
  'leader-pack': {
    title: ['領隊資料袋', 'Leader pack'],
    summary: 'All that a leader carries, with allergies in clear; who and why is logged',
    sealed: ['allergies'],
    columns:
      'number name surname_en given_name_en gender mobile emergency_name emergency_phone meal_requirement needs allergies'.split(
        ' ',
      ),
  },
} as const satisfies Record<string, PeopleList>
type PeopleListName = keyof typeof peopleLists

/** The headings of all columns of people. */
export const headings: Columns = {
  number: ['序號', 'No.'],
  name: ['姓名', 'Name'],
  surname_en: ['英文姓', 'Surname'],
  given_name_en: ['英文名', 'Given names'],
  gender: ['性別', 'Gender'],
  nationality: ['國籍', 'Nationality'],
  birth_date: ['出生日期', 'Birth date'],
  national_id: ['身分證字號', 'National ID'],
  passport_number: ['護照號碼', 'Passport'],
  passport_expires_on: ['護照效期', 'Expires'],
  passport_status: ['護照辦理', 'Passport by'],
  visa_status: ['簽證', 'Visa'],
  mobile: ['手機', 'Mobile'],
  emergency_name: ['緊急聯絡人', 'Emergency contact'],
  emergency_relation: ['關係', 'Relation'],
  emergency_phone: ['緊急聯絡電話', 'Emergency phone'],
  meal_requirement: ['餐食', 'Meal'],
  needs: ['餐食與需求', 'Meals and requests'],
  allergies: ['過敏', 'Allergies'],
  flight: ['班機', 'Flight'],
  arrives_on: ['抵達日', 'Arrives on'],
  hotel: ['首晚住宿', 'First hotel'],
  booking_number: ['訂單編號', 'Booking'],
  airline: ['航空公司', 'Airline'],
  line: ['DOCS', 'DOCS'],
  with: ['同行成年人', 'With adult'],
  missing: ['缺少資料', 'Missing'],
}

/** Columns with their headings, in this order. */
export function headed(columns: readonly string[]): Columns {
  return Object.fromEntries(columns.map((column): [string, Words] => [column, headings[column] ?? [column, column]]))
}

/** The types of the cells of these columns. */
export const personKinds: Kinds = {
  number: 'whole',
  with: 'whole',
  birth_date: 'day',
  passport_expires_on: 'day',
  arrives_on: 'day',
  gender: { words: 'gender' },
  passport_status: { words: 'passport_status' },
  visa_status: { words: 'document_status' },
  meal_requirement: { words: 'meal_requirement' },
}

/** A list of the people of a trip with personal data in clear, as a sheet. Each reading is logged. */
export async function peopleSheet(
  tx: Tx,
  keys: Keys,
  name: PeopleListName,
  trip: TripOnPaper,
  asking: Asking,
  locale: Locale,
) {
  const { columns, sealed, title, ...list }: PeopleList = peopleLists[name]
  const leads = list.leads ? await revealLeader(tx, keys, trip.id, sealed, asking) : []
  const people = await revealPeople(tx, keys, trip.id, sealed, asking)
  const inWords = people.map((one) => ({ ...one, needs: needsInWords(one.needs, locale) || null }))
  const known = [...leads, ...inWords].map((one) => new Map(Object.entries({ ...arrivalOf(trip, locale), ...one })))
  const rows = known.map((one, i) =>
    Object.fromEntries(columns.map((column) => [column, column === 'number' ? i + 1 : (one.get(column) ?? null)])),
  )
  return {
    ...onTrip(trip, name, title, locale),
    data: rows,
    rows,
    columns: headed(columns),
    kinds: personKinds,
    facts: { trip, people },
  }
}

/** The answers that are the same for all travelers on an arrival card: the flight into the country and the first hotel. */
function arrivalOf({ flights, stays }: Pick<TripOnPaper, 'flights' | 'stays'>, locale: Locale) {
  const flight = flights.filter(({ direction }) => direction === 'outbound').at(-1) ?? flights[0]
  const [stay] = stays
  const { name = null, name_en = null, address = null, address_en = null } = stay?.hotel ?? {}
  const inWords = (zh: string | null, en: string | null) => say([zh ?? '', en ?? zh ?? ''], locale)
  const hotel = [inWords(name, name_en), inWords(address, address_en)]
  return {
    flight: flight?.flight_number ?? null,
    arrives_on: flight?.arrives_local.slice(0, 10) ?? null,
    hotel: hotel.filter(Boolean).join(say(['，', ', '], locale)) || null,
  }
}

/** `/api/planned-trips/{id}`: lists with personal data in clear, for airlines, insurers, embassies and emergencies. */
export default routes((on, app) => {
  for (const [name, list] of Object.entries(peopleLists)) peopleList(on, app, name as PeopleListName, list)
})

const peopleList = (on: On, { keys }: FastifyInstance, name: PeopleListName, list: PeopleList) => {
  const { summary, columns } = list
  const Row = Type.Object(
    Object.fromEntries(columns.map((column) => [column, column === 'number' ? Type.Integer() : orNull(anyText())])),
  )
  const access = name === 'leader-pack' || name === 'emergency-pack' ? [...staff, 'leader' as const] : staff
  revealedSheet(
    on,
    `/:id/${name}/reveal`,
    { access, summary, returns: Type.Array(Row), paper: name },
    async (asked) => {
      const { trip, asking } = await tripToReveal(asked)
      if (name === 'emergency-pack') await refuseWithoutEmergency(asked.tx, asking.reader, trip)
      return peopleSheet(asked.tx, keys, name, trip, asking, asked.locale)
    },
  )
}

/** A leader opens the emergency pack of a trip that it leads while that is under way, or while one of its incidents is open. */
async function refuseWithoutEmergency(tx: Tx, reader: Reader, { id, serial }: TripOnPaper) {
  if (reader.sees !== 'leader') return
  const { rows } = await sql<{ is_open: boolean }>`
    select today() between t.departure_date and t.return_date
        or exists (select from incidents i where i.planned_trip_id = t.id and i.closed_at is null) as is_open
      from planned_trips t where t.id = ${id} and t.assigned_leader_id = ${reader.leader}`.execute(tx)
  if (!found(rows[0]).is_open) refuse('step_not_possible', { detail: noEmergency(serial), also: { possible: [] } })
}
const noEmergency = (serial: string): Words => [
  `領隊在 ${serial} 出團期間，或有事故處理中時，才能開啟緊急應變資料；其他時間請洽 OP。`,
  `A leader opens the emergency pack of ${serial} while the trip is under way or an incident is open: at other times ask operations.`,
]

type RevealRequest = { tx: Tx; actor: Actor; id: number; reason: string; request: FastifyRequest }
/** The trip of a list, and who asks for personal data and why. */
export async function tripToReveal({ tx, actor, id, reason, request }: RevealRequest) {
  const reader = readerOf(actor)
  const trip: TripOnPaper = await tripOnPaper(tx, { ...reader, id })
  return { trip, asking: { reader, actor, reason, request_id: request.id } }
}
