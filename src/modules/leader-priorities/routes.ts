import { type TObject, Type } from 'typebox'
import { jsonArray } from '../../kit/db/json.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { reached } from '../../kit/list/filters.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { resource } from '../../kit/resource/resource.ts'
import { countryInArea } from '../geography/in-area.ts'
import { staff } from '../roles.ts'
import { reorder } from './actions.ts'
import { CountryPriority, Order, RegionalPriority } from './schema.ts'

const access = { read: staff, write: ['department', 'admin'] } as const
const always = { order: 'priority', access }
const filter = ['tour_leader_id', 'priority', 'proficiency']

export const regionalPriorities = resource(
  {
    ...always,
    table: 'leader_regional_priorities',
    noun: ['領隊區域優先順序', 'regional priority of a leader'],
    fields: RegionalPriority,
    named: { tour_leader: 'tour_leaders', area: 'geographical_areas', region: 'regions' },
    filter: [...filter, 'area_id', 'region_id'],
    filters: { country_id: reached('leader_regional_priorities.region_id', 'regions', 'id', 'country_id') },
    sort: ['priority', 'tour_leader_id'],
  },
  (on) => order(on, 'leader_regional_priorities', RegionalPriority, 'reorderLeaderRegionalPriorities'),
)

export const countryPriorities = resource(
  {
    ...always,
    table: 'leader_country_priorities',
    noun: ['領隊國家優先順序', 'country priority of a leader'],
    fields: CountryPriority,
    named: { tour_leader: 'tour_leaders', country: 'countries' },
    filter: [...filter, 'country_id'],
    filters: {
      continent_id: reached('leader_country_priorities.country_id', 'countries', 'id', 'continent_id'),
      area_id: countryInArea('leader_country_priorities.country_id'),
    },
    sort: ['priority', 'tour_leader_id', 'visa_valid_until'],
  },
  (on) => order(on, 'leader_country_priorities', CountryPriority, 'reorderLeaderCountryPriorities'),
)

type Table = 'leader_regional_priorities' | 'leader_country_priorities'

const order = (on: On, table: Table, fields: TObject, name: string) => {
  const inOrder = jsonArray((db, { tour_leader_id }: { tour_leader_id: number }) =>
    db
      .selectFrom(table)
      .select(columnsOf(table, fields))
      .where('tour_leader_id', '=', tour_leader_id)
      .orderBy('priority')
      .orderBy('id'),
  )
  on.put(
    '/reorder',
    {
      name,
      access: access.write,
      summary: 'Reorder all priorities of a leader',
      body: Order,
      returns: Type.Array(RecordOf(fields)),
    },
    async ({ tx, body: { tour_leader_id, ids } }) => {
      await reorder(tx, table, { tour_leader_id, ids })
      return inOrder(tx, { tour_leader_id })
    },
  )
}
