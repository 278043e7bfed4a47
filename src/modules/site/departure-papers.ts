import { bytesOfTable, factsOf, type Kinds } from '../../kit/http/routes/sheet-formats.ts'
import type { Papers } from '../../kit/papers/papers.ts'
import { type Locale, plural, say, type Words } from '../../kit/words/words.ts'
import { nameIn, wordsIn } from '../page-words.ts'
import { standingOf } from './parts.ts'
import type { Departure } from './reads.ts'

const columns: Record<string, Words> = {
  departure_date: ['出發', 'Departs'],
  return_date: ['回程', 'Returns'],
  serial: ['團號', 'Serial'],
  name: ['行程', 'Trip'],
  days: ['天數', 'Days'],
  standing: ['狀態', 'Status'],
  currency: ['幣別', 'Currency'],
  adult: ['大人', 'Adult'],
  child: ['小孩佔床', 'Child with bed'],
  single: ['單人房差', 'Single room'],
}
const kinds: Kinds = {
  departure_date: 'day',
  return_date: 'day',
  days: 'whole',
  adult: 'money',
  child: 'money',
  single: 'money',
}

const title: Words = ['出團表', 'Departures']

/** The timetable of the catalogue as a table, for agents and for printing. Nothing is in it that the catalogue does not show. */
const tableOf = (departures: readonly Departure[], locale: Locale) => {
  const t = wordsIn(locale)
  const rows = departures.map((trip) => ({
    ...{ departure_date: trip.departure_date, return_date: trip.return_date, serial: trip.serial },
    ...{ name: nameIn(trip, locale), days: trip.days, standing: standingOf(trip, t).words },
    ...{ currency: trip.price?.currency ?? null, adult: trip.price?.adult ?? null },
    ...{ child: trip.price?.child_with_bed ?? null, single: trip.price?.single_supplement ?? null },
  }))
  const subject = t(`${departures.length} 團`, plural(departures.length, 'departure'))
  return factsOf({ title, subject, columns, kinds, rows }, locale)
}

const visitors = { who: 'visitors', first: false } as const

/** The departures as a PDF or a workbook. */
export function departurePaper(departures: readonly Departure[], format: 'pdf' | 'xlsx', locale: Locale) {
  const facts = tableOf(departures, locale)
  const print = (papers: Papers) => {
    if (format === 'pdf') return papers.print({ template: 'departures', facts, locale }, visitors)
    const { heads, rows, subject } = facts
    const name = say(title, locale)
    return bytesOfTable(papers, format, { name, title: `${name}　${subject}`, columns: heads, pages: [rows] })
  }
  return { facts, print }
}
