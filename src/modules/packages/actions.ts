import { sql } from 'kysely'
import { packed, remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { nulls } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { writeLinkRows, writeLinks } from '../../kit/resource/links.ts'
import { stepsInForce } from '../cancellation-terms/queries.ts'
import { harsherSteps } from '../cancellation-terms/rules.ts'
import { deadlinesOfHouse } from './deadline-templates.ts'
import { writeSegments } from './itinerary.ts'
import { removePictures } from './pictures.ts'
import { keepSellable } from './publication.ts'
import { countries as countryLink, lockedPackage, seasons } from './queries.ts'
import { templateFaults, withKeys } from './rules.ts'
import { type NewPackage, ofCountry, Package, type PackageChange, PackageCountry } from './schema.ts'

export async function createPackage(tx: Tx, body: NewPackage) {
  const { season_ids, countries, segments, deadline_template = await deadlinesOfHouse(tx), ...fields } = body
  await refuseHarsher(tx, body)
  const { id } = await tx
    .insertInto('packages')
    .values({ nights: fields.days - 1, ...taken({ ...fields, deadline_template }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeOthers(tx, id, { season_ids, countries })
  if (segments) await writeSegments(tx, id, segments)
  return id
}

/** Changes a package; a published one must stay complete. Trips planned from it keep their copies. */
export async function changePackage(tx: Tx, id: number, body: PackageChange, expected: Expected) {
  const { season_ids, countries, segments, ...fields } = body
  const { status, ...was } = await lockedPackage(tx, id)
  guardVersion(was, expected)
  await refuseHarsher(tx, body)
  await writeOthers(tx, id, { season_ids, countries })
  if (segments) await writeSegments(tx, id, segments)
  await tx
    .updateTable('packages')
    .set({ ...nightsAfter(was, fields), ...taken(fields), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (status === 'published') await keepSellable(tx, id)
}

// A policy may not cost the customer more than the current terms of the agency allow.
const refuseHarsher = async (tx: Tx, { cancellation_policy }: PackageChange) => {
  if (!cancellation_policy?.length) return
  const errors = harsherSteps(cancellation_policy, await stepsInForce(tx, 'traveler'))
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

// The nights follow the number of days, until they are set to another number.
const nightsAfter = (was: { days: number; nights: number }, { days = was.days }: PackageChange) =>
  was.nights === was.days - 1 ? { nights: days - 1 } : {}

export async function removePackage(tx: Tx, actor: { id: number } | undefined, id: number, expected: Expected) {
  guardVersion(await lockedPackage(tx, id), expected)
  await removePictures(tx, actor, id)
  await remove(tx, 'packages', id)
}

const taken = <B extends Omit<PackageChange, 'season_ids' | 'countries' | 'segments'>>({
  deadline_template,
  ...fields
}: B) => {
  const errors = templateFaults(deadline_template)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  const template = withKeys(deadline_template)?.map(({ owner = 'op', name = null, name_en = null, ...rule }) => ({
    ...rule,
    name,
    name_en,
    owner,
  }))
  return packed(Package, { ...fields, ...(template && { deadline_template: template }) })
}

const writeOthers = async (
  tx: Tx,
  id: number,
  { season_ids, countries }: Pick<PackageChange, 'season_ids' | 'countries'>,
) => {
  if (season_ids) await writeLinks(tx, id, seasons, { season_ids })
  const rows = countries?.map((country, i) => ({ ...nulls(PackageCountry), sequence: i, ...country }))
  if (rows) await writeLinkRows(tx, id, 'countries', countryLink, rows, Object.keys(ofCountry))
}
