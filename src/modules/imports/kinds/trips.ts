import { remove } from '../../../kit/db/rows.ts'
import { without } from '../../../kit/fields.ts'
import { addCost, NewCost } from '../../planned-trips/costs.ts'
import { EnteredTrip, enterTrip } from '../../planned-trips/enter.ts'
import { freeTripLeaders } from '../../planned-trips/leaders.ts'
import { Assembly, PriceOverrides } from '../../planned-trips/trip.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { column, columns, inList, type Kind, keyFrom, oneByOne, reference } from '../kind.ts'
import { byColumn } from './find.ts'
import { branchColumn } from './house.ts'
import { areaColumn, categoryColumn, packageColumn } from './packages.ts'

const named = [
  'package_id',
  'area_id',
  'category_id',
  'season_id',
  'branch_id',
  'op_user_id',
  'sales_user_id',
  'ticketing_user_id',
  'tour_leader_id',
  'assembly',
  'price_overrides',
] as const
const fields = without(EnteredTrip, named).properties
const prices = PriceOverrides.properties
const { at, place } = Assembly.properties

type Body = Omit<EnteredTrip, 'assembly' | 'price_overrides'> &
  NonNullable<EnteredTrip['price_overrides']> & { assembly_at?: string; assembly_place?: string }

const account = (field: string, code: string, words: readonly [string, string]) =>
  reference(code, { field, to: 'users', by: ['email', 'name', 'name_en'] }, { words })

export const salesColumn = account('sales_user_id', 'sales_name', ['負責業務', 'Salesperson'])

export const tripKind: Kind = {
  code: 'planned-trips',
  noun: importKindWords['planned-trips'],
  of: 'planned_trips',
  columns: [
    ...columns(fields, {
      serial: { words: ['團號', 'Serial'] },
      status: { ...inList('trip_status'), example: '' },
      cancel_cause: { ...inList('cancel_cause'), words: ['取消原因', 'Cause of the cancellation'], example: '' },
      cancel_reason: { words: ['取消說明', 'Reason of the cancellation'] },
      is_public: { example: '' },
    }),
    packageColumn,
    ...columns(prices, { deposit: { words: ['訂金', 'Deposit'] } }),
    column('assembly_at', at, { words: ['集合時間', 'Time of the meeting point'] }),
    column('assembly_place', place, { words: ['集合地點', 'Meeting point'] }),
    branchColumn,
    areaColumn,
    categoryColumn,
    account('op_user_id', 'op_name', ['OP', 'Operations']),
    salesColumn,
    account('ticketing_user_id', 'ticketing_name', ['票務', 'Ticketing']),
    reference(
      'leader_number',
      { field: 'tour_leader_id', to: 'tour_leaders', by: ['leader_number', 'name', 'name_en'] },
      { words: ['領隊編號', 'Leader number'] },
    ),
  ],
  keyOf: keyFrom('serial'),
  find: byColumn('planned_trips', 'serial'),
  write: oneByOne(({ tx, actor_id, zone, serialPattern }, body: Body) =>
    enterTrip(tx, tripOf(body), { actor_id, zone, pattern: serialPattern }),
  ),
  remove: async ({ tx }, id) => {
    await freeTripLeaders(tx, id)
    await remove(tx, tripKind.of, id)
  },
}

const priceNames = Object.keys(prices)

const tripOf = ({ assembly_at, assembly_place, ...body }: Body): EnteredTrip => {
  const entries = Object.entries(body)
  const own = entries.filter(([name]) => priceNames.includes(name))
  const rest = Object.fromEntries(entries.filter(([name]) => !priceNames.includes(name)))
  // A cast: the compiler does not follow names through entries.
  return {
    ...rest,
    ...(own.length && { price_overrides: Object.fromEntries(own) }),
    ...((assembly_at || assembly_place) && { assembly: { at: assembly_at ?? null, place: assembly_place ?? null } }),
  } as EnteredTrip
}

export const tripColumn = reference(
  'planned_trip_serial',
  { field: 'planned_trip_id', to: 'planned_trips', by: ['serial'] },
  { words: ['團號', 'Serial of the trip'], example: 'CNX270128A', isRequired: true },
)

const ofCost = without(NewCost, ['supplier_id']).properties

/** The name of a supplier without a record is in the column of the cost itself. */
const supplierColumn = reference(
  'supplier_tax_id',
  { field: 'supplier_id', to: 'suppliers', by: ['tax_id', 'name', 'name_en'] },
  { words: ['供應商統編', 'Tax ID of the supplier'], example: '' },
)

export const costKind: Kind = {
  code: 'costs',
  noun: importKindWords.costs,
  of: 'trip_costs',
  columns: [
    tripColumn,
    ...columns(ofCost, { kind: inList('cost_kind'), voucher: { ...inList('voucher'), example: '' } }),
    supplierColumn,
  ],
  keyOf: keyFrom('planned_trip_serial', 'kind', 'description', 'supplier', 'invoice_number', 'estimated', 'actual'),
  write: oneByOne(({ tx }, { planned_trip_id, ...body }: NewCost & { planned_trip_id: number }) =>
    addCost(tx, planned_trip_id, body),
  ),
  remove: ({ tx }, id) => remove(tx, costKind.of, id),
}
