import { type Locale, say } from '../../kit/words/words.ts'
import type { FrozenPrice } from '../bookings/booking.ts'
import type { SeatsTold, TripDay } from '../bookings/open-trip-facts.ts'
import { nameIn } from '../page-words.ts'
import { type HouseInPublic, pathIn } from './frame.ts'
import { subtitleOf } from './parts.ts'
import { picturePath } from './pictures.ts'
import type { Departure, PackageOnPage, Talk, TripOnPage } from './reads.ts'

// Facts for search engines in the terms of schema.org. They repeat what the page shows, and nothing else.

const agency = (house: HouseInPublic, locale: Locale) => ({
  '@type': 'TravelAgency',
  name: nameIn(house, locale),
  telephone: house.phone,
  address: say([house.address, house.address_en ?? house.address], locale),
  ...(house.email && { email: house.email }),
})

const crumbsFact = (steps: [name: string, path: string][]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], i) => ({ '@type': 'ListItem', position: i + 1, name, item })),
})

const days = (segments: TripDay[], locale: Locale) => ({
  '@type': 'ItemList',
  itemListElement: segments.map(({ title, title_en }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: nameIn({ name: title, name_en: title_en }, locale),
  })),
})

type Offered = SeatsTold & { serial: string; price: FrozenPrice | null; departure_date: string }
const offer = ({ serial, price, departure_date, seats_state }: Offered, locale: Locale) =>
  price && {
    '@type': 'Offer',
    price: price.adult,
    priceCurrency: price.currency,
    availability: `https://schema.org/${seats_state === 'waitlist' ? 'SoldOut' : 'InStock'}`,
    validThrough: departure_date,
    url: pathIn(locale, `/trips/${encodeURIComponent(serial)}`),
  }

/** One departure: a trip with its one offer, and the way to it. */
export function tripFacts(trip: TripOnPage, house: HouseInPublic, locale: Locale) {
  const name = nameIn(trip, locale)
  return [
    {
      '@type': ['TouristTrip', 'Product'],
      name,
      description: subtitleOf(trip, locale) || name,
      sku: trip.serial,
      image: picturePath(trip),
      url: pathIn(locale, `/trips/${encodeURIComponent(trip.serial)}`),
      departureTime: trip.flights.at(0)?.departs_at ?? trip.departure_date,
      arrivalTime: trip.flights.at(-1)?.arrives_at ?? trip.return_date,
      provider: agency(house, locale),
      itinerary: days(trip.segments, locale),
      ...offered([trip], locale),
    },
    crumbsFact([
      [say(['所有行程', 'All trips'], locale), pathIn(locale, '/')],
      [name, pathIn(locale, `/packages/${trip.slug}`)],
      [trip.departure_date, pathIn(locale, `/trips/${encodeURIComponent(trip.serial)}`)],
    ]),
  ]
}

/** A route with one offer for each open departure. */
export function packageFacts(one: PackageOnPage, house: HouseInPublic, locale: Locale) {
  const name = nameIn(one, locale)
  const address = pathIn(locale, `/packages/${one.slug}`)
  return [
    {
      '@type': ['TouristTrip', 'Product'],
      name,
      description: subtitleOf(one, locale) || name,
      image: picturePath({ ...one, package_id: one.id }),
      url: address,
      provider: agency(house, locale),
      itinerary: days(one.segments, locale),
      ...offered(one.departures, locale),
    },
    crumbsFact([
      [say(['所有行程', 'All trips'], locale), pathIn(locale, '/')],
      [name, address],
    ]),
  ]
}

const offered = (departures: Pick<Departure, keyof Offered>[], locale: Locale) => {
  const offers = departures.flatMap((departure) => offer(departure, locale) ?? [])
  return offers.length ? { offers } : {}
}

export function talkFact(talk: Talk, house: HouseInPublic, locale: Locale) {
  return {
    '@type': 'Event',
    name: nameIn({ name: talk.title, name_en: talk.title_en }, locale),
    startDate: talk.starts_at,
    endDate: talk.ends_at,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${talk.is_online ? 'OnlineEventAttendanceMode' : 'OfflineEventAttendanceMode'}`,
    location: talk.is_online
      ? { '@type': 'VirtualLocation', url: pathIn(locale, `/talks/${talk.id}`) }
      : { '@type': 'Place', name: talk.venue ?? '', address: talk.address ?? talk.venue ?? '' },
    isAccessibleForFree: true,
    organizer: agency(house, locale),
    url: pathIn(locale, `/talks/${talk.id}`),
  }
}
