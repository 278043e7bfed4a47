import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { sumMoneyOfTrips } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../ui/empty.tsx'
import { RecordFilter } from '../../ui/forms/record-field.tsx'
import { DaysFilter } from '../../ui/lists/days-filter.tsx'
import { ClearFilters, OneRecord } from '../../ui/lists/filter-parts.tsx'
import { useAreas } from '../reference/shared/areas.ts'
import { BranchFilter } from '../reference/shared/branch-filter.tsx'
import { Result } from '../trips/shared/trip-result.tsx'
import type { MoneyFilter } from './search.ts'

/** Sales, costs and margin of all trips of a period, an area, a season, a salesperson or a branch. */
export default function Results() {
  const { departs_from, departs_to, area_id, season_id, sales_user_id, branch_id } = useSearch({
    from: '/signed-in/money',
  })
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
      <Filters asked={query} />
      {data ? <Result money={data} /> : <Loading />}
    </>
  )
}

type Asked = Pick<MoneyFilter, 'departs_from' | 'departs_to' | 'area_id' | 'season_id' | 'sales_user_id' | 'branch_id'>

const Filters = ({ asked }: { asked: Asked }) => {
  const say = useSay()
  const navigate = useNavigate()
  const change = (to: Asked) => navigate({ to: '/money', search: { view: 'results', ...asked, ...to }, replace: true })
  return (
    <search className="filters">
      <OneRecord
        label={say('線別', 'Area')}
        options={useAreas()}
        value={asked.area_id}
        choose={(area_id) => change({ area_id })}
      />
      <RecordFilter
        label={say('季節', 'Season')}
        of="/api/seasons"
        value={asked.season_id}
        choose={(season_id) => change({ season_id })}
      />
      <RecordFilter
        label={say('業務', 'Salesperson')}
        of="/api/users"
        value={asked.sales_user_id}
        choose={(sales_user_id) => change({ sales_user_id })}
      />
      <BranchFilter value={asked.branch_id} choose={(branch_id) => change({ branch_id })} />
      <DaysFilter
        label={say('出發日', 'Departure')}
        from={asked.departs_from}
        to={asked.departs_to}
        choose={(departs_from, departs_to) => change({ departs_from, departs_to })}
      />
      {Object.keys(asked).length > 0 && (
        <ClearFilters clear={() => navigate({ to: '/money', search: { view: 'results' } })} />
      )}
    </search>
  )
}
