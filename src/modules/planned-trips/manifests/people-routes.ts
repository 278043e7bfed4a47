import { Type } from 'typebox'
import { found } from '../../../kit/errors.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { sheet } from '../../../kit/http/routes/sheet.ts'
import type { Columns } from '../../../kit/http/routes/sheet-formats.ts'
import { readerOf } from '../../users/reader.ts'
import { readers } from '../routes.ts'
import { Manifest, Traveling } from '../shapes.ts'
import { added, ofPeople, titled, who } from './columns.ts'
import { headingOf, travelersOf } from './queries.ts'
import { extrasInWords } from './rules.ts'

const columns: Columns = {
  ...who,
  booking_number: ['訂單編號', 'Booking'],
  booking_status: ['訂單狀態', 'Status'],
}

/** The lists of a trip, all from one query, as JSON or for a spreadsheet. */
export default routes((on) => {
  nameList(on)
  manifest(on)
})

const nameList = (on: On) =>
  sheet(
    on,
    '/:id/name-list',
    {
      name: 'getPlannedTripNameList',
      access: readers,
      summary: 'The passenger list',
      returns: Type.Array(Traveling),
      paper: 'name-list',
    },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [trip, rows] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      return { ...titled(found(trip), 'name-list', locale), data: rows, rows, columns, kinds: ofPeople }
    },
  )

const manifest = (on: On) =>
  sheet(
    on,
    '/:id/manifest',
    {
      access: readers,
      summary: 'The manifest: trip, leader, flights and passengers',
      returns: Manifest,
      paper: 'manifest',
    },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [trip, travelers] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      const { serial, name, name_en, departure_date, return_date, ...heading } = found(trip)
      const of = { serial, departure_date, return_date }
      const rows = travelers.map((one) => ({ ...of, ...one, extras: extrasInWords(one, locale) }))
      const data = { serial, name, departure_date, return_date, ...heading, travelers }
      return {
        ...titled({ ...data, name_en }, 'manifest', locale),
        data,
        rows,
        columns: { ...ofTrip, ...columns, ...person, ...added },
        kinds: { ...ofPeople, departure_date: 'day', return_date: 'day' },
        facts: { trip: heading },
      }
    },
  )

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
