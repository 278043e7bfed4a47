import { useNavigate } from '@tanstack/react-router'
import { tripStatusWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import UserX from '~icons/lucide/user-x'
import { isStaff, useMe } from '../../kit/me.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { DaysFilter } from '../../ui/lists/days-filter.tsx'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { Chip, ClearFilters, OneOf, OneRecord } from '../../ui/lists/filter-parts.tsx'
import { useAreas } from '../reference/shared/areas.ts'
import { BranchFilter } from '../reference/shared/branch-filter.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import { askedOf } from './queries.ts'
import type { TripFilter } from './search.ts'
import { tripColumns } from './table.tsx'

type Props = { filter: TripFilter; change: (to: Partial<TripFilter>) => void }

export const Filters = ({ filter }: { filter: TripFilter }) => {
  const say = useSay()
  const navigate = useNavigate({ from: '/trips' })
  const { view, year, show, page: _page, sort: _sort, ...asked } = filter
  const kept = { ...(view && { view }), ...(year && { year }), ...(show && { show }) }
  const change: Props['change'] = (to) =>
    navigate({ search: (now) => ({ ...now, page: undefined, ...to }), replace: true })
  return (
    <search className="filters">
      {!view && <InTable filter={filter} change={change} />}
      <Always filter={filter} change={change} />
      {!view && (
        <DaysFilter
          label={say('出發日', 'Departure')}
          from={filter.from}
          to={filter.to}
          choose={(from, to) => change({ from, to, when: undefined })}
        />
      )}
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/trips', search: kept })} />}
      {!view && <ColumnsMenu columns={tripColumns} show={show} />}
      <SavedViews list="planned-trips" filter={filter} />
      {!view && (
        <ExportButton
          path="/api/planned-trips"
          words={['出團', 'Trips']}
          asked={askedOf(filter)}
          columns={() => import('guidon-sdk/columns/planned-trips')}
        />
      )}
    </search>
  )
}

const whens: Record<'past' | 'all', Words> = { past: ['已出發', 'Departed'], all: ['全部日期', 'All dates'] }

/** A year shows all its trips at once, so it needs neither a search nor days. */
const InTable = ({ filter, change }: Props) => {
  const say = useSay()
  return (
    <>
      <DelayedSearch
        label={say('找團號、團名', 'Find serial, name')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <OneOf
        label={say('即將出發', 'Upcoming')}
        words={whens}
        value={filter.when}
        choose={(when) => change({ when, from: undefined, to: undefined })}
      />
    </>
  )
}

const Always = ({ filter, change }: Props) => {
  const say = useSay()
  const { status, area_id, branch_id, missing_leader, overdue_deadline } = filter
  return (
    <>
      <OneOf
        label={say('狀態', 'Status')}
        words={tripStatusWords}
        value={status}
        choose={(value) => change({ status: value })}
      />
      <OneRecord
        label={say('線別', 'Area')}
        options={useAreas()}
        value={area_id}
        choose={(value) => change({ area_id: value })}
      />
      <BranchFilter value={branch_id} choose={(value) => change({ branch_id: value })} />
      {isStaff(useMe()) && (
        <>
          {!filter.view && (
            <Chip
              isOn={filter.readiness === 'red'}
              toggle={() => change({ readiness: filter.readiness ? undefined : 'red' })}
            >
              {say('未備齊', 'Not ready')}
            </Chip>
          )}
          <Chip
            isOn={missing_leader === true}
            toggle={() => change({ missing_leader: missing_leader ? undefined : true })}
          >
            <UserX width={15} height={15} />
            {say('未派領隊', 'No leader')}
          </Chip>
          <Chip
            isOn={overdue_deadline === true}
            toggle={() => change({ overdue_deadline: overdue_deadline ? undefined : true })}
          >
            <Clock width={15} height={15} />
            {say('期限已過', 'Deadline missed')}
          </Chip>
        </>
      )}
    </>
  )
}
