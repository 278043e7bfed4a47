import { Type } from 'typebox'
import { remove } from '../../../kit/db/rows.ts'
import { attempt } from '../../../kit/db/transaction.ts'
import { Refusal } from '../../../kit/errors.ts'
import { labelled, nullable, oneOf, whole, without } from '../../../kit/fields.ts'
import { createPackage, removePackage } from '../../packages/actions.ts'
import { addSegment } from '../../packages/itinerary.ts'
import { addPrice } from '../../packages/prices/actions.ts'
import { takeStep } from '../../packages/publication.ts'
import { type NewPackage, type NewSegment, Package, Price, Segment, Stretch } from '../../packages/schema.ts'
import { importKindWords } from '../../words/import-labels.ts'
import {
  type Context,
  column,
  columns,
  type Fault,
  inList,
  type Kind,
  keyFrom,
  oneByOne,
  reference,
  type WrittenLine,
} from '../kind.ts'
import { problemsOf } from '../problems.ts'
import { byColumn } from './find.ts'

const names = Type.Array(Type.String({ maxLength: 200 }))
const cityNames = ['name', 'name_en', 'iata_code'] as const

export const packageColumn = reference(
  'package_code',
  { field: 'package_id', to: 'packages', by: ['package_code', 'name', 'name_en'] },
  { words: ['行程代碼', 'Code of the package'], example: 'CNX', isRequired: true },
)
export const areaColumn = reference(
  'area_code',
  { field: 'area_id', to: 'geographical_areas', by: ['code', 'name', 'name_en'] },
  { words: ['線別', 'Area'], example: ['東北亞', 'Northeast Asia'] },
)
export const categoryColumn = reference(
  'category_code',
  { field: 'category_id', to: 'categories', by: ['code', 'name', 'name_en'] },
  { words: ['分類', 'Category'], example: ['滑雪', 'Ski'] },
)

const fields = without(Package, [
  'category_id',
  'area_id',
  'departure_city_id',
  'payment_policy',
  'cancellation_policy',
  'deadline_template',
]).properties
type Body = Omit<NewPackage, 'countries' | 'payment_policy'> & {
  status?: 'draft' | 'published'
  deposit?: number
  balance_days_before?: number
  country_ids?: number[]
}

/** A package comes in as a draft; one whose status is published is published once its days and prices are there. */
export const packageKind: Kind = {
  code: 'packages',
  noun: importKindWords.packages,
  of: 'packages',
  columns: [
    ...columns(fields, {
      kind: inList('package_kind'),
      days: { words: ['天數', 'Days'] },
    }),
    column('deposit', Price.properties.deposit),
    column('balance_days_before', nullable(whole(0, 365)), {
      words: ['尾款期限（出發前天數）', 'Days before for the balance'],
      example: '30',
    }),
    column(
      'status',
      labelled(Type.Optional(oneOf(['draft', 'published'])), ['狀態', 'Status']),
      inList('package_status'),
    ),
    areaColumn,
    categoryColumn,
    reference(
      'departure_city_name',
      { field: 'departure_city_id', to: 'cities', by: cityNames },
      { words: ['出發城市', 'Departure city'], example: ['台北', 'Taipei'] },
    ),
    reference(
      'country_codes',
      { field: 'country_ids', to: 'countries', by: ['iso_alpha2', 'name', 'name_en'] },
      { words: ['國家', 'Countries'], example: ['泰國', 'Thailand'], schema: names },
    ),
    reference(
      'season_codes',
      { field: 'season_ids', to: 'seasons', by: ['code', 'name', 'name_en'] },
      { words: ['季節', 'Seasons'], schema: names },
    ),
  ],
  keyOf: keyFrom('package_code'),
  find: byColumn('packages', 'package_code'),
  write: oneByOne(({ tx }, { status: _status, deposit, balance_days_before, country_ids, ...body }: Body) =>
    createPackage(tx, {
      ...body,
      ...(country_ids && { countries: country_ids.map((country_id) => ({ country_id })) }),
      ...(deposit !== undefined && {
        payment_policy: { deposit, balance_days_before: balance_days_before ?? USUAL_DAYS_BEFORE },
      }),
    }),
  ),
  remove: ({ tx, actor_id }, id) =>
    removePackage(tx, actor_id === undefined ? undefined : { id: actor_id }, id, undefined),
  finish: { before: 'planned-trips', work: publishAll },
}
const USUAL_DAYS_BEFORE = 30

async function publishAll({ tx }: Context, lines: readonly WrittenLine[]) {
  const faults: Fault[] = []
  for (const { line, id, body } of lines) {
    if (body.status !== 'published') continue
    const refusal = await attempt<Refusal | undefined>(
      tx,
      async () => void (await takeStep(tx, { roles: ['admin'] }, id, 'publish', undefined)),
      async (error) => {
        if (error instanceof Refusal) return error
        throw error
      },
    )
    if (refusal)
      for (const { code, message } of problemsOf(refusal, packageKind))
        faults.push({ line, column: 'status', code, message })
  }
  return faults
}

const priceFields = without(Price, ['season_id']).properties

export const priceKind: Kind = {
  code: 'package-prices',
  noun: importKindWords['package-prices'],
  of: 'package_prices',
  columns: [
    packageColumn,
    ...columns(priceFields),
    reference(
      'season_code',
      { field: 'season_id', to: 'seasons', by: ['code', 'name', 'name_en'] },
      { words: ['季節', 'Season'] },
    ),
  ],
  keyOf: keyFrom('package_code', 'season_code', 'valid_from'),
  write: oneByOne(({ tx }, { package_id, ...body }: Price & { package_id: number }) => addPrice(tx, package_id, body)),
  remove: ({ tx }, id) => remove(tx, priceKind.of, id),
}

const { day_from, day_to } = Segment.properties

export const dayKind: Kind = {
  code: 'package-days',
  noun: importKindWords['package-days'],
  of: 'package_segments',
  columns: [
    packageColumn,
    column('day_from', day_from, { example: '1' }),
    column('day_to', Type.Optional(day_to), { example: '1' }),
    ...columns(without(Stretch, ['overnight_city_id']).properties, {
      breakfast: inList('meal'),
      lunch: inList('meal'),
      dinner: inList('meal'),
      transport: { example: ['遊覽車', 'Coach'] },
    }),
    reference(
      'city_names',
      { field: 'city_ids', to: 'cities', by: cityNames },
      { words: ['城市', 'Cities'], example: ['清邁', 'Chiang Mai'], schema: names },
    ),
    reference(
      'overnight_city_name',
      { field: 'overnight_city_id', to: 'cities', by: cityNames },
      { words: ['住宿城市', 'Overnight city'], example: ['清邁', 'Chiang Mai'] },
    ),
  ],
  keyOf: keyFrom('package_code', 'day_from'),
  write: oneByOne(({ tx }, { package_id, ...body }: NewSegment & { package_id: number }) =>
    addSegment(tx, package_id, body),
  ),
  remove: ({ tx }, id) => remove(tx, dayKind.of, id),
}
