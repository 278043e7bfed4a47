import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import type { Store } from '../../kit/files/store.ts'
import type { Locale } from '../../kit/words/words.ts'
import { printedPhotographs, type WantedPhotographs } from '../packages/printed-pictures.ts'

type Paper = { template: string; facts: object }

/** The package of a trip, and of the trip of a booking. */
export const packageOf = {
  trip: (id: number) => sql<number>`(select t.package_id from planned_trips t where t.id = ${id})`,
  booking: (id: number) => sql<number>`(
    select t.package_id from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = ${id})`,
}

/** A paper with its photographs: the cover of the package on a quotation, those of the days on a departure notice. */
export async function withPhotographs<P extends Paper>(
  paper: P,
  package_id: RawBuilder<number>,
  kept: { db: Db; files: Store },
  locale: Locale,
): Promise<P & { pictures: Record<string, Buffer> }> {
  const wanted = photographsOn[paper.template]
  if (!wanted) return { ...paper, pictures: {} }
  const { facts, pictures } = await printedPhotographs(kept, package_id, wanted, locale)
  return { ...paper, facts: { ...paper.facts, ...facts }, pictures }
}

const photographsOn: Readonly<Record<string, WantedPhotographs>> = {
  booking: { cover: true },
  'departure-notice': { days: true },
}
