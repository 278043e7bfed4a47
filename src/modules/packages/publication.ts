import { sql } from 'kysely'
import { columnList } from '../../kit/db/fragments.ts'
import { packed } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuse } from '../../kit/errors.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { houseFieldWords } from '../house/labels.ts'
import { licenceOf } from '../house/queries.ts'
import { packageFlow, type StepName, steps } from './flow.ts'
import { pictureFields } from './pictures.ts'
import { countriesAbroad, hasPrice, lacksInfantPrice, lockedPackage, segmentSpans } from './queries.ts'
import { publishFaults } from './rules.ts'
import { type Clone, Package, PackageCountry, Price, Segment } from './schema.ts'

export async function takeStep(tx: Tx, actor: Pick<Actor, 'roles'>, id: number, name: StepName, expected: Expected) {
  const { status, version } = await lockedPackage(tx, id)
  guardVersion({ version }, expected)
  mayTake(packageFlow, name, { status }, actor.roles)
  if (name === 'publish') await refuseUnpublishable(tx, id)
  await tx.updateTable('packages').set({ status: steps[name].to }).where('id', '=', id).execute()
}

/** Refuses to publish a package that is not complete, or that the agency may not sell, with all faults. */
const refuseUnpublishable = async (tx: Tx, id: number) => {
  const { missing } = await licenceOf(tx)
  const lacking = missing.map((field) => houseFieldWords[field])
  refuseAny({
    ...(await packageFaults(tx, id, { lacksInfant: await lacksInfantPrice(tx, id) })),
    ...(lacking.length && { house: [incomplete(lacking)] }),
    ...(await abroadFaults(tx, id)),
  })
}

/**
 * Refuses a change that would leave a published package without a complete itinerary or a price, or let it go where the agency may not
 * go, with all faults. A price for infants is asked for when a package is published and when its prices change, so that one published
 * before may still be edited.
 */
export async function keepSellable(tx: Tx, id: number) {
  return refuseAny({ ...(await packageFaults(tx, id)), ...(await abroadFaults(tx, id)) })
}

const packageFaults = async (tx: Tx, id: number, { lacksInfant = false } = {}) => {
  const { days } = await lockedPackage(tx, id)
  const prices = { hasValid: await hasPrice(tx, id), lacksInfant }
  return publishFaults(days, await segmentSpans(tx, id), prices)
}

const refuseAny = (errors: FieldFaults) => {
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

const incomplete = (lacking: Words[]): Words => [
  `公司資料尚未填寫或已到期：${lacking.map(([zh]) => zh).join('、')}。請管理員到「管理」的「公司資料」補齊後再發布。`,
  `Missing or expired in the record of the agency: ${lacking.map(([, en]) => en.toLowerCase()).join(', ')}. An administrator completes it on the page “The agency”, then publish again.`,
]

// By law a travel agency of class B (乙種) sells trips within Taiwan only.
const abroadFaults = async (tx: Tx, id: number): Promise<FieldFaults> => {
  const { kind } = await licenceOf(tx)
  const abroad = kind === 'class_b' ? await countriesAbroad(tx, id) : []
  if (!abroad.length) return {}
  const [zh, en] = [abroad.map(([name]) => name).join('、'), abroad.map(([, name]) => name).join(', ')]
  return {
    countries: [
      [
        `乙種旅行社只能經營國內旅遊，這個行程卻到${zh}。請移除國外的國家與城市，或由管理員更正旅行社的種類。`,
        `A travel agency of class B sells trips within Taiwan only, and this one goes to ${en}. Remove the countries and cities abroad, or let an administrator correct the kind of the agency.`,
      ],
    ],
  }
}

/** Creates a draft with everything of another package but its code and its address. */
export async function clonePackage(tx: Tx, from: number, named: Clone) {
  const { id: _id, version, created_at, updated_at, status, slug, ...original } = await lockedPackage(tx, from)
  const { id } = await tx
    .insertInto('packages')
    .values(packed(Package, { ...original, ...named }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await copyParts(tx, from, id)
  return id
}

const { package_id, ...ofSegment } = Segment.properties
const countryColumns = columnList(Object.keys(PackageCountry.properties))
const priceColumns = columnList(Object.keys(Price.properties))
const segmentColumns = columnList(Object.keys(ofSegment))
const pictureColumns = columnList(pictureFields)

const copyParts = async (tx: Tx, from: number, to: number) => {
  await sql`insert into package_countries (package_id, ${countryColumns}) select ${to}, ${countryColumns}
    from package_countries where package_id = ${from}`.execute(tx)
  await sql`insert into package_seasons (package_id, season_id)
    select ${to}, season_id from package_seasons where package_id = ${from}`.execute(tx)
  await sql`insert into package_prices (package_id, ${priceColumns}) select ${to}, ${priceColumns}
    from package_prices where package_id = ${from} order by id`.execute(tx)
  await sql`insert into package_segments (package_id, ${segmentColumns}) select ${to}, ${segmentColumns}
    from package_segments where package_id = ${from} order by sequence`.execute(tx)
  await sql`insert into package_segment_cities (segment_id, city_id, sequence)
    select copy.id, c.city_id, c.sequence
      from package_segments original join package_segments copy using (sequence)
      join package_segment_cities c on c.segment_id = original.id
     where original.package_id = ${from} and copy.package_id = ${to}`.execute(tx)
  await sql`insert into package_pictures (package_id, ${pictureColumns}) select ${to}, ${pictureColumns}
    from package_pictures where package_id = ${from} order by sequence`.execute(tx)
}
