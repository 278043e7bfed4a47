import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { printablePicture } from '../../kit/files/pictures.ts'
import type { Store } from '../../kit/files/store.ts'
import { type Locale, say } from '../../kit/words/words.ts'

/** The boxes in pixels: a band as wide as the page, and a picture beside the words of a day. */
const BAND = { width: 1400, height: 500 }
const BESIDE_A_DAY = { width: 500, height: 310 }

/** Which photographs a paper shows. */
export type WantedPhotographs = { cover?: boolean; days?: boolean }
type Photographs = {
  /** What a template reads: names of files, as `photo` and `day_photos`. */
  facts: { photo: string | null; day_photos: { day: number; file: string; alt: string }[] }
  pictures: Record<string, Buffer>
}

/**
 * The photographs of a package for a paper: its cover, and the first of the others for each day. One that cannot be read or decoded
 * is left out.
 */
export async function printedPhotographs(
  { db, files }: { db: Db; files: Store },
  package_id: RawBuilder<number>,
  { cover: hasCover = false, days: hasDays = false }: WantedPhotographs,
  locale: Locale,
): Promise<Photographs> {
  const facts: Photographs['facts'] = { photo: null, day_photos: [] }
  const pictures: Photographs['pictures'] = {}
  const add = async (file: string, { place: path, focus_x: x, focus_y: y }: Found, box: typeof BAND) => {
    const bytes = await bytesAt(files, path).catch(() => undefined)
    const picture = bytes && (await printablePicture(bytes, box, { x, y }))
    if (picture) pictures[file] = picture
    return picture !== undefined
  }
  for (const picture of await picturesIn(db, package_id)) {
    const { day, alt, alt_en, is_cover } = picture
    if (is_cover && hasCover) {
      if (await add('cover.jpg', picture, BAND)) facts.photo = 'cover.jpg'
    } else if (hasDays && day !== null && !facts.day_photos.some((photo) => photo.day === day)) {
      const file = `day-${day}.jpg`
      const shown = { day, file, alt: say([alt ?? '', alt_en ?? alt ?? ''], locale) }
      if (await add(file, picture, BESIDE_A_DAY)) facts.day_photos.push(shown)
    }
  }
  return { facts, pictures }
}

const bytesAt = async (files: Store, path: string) => buffer(await files.read(path))

/** The pictures of a package in their order, each with the size that a paper needs. */
const picturesIn = (db: Db, package_id: RawBuilder<number>) =>
  db
    .selectFrom('package_pictures as v')
    .innerJoinLateral(
      (size) =>
        size
          .selectFrom('picture_sizes as z')
          .innerJoin('files as f', 'f.id', 'z.sized_id')
          .select('f.place')
          .whereRef('z.file_id', '=', 'v.file_id')
          .where(sql<boolean>`(v.sequence = 1 or z.width <= 800)`)
          .orderBy('z.width', 'desc')
          .limit(1)
          .as('largest'),
      (on) => on.onTrue(),
    )
    .select(['v.day', 'v.alt', 'v.alt_en', 'v.focus_x', 'v.focus_y', 'largest.place'])
    .select(sql<boolean>`v.sequence = 1`.as('is_cover'))
    .where('v.package_id', '=', package_id)
    .orderBy('v.sequence')
    .execute()
type Found = Awaited<ReturnType<typeof picturesIn>>[number]
