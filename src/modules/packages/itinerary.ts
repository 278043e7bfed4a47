import { sql } from 'kysely'
import { touch } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { keepSellable } from './publication.ts'
import { lockedPackage } from './queries.ts'
import type { NewSegment } from './schema.ts'

/** Replaces the whole itinerary; the order is that of the body, or that of `sequence`. */
export async function replaceSegments(tx: Tx, package_id: number, segments: NewSegment[], expected: Expected) {
  const { status, version } = await lockedPackage(tx, package_id)
  guardVersion({ version }, expected)
  await writeSegments(tx, package_id, segments)
  await touch(tx, 'packages', package_id)
  if (status === 'published') await keepSellable(tx, package_id)
}

/** Replaces the days of a package. */
export async function writeSegments(tx: Tx, package_id: number, segments: NewSegment[]) {
  await tx.deleteFrom('package_segments').where('package_id', '=', package_id).execute()
  for (const [i, segment] of inOrder(segments).entries())
    await insertSegment(tx, { ...segment, package_id, sequence: i + 1 })
}

/** Adds a day of a package after those that are there. */
export async function addSegment(tx: Tx, package_id: number, segment: NewSegment) {
  await lockedPackage(tx, package_id)
  const { last } = await tx
    .selectFrom('package_segments')
    .select(({ fn }) => fn.coalesce(fn.max('sequence'), sql<number>`0`).as('last'))
    .where('package_id', '=', package_id)
    .executeTakeFirstOrThrow()
  return insertSegment(tx, { ...segment, package_id, sequence: last + 1 })
}

type SegmentRow = NewSegment & { package_id: number; sequence: number }
const insertSegment = async (tx: Tx, { city_ids = [], ...segment }: SegmentRow) => {
  const { id } = await tx
    .insertInto('package_segments')
    .values({ day_to: segment.day_from, ...segment })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cities = city_ids.map((city_id, sequence) => ({ segment_id: id, city_id, sequence }))
  if (cities.length) await tx.insertInto('package_segment_cities').values(cities).execute()
  return id
}

const inOrder = (segments: NewSegment[]) =>
  segments
    .map((segment, i) => ({ segment, order: segment.sequence ?? i + 1 }))
    .sort((one, other) => one.order - other.order)
    .map(({ segment }) => segment)
