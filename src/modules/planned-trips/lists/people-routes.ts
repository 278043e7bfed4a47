import { Type } from 'typebox'
import { found } from '../../../kit/errors.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { type Columns, spreadsheet } from '../../../kit/http/routes/spreadsheet.ts'
import { readerOf } from '../../users/reader.ts'
import { readers } from '../routes.ts'
import { Manifest, Traveling } from '../shapes.ts'
import { headingOf, travelersOf } from './queries.ts'
import { extrasInWords } from './rules.ts'

/** The columns that identify a traveler on every list. */
export const who: Columns = {
  number: ['序號', 'No.'],
  name: ['姓名', 'Name'],
  surname_en: ['英文姓', 'Surname'],
  given_name_en: ['英文名', 'Given names'],
}
/** What the house has sold to a traveler besides the trip. */
export const added: Columns = { extras: ['加購', 'Extras'] }
const columns: Columns = {
  ...who,
  booking_number: ['訂單編號', 'Booking'],
  booking_status: ['訂單狀態', 'Status'],
}

/** The lists of a trip, all from one query, as JSON or for a spreadsheet. */
export default routes((on) => {
  spreadsheet(
    on,
    '/:id/name-list',
    { name: 'getPlannedTripNameList', access: readers, says: 'The passenger list', gives: Type.Array(Traveling) },
    async ({ db, actor, id }) => {
      const given = { ...readerOf(actor), id }
      const [trip, rows] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      return { file: `${found(trip).serial}-name-list`, data: rows, rows, columns }
    },
  )
  spreadsheet(
    on,
    '/:id/manifest',
    { access: readers, says: 'The manifest: trip, leader, flights and passengers', gives: Manifest },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [trip, travelers] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      const { serial, name, departure_date, return_date, ...heading } = found(trip)
      const of = { serial, departure_date, return_date }
      const rows = travelers.map((one) => ({ ...of, ...one, extras: extrasInWords(one, locale) }))
      const data = { serial, name, departure_date, return_date, ...heading, travelers }
      return { file: `${serial}-manifest`, data, rows, columns: { ...ofTrip, ...columns, ...person, ...added } }
    },
  )
})

const ofTrip: Columns = {
  serial: ['團號', 'Trip'],
  departure_date: ['出發日', 'Departure'],
  return_date: ['回程日', 'Return'],
}
const person: Columns = {
  gender: ['性別', 'Gender'],
  passenger_type: ['旅客類別', 'Passenger'],
  mobile: ['手機', 'Mobile'],
}
