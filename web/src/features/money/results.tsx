import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { sumMoneyOfTrips } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { Loading } from '../../ui/empty.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { byArea, byBranch } from '../reference/shared/filters.tsx'
import { Result } from '../trips/shared/trip-result.tsx'
import type { MoneyFilter } from './search.ts'

/** Sales, costs and margin of all trips of a period, an area, a season, a salesperson or a branch. */
export default function Results() {
  const search = useSearch({ from: '/signed-in/money' })
  const { departs_from, departs_to, area_id, season_id, sales_user_id, branch_id } = search
  const query = {
    ...(departs_from && { departs_from }),
    ...(departs_to && { departs_to }),
    ...(area_id && { area_id }),
    ...(season_id && { season_id }),
    ...(sales_user_id && { sales_user_id }),
    ...(branch_id && { branch_id }),
  }
  const { data } = useQuery({
    queryKey: ['money', 'results', query],
    queryFn: () => sumMoneyOfTrips(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={search} filters={filters} />
      {data ? <Result money={data} /> : <Loading />}
    </>
  )
}

const filters: readonly Filter<MoneyFilter>[] = [
  { of: 'area_id', ...byArea },
  { of: 'season_id', words: label.season_id, field: recordFilter('/api/seasons') },
  { of: 'sales_user_id', words: label.sales_user_id, field: recordFilter('/api/users') },
  { of: 'branch_id', ...byBranch },
  { from: 'departs_from', to: 'departs_to', words: label.departure_date },
]
