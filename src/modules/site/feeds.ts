import { longDay, telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Locale, locales, say } from '../../kit/words/words.ts'
import { nameIn } from '../page-words.ts'
import { type Frame, type HouseInPublic, pathIn } from './frame.ts'
import type { Departure, TripOnPage } from './reads.ts'

// What programs read of the site: search engines, calendars, and sites that list our departures.

/** Robots may read all pages of the site, and nothing of the office. While it is off, they may read nothing. */
export function robots(isShown: boolean, origin: string) {
  if (!isShown) return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\nDisallow: /desk\nDisallow: /api/\nDisallow: /l/\nDisallow: /my/\nDisallow: /en/my/\n\nSitemap: ${origin}/sitemap.xml\n`
}

/**
 * Whom to tell of a weakness (RFC 9116). It ends in half a year, and is made anew on each day. Without HTTPS it has no canonical address,
 * because the RFC allows no other.
 */
export function securityContact({ house: { email, phone }, today }: Frame, origin: string) {
  const ends = new Date(Date.parse(today) + HALF_A_YEAR_MS).toISOString().slice(0, 10)
  return [
    ...(email ? [`Contact: mailto:${email}`] : []),
    `Contact: ${telephoneAddress(phone)}`,
    `Expires: ${ends}T00:00:00Z`,
    'Preferred-Languages: zh-TW, en',
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}
const HALF_A_YEAR_MS = 182 * 86_400_000

type Address = { slug: string; changed: string }
type Addresses = { packages: Address[]; talks: number[]; own: Address[] }

/** The pages that search engines may list, each with its translation. */
export function sitemap({ packages, talks, own }: Addresses, origin: string) {
  const pages = [
    { path: '/', changed: undefined },
    ...packages.map(({ slug, changed }) => ({ path: `/packages/${slug}`, changed })),
    { path: '/talks', changed: undefined },
    ...talks.map((id) => ({ path: `/talks/${id}`, changed: undefined })),
    ...own.map(({ slug, changed }) => ({ path: `/pages/${slug}`, changed })),
  ]
  // The escapes of HTML are those of XML too.
  const entry = (path: string, locale: Locale, changed: string | undefined): Markup =>
    html`<url><loc>${origin}${pathIn(locale, path)}</loc>${changed && html`<lastmod>${changed}</lastmod>`}${locales.map((each) => html`<xhtml:link rel="alternate" hreflang="${each}" href="${origin}${pathIn(each, path)}"/>`)}</url>
`
  const entries = pages.flatMap(({ path, changed }) => locales.map((locale) => entry(path, locale, changed)))
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries}</urlset>
`.markup
}

/** The open departures as a JSON Feed (version 1.1). */
export function jsonFeed(departures: Departure[], house: HouseInPublic, origin: string, locale: Locale) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: nameIn(house, locale),
    home_page_url: `${origin}${pathIn(locale, '/')}`,
    feed_url: `${origin}${pathIn(locale, '/feed.json')}`,
    language: locale,
    items: departures.map((trip) => ({
      id: trip.serial,
      url: `${origin}${pathIn(locale, `/trips/${encodeURIComponent(trip.serial)}`)}`,
      title: `${nameIn(trip, locale)} ${longDay(trip.departure_date, locale)}`,
      content_text:
        say([trip.subtitle ?? trip.highlights.join('・'), trip.subtitle_en], locale) || nameIn(trip, locale),
      _departure: {
        ...{ departure_date: trip.departure_date, return_date: trip.return_date, days: trip.days },
        ...{ price_from: trip.price?.adult ?? null, currency: trip.price?.currency ?? null },
        ...{
          seats_state: trip.seats_state,
          seats_left: trip.seats_left,
          is_guaranteed: trip.is_guaranteed,
        },
      },
    })),
  }
}

type Dated = Pick<Departure | TripOnPage, 'id' | 'serial' | 'name' | 'name_en' | 'departure_date' | 'return_date'>
const publicPage = ({ serial }: Dated) => `/trips/${encodeURIComponent(serial)}`

/** An entry of a calendar beside the trips: whole days, or from one instant to another. */
export type CalendarEntry = {
  id: string
  start: Date
  end: Date
  allDay?: boolean
  summary: string
  location?: string
  description?: string
}

type InCalendar<Trip> = {
  /** The path of the page that belongs to a trip. */
  pageOf?: (trip: Trip) => string
  /** The entries beside the trips; all lead to the page of the first trip. */
  entries?: readonly CalendarEntry[]
}

/**
 * Departures as whole days for calendar programs, each with the address of its page, and what else has a time. Times are instants in UTC,
 * which every program shows in the zone of its reader; the words beside them say the local ones.
 */
export async function calendarOf<Trip extends Dated>(
  trips: Trip[],
  house: HouseInPublic,
  origin: string,
  locale: Locale,
  { pageOf = publicPage, entries = [] }: InCalendar<Trip> = {},
) {
  const { default: ical } = await import('ical-generator')
  const calendar = ical({
    name: nameIn(house, locale),
    prodId: { company: 'Guidon', product: 'Departures' },
    ttl: 3_600,
  })
  const addressOf = (trip: Trip) => `${origin}${pathIn(locale, pageOf(trip))}`
  for (const trip of trips)
    calendar.createEvent({
      // The same in every calendar and after every change.
      id: `departure-${trip.id}@guidon`,
      start: new Date(trip.departure_date),
      // In iCalendar the end of whole days is exclusive.
      end: new Date(Date.parse(trip.return_date) + 86_400_000),
      allDay: true,
      summary: nameIn(trip, locale),
      url: addressOf(trip),
      stamp: new Date(trip.departure_date),
    })
  const [first] = trips
  for (const { id, ...entry } of entries)
    calendar.createEvent({
      ...{ ...entry, id: `${id}@guidon`, stamp: entry.start },
      ...(first && { url: addressOf(first) }),
    })
  return calendar.toString()
}
