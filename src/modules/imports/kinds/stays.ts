import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { remove } from '../../../kit/db/rows.ts'
import { labelled, without } from '../../../kit/fields.ts'
import { wordsOf } from '../../../kit/words/code-words.ts'
import { enterRoom, Room } from '../../planned-trips/rooms.ts'
import { addStay, roomTypes, Stay } from '../../planned-trips/stays.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { asWord } from '../cells.ts'
import { column, columns, inList, type Kind, keyFrom, oneByOne, reference } from '../kind.ts'
import { byQuery } from './find.ts'
import { travelersNamed } from './of-traveler.ts'
import { tripColumn } from './trips.ts'

const hotelColumn = reference(
  'hotel_name',
  { field: 'hotel_id', to: 'hotels', by: ['name', 'name_en'] },
  { words: ['飯店名稱', 'Hotel'], example: ['洞爺湖太陽宮飯店', 'Toya Sun Palace'], isRequired: true },
)
const { rooms, ...fields } = without(Stay, ['planned_trip_id', 'hotel_id']).properties

/** `雙床房 10、單人房 2`: how many rooms of which type the hotel holds. */
const roomsIn = (text: string) =>
  text.split(/[、,，;；\n]/).flatMap((part) => {
    const type = part.replace(/[\d:：×*間]/g, ' ').trim()
    const count = /\d+/.exec(part)?.[0]
    return part.trim() === '' ? [] : [{ type: roomTypeCalled(type), count: count === undefined ? 1 : Number(count) }]
  })

const roomTypeCalled = (said: string) =>
  roomTypes.find((code) =>
    [code, ...(wordsOf('room_type', code) ?? [])].some((word) => asWord(word) === asWord(said)),
  ) ?? said

type NewStay = Parameters<typeof addStay>[2]

export const stayKind: Kind = {
  code: 'trip-stays',
  noun: importKindWords['trip-stays'],
  of: 'planned_trip_stays',
  columns: [
    tripColumn,
    hotelColumn,
    ...columns(fields, { status: inList('stay_status'), check_out: { example: '2027-01-30' } }),
    column('rooms', rooms, {
      words: ['保留房間', 'Rooms held'],
      example: ['雙床房 10、單人房 2', 'Twin 10, Single 2'],
      read: roomsIn,
    }),
  ],
  keyOf: keyFrom('planned_trip_serial', 'hotel_name', 'check_in'),
  find: byQuery(sql`
    select s.id, lower(concat_ws('/', t.serial, called.name, s.check_in)) as key
      from planned_trip_stays s join planned_trips t on t.id = s.planned_trip_id join hotels h on h.id = s.hotel_id
     cross join lateral (values (h.name), (h.name_en)) called (name) where called.name is not null`),
  write: oneByOne(({ tx }, { planned_trip_id, ...body }: NewStay & { planned_trip_id: number }) =>
    addStay(tx, planned_trip_id, body),
  ),
  remove: ({ tx }, id) => remove(tx, stayKind.of, id),
}

const ofRoom = without(Room, ['stay_id', 'number'])
const names = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }))
type RoomLine = Static<typeof ofRoom> & {
  planned_trip_id: number
  hotel_id: number
  check_in: string
  traveler_names?: string[]
}

/** A line is a room with all who sleep in it. Prices stay as they are: what a single room costs has been agreed before. */
export const roomKind: Kind = {
  code: 'stay-rooms',
  noun: importKindWords['stay-rooms'],
  of: 'stay_rooms',
  columns: [
    tripColumn,
    hotelColumn,
    column('check_in', Stay.properties.check_in),
    ...columns(ofRoom.properties, {
      type: { ...inList('room_type'), words: ['房型', 'Type of room'], example: 'twin' },
    }),
    column('traveler_names', labelled(names, ['旅客姓名', 'Names of the travelers']), {
      example: ['王小美、王大明', 'WANG HSIAO-MEI, WANG TA-MING'],
      read: (text) => text.split(/[、,，;；\n]/).flatMap((name) => name.trim() || []),
    }),
  ],
  keyOf: keyFrom('planned_trip_serial', 'hotel_name', 'check_in', 'type', 'has_leader', 'traveler_names', 'notes'),
  isPersonal: true,
  namesTravelers: true,
  write: oneByOne(async ({ tx }, { planned_trip_id, hotel_id, check_in, traveler_names = [], ...room }: RoomLine) =>
    enterRoom(
      tx,
      { planned_trip_id, hotel_id, check_in },
      {
        ...room,
        traveler_ids: await travelersNamed(tx, planned_trip_id, traveler_names),
      },
    ),
  ),
  remove: ({ tx }, id) => remove(tx, roomKind.of, id),
}
