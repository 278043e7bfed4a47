import { type Locale, locales, say } from '../../kit/words/words.ts'
import { type HouseInPublic, pathIn } from './frame.ts'
import type { Departure, TripOnPage } from './reads.ts'
import { nameIn } from './words.ts'

// What programs read of the site: search engines, calendars, and sites that list our departures.

/** Robots may read all pages of the site, and nothing of the office. While it is off, they may read nothing. */
export function robots(isShown: boolean, origin: string) {
  if (!isShown) return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\nDisallow: /desk\nDisallow: /api/\nDisallow: /l/\n\nSitemap: ${origin}/sitemap.xml\n`
}

type Addresses = { packages: { slug: string; changed: string }[]; talks: number[] }

/** The pages that search engines may list, each with its translation. */
export function sitemap({ packages, talks }: Addresses, origin: string) {
  const pages = [
    { path: '/', changed: undefined },
    ...packages.map(({ slug, changed }) => ({ path: `/packages/${slug}`, changed })),
    { path: '/talks', changed: undefined },
    ...talks.map((id) => ({ path: `/talks/${id}`, changed: undefined })),
  ]
  const entry = (path: string, locale: Locale, changed: string | undefined) =>
    `<url><loc>${origin}${pathIn(locale, path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}${locales.map((each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${origin}${pathIn(each, path)}"/>`).join('')}</url>`
  const entries = pages.flatMap(({ path, changed }) => locales.map((locale) => entry(path, locale, changed)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
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
      title: `${nameIn(trip, locale)} ${trip.departure_date}`,
      content_text:
        say([trip.subtitle ?? trip.highlights.join('・'), trip.subtitle_en], locale) || nameIn(trip, locale),
      _departure: {
        ...{ departure_date: trip.departure_date, return_date: trip.return_date, days: trip.days },
        ...{ price_from: trip.price?.adult ?? null, currency: trip.price?.currency ?? null },
        ...{
          seats_state: trip.seats_state,
          seats_left: trip.seats_left,
          is_guaranteed: trip.guarantee_state === 'guaranteed',
        },
      },
    })),
  }
}

type Dated = Pick<
  Departure | TripOnPage,
  'id' | 'serial' | 'name' | 'name_en' | 'departure_date' | 'return_date' | 'subtitle' | 'subtitle_en'
>

/** Departures as whole days for calendar programs. */
export async function calendarOf(trips: Dated[], house: HouseInPublic, origin: string, locale: Locale) {
  const { default: ical } = await import('ical-generator')
  const calendar = ical({
    name: nameIn(house, locale),
    prodId: { company: 'Guidon', product: 'Departures' },
    ttl: 3_600,
  })
  for (const trip of trips)
    calendar.createEvent({
      // The same in every calendar and after every change.
      id: `departure-${trip.id}@guidon`,
      start: new Date(trip.departure_date),
      // In iCalendar the end of whole days is exclusive.
      end: new Date(Date.parse(trip.return_date) + 86_400_000),
      allDay: true,
      summary: nameIn(trip, locale),
      url: `${origin}${pathIn(locale, `/trips/${encodeURIComponent(trip.serial)}`)}`,
      stamp: new Date(trip.departure_date),
    })
  return calendar.toString()
}
