import type { Columns, Kinds } from '../../../kit/http/routes/sheet-formats.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'

/** The columns that identify a traveler on every list. */
export const who: Columns = {
  number: ['序號', 'No.'],
  name: ['姓名', 'Name'],
  surname_en: ['英文姓', 'Surname'],
  given_name_en: ['英文名', 'Given names'],
}
/** What the house has sold to a traveler besides the trip. */
export const added: Columns = { extras: ['加購', 'Extras'] }

/** How the columns of people are written in workbooks and on papers. */
export const ofPeople: Kinds = {
  number: 'whole',
  gender: { words: 'gender' },
  passenger_type: { words: 'passenger_type' },
  booking_status: { words: 'booking_status' },
}

const titles = {
  'name-list': ['旅客名單', 'Name list'],
  manifest: ['旅客清單', 'Manifest'],
  'rooming-list': ['分房表', 'Rooming list'],
  'dietary-list': ['餐食名單', 'Dietary list'],
} as const satisfies Record<string, Words>

type Trip = { serial: string; name: string; name_en: string | null; departure_date: string; return_date: string }

/** File name, title and subject of a list of a trip. */
export const titled = (trip: Trip, list: keyof typeof titles, locale: Locale) => ({
  file: `${trip.serial}-${list}`,
  title: titles[list],
  subject: `${trip.serial}　${say([trip.name, trip.name_en ?? trip.name], locale)}　${trip.departure_date} – ${trip.return_date}`,
})
