import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { amountIn, shortDay } from 'guidon-design/formats'
import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { printablePicture } from '../../kit/files/pictures.ts'
import { contentMark } from '../../kit/http/pages/style.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { SIZE, type Titled, titledPicture } from '../../kit/papers/titled-picture.ts'
import { type Locale, locales, plural, say } from '../../kit/words/words.ts'
import type { FrozenPrice } from '../bookings/booking.ts'
import { sizeAt } from '../packages/pictures.ts'
import { brandOf, nameIn, wordsIn } from '../page-words.ts'
import { drawnCover } from './covers.ts'
import type { HouseInPublic } from './frame.ts'
import { type PictureCovered, partsOfPicture, sizeOfCover } from './pictures.ts'
import { readToShare, type Shared } from './reads.ts'
import type { PictureOfPage } from './sharing.ts'

// The picture beside a link to a trip or a package: its cover with title, days and price. A job draws it into a row of `share_pictures`, which all
// processes read. A page whose picture is not drawn yet names the cover.

declare module '../../kit/db/tables.ts' {
  interface Tables {
    share_pictures: {
      id: Generated<number>
      planned_trip_id: number | null
      package_id: number | null
      locale: Locale
      mark: string
      picture: Buffer
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'site.share-pictures': object
  }
}

type Priced = { departure_date: string; price: FrozenPrice | null }
type Named = { name: string; name_en: string | null; days: number }
type One = PictureCovered & { shared: Shared }
type TripToShare = One & Named & Priced
type PackageToShare = Omit<One, 'package_id'> & Named & { id: number }

/** The lowest price for an adult among the departures of a package. */
export function cheapestOf(departures: readonly Pick<Priced, 'price'>[]) {
  const prices = departures.flatMap(({ price }) => price ?? [])
  return prices.toSorted((a, b) => a.adult - b.adult).at(0)
}

/** The picture of a departure. */
export function pictureOfTrip(trip: TripToShare, house: HouseInPublic, locale: Locale): PictureOfPage {
  return pictureOf(trip, wordsOfTrip(trip, house, locale), locale)
}

/** The picture of a package with all its departures. */
export function pictureOfPackage(
  one: PackageToShare & { departures: readonly Priced[] },
  house: HouseInPublic,
  locale: Locale,
): PictureOfPage {
  return pictureOf({ ...one, package_id: one.id }, wordsOfPackage(one, one.departures, house, locale), locale)
}

const wordsOfTrip = (trip: TripToShare, house: HouseInPublic, locale: Locale): Titled => ({
  ...wordsOf(trip, trip.price ?? undefined, house, locale),
  line: [shortDay(trip.departure_date, locale), ...saidOf(trip, trip.price ?? undefined, locale)].join(dotIn(locale)),
})

const wordsOfPackage = (one: Named, departures: readonly Priced[], house: HouseInPublic, locale: Locale): Titled =>
  wordsOf(one, cheapestOf(departures), house, locale)

const wordsOf = (one: Named, price: FrozenPrice | undefined, house: HouseInPublic, locale: Locale): Titled => ({
  title: nameIn(one, locale),
  line: saidOf(one, price, locale).join(dotIn(locale)),
  brand: brandOf(house, locale),
})
const dotIn = (locale: Locale) => say(['・', ' · '], locale)

const saidOf = ({ days }: Named, price: FrozenPrice | undefined, locale: Locale) => {
  const t = wordsIn(locale)
  const from = price && amountIn(price.currency, price.adult)
  return [t(`${days} 天`, plural(days, 'day')), ...(from ? [t(`${from} 起`, `from ${from}`)] : [])]
}

const pictureOf = (one: One, words: Titled, locale: Locale): PictureOfPage => {
  const alt = `${words.title}${dotIn(locale)}${words.line}`
  const drawn = one.shared[locale]
  if (drawn?.mark !== markOf(one, words)) return { ...sizeOfCover(one), alt }
  return { url: `/site/shares/${drawn.id}-${drawn.mark}.jpg`, ...SIZE, alt }
}

/** Changes with everything that is drawn, and with the code that draws it. */
const markOf = (one: One, words: Titled) => {
  const { cover } = one
  const shown = [drawnBy, sizeOfCover(one).url, cover?.focus_x, cover?.focus_y, words]
  return contentMark(Buffer.from(JSON.stringify(shown)))
}
const drawnBy = contentMark(readFileSync(new URL(import.meta.resolve('../../kit/papers/titled-picture.ts'))))

/** One run draws so many, and the next one goes on a minute later. */
const MOST_IN_A_RUN = 100

type Tools = Pick<JobTools, 'database' | 'files' | 'log'>
type Wanted = { at: Pictured; one: One; words: Titled; locale: Locale }
type Pictured = { planned_trip_id: number; package_id: null } | { planned_trip_id: null; package_id: number }

/** Draws the pictures that are missing or say something else by now, and removes those of trips and packages that are not shown any more. */
export async function drawSharePictures(_nothing: object, { database, files, log }: Tools) {
  const { is_shown, house, trips, packages } = await readToShare(database.db, {})
  if (!is_shown) return
  const all = locales.flatMap((locale): Wanted[] => [
    ...trips.map((trip) => ({
      ...{ at: { planned_trip_id: trip.id, package_id: null }, one: trip, locale },
      words: wordsOfTrip(trip, house, locale),
    })),
    ...packages.map((one) => ({
      ...{ at: { planned_trip_id: null, package_id: one.id }, one: { ...one, package_id: one.id }, locale },
      words: wordsOfPackage(one, departuresOf(trips, one.id), house, locale),
    })),
  ])
  const missing = all.filter(({ one, words, locale }) => one.shared[locale]?.mark !== markOf(one, words))
  for (const wanted of missing.slice(0, MOST_IN_A_RUN)) {
    const picture = await draw(wanted, { database, files }).catch((error) =>
      log.warn({ err: error, ...wanted.at }, 'drawing the picture of a page'),
    )
    if (picture) await database.transaction({}, (tx) => keep(tx, wanted, picture))
  }
  await database.transaction({}, (tx) => removeOthers(tx, trips, packages))
}

const departuresOf = <Trip extends { package_id: number }>(trips: readonly Trip[], id: number) =>
  trips.filter(({ package_id }) => package_id === id).slice(0, MOST_OF_A_PACKAGE)
/** A package page shows so many departures. */
const MOST_OF_A_PACKAGE = 60

const draw = async ({ one, words }: Wanted, { database, files }: Pick<Tools, 'database' | 'files'>) => {
  const { cover } = one
  const photo = cover && (await photographAt(sizeOfCover(one).url, database.db, files))
  const focus = { x: cover?.focus_x ?? 50, y: cover?.focus_y ?? 50 }
  const cut = photo && (await printablePicture(photo, SIZE, focus))
  return titledPicture(cut ?? Buffer.from(drawnCover(one)), words)
}

const photographAt = async (url: string, db: Db, files: JobTools['files']) => {
  const size = await sizeAt(db, partsOfPicture(url))
  return size && buffer(await files.read(size.place))
}

const keep = (tx: Tx, wanted: Wanted, picture: Buffer) => {
  const { at, one, words, locale } = wanted
  const mark = markOf(one, words)
  const isTrip = at.planned_trip_id !== null
  return tx
    .insertInto('share_pictures')
    .values({ ...at, locale, mark, picture })
    .onConflict((on) =>
      on.columns([isTrip ? 'planned_trip_id' : 'package_id', 'locale']).doUpdateSet({ mark, picture }),
    )
    .execute()
}

const removeOthers = (tx: Tx, trips: readonly { id: number }[], packages: readonly { id: number }[]) =>
  tx
    .deleteFrom('share_pictures')
    .where(
      sql<boolean>`planned_trip_id <> all (${trips.map(({ id }) => id)}::integer[]) or package_id <> all (${packages.map(({ id }) => id)}::integer[])`,
    )
    .execute()

/** `/site/shares/{id}-{mark}.jpg`. An address from before a change leads to the picture of today, because links that were sent stay. */
export function serveSharePictures(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>(
    '/site/shares/:name',
    { config: { access: 'public', bytes: true, quiet: true } },
    async (request, reply) => {
      const [, id = '', mark = ''] = /^([1-9]\d{0,8})-([\w-]{12})\.jpg$/.exec(request.params.name) ?? []
      const found = id && (await pictureAt(request.server.database.db, Number(id)))
      if (!found) return reply.callNotFound()
      if (found.mark !== mark)
        return reply.header('cache-control', 'public, max-age=30').redirect(`/site/shares/${id}-${found.mark}.jpg`, 302)
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/jpeg').send(found.picture)
    },
  )
}

const pictureAt = (db: Db, id: number) =>
  db.selectFrom('share_pictures').select(['mark', 'picture']).where('id', '=', id).executeTakeFirst()
