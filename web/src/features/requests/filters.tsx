import { useNavigate } from '@tanstack/react-router'
import { addonStatusWords, departmentWords, priorityWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import Hand from '~icons/lucide/hand'
import { useSay } from '../../kit/words.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { DaysFilter } from '../../ui/lists/days-filter.tsx'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { Chip, ClearFilters, OneOf } from '../../ui/lists/filter-parts.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import { askedOf, type RequestFilter } from './search.ts'
import { requestColumns } from './table.tsx'

type Props = { filter: RequestFilter; change: (to: Partial<RequestFilter>) => void }

/** The filter is in the address: it can be kept, sent to a colleague, and gone back to. */
export const Filters = ({ filter }: { filter: RequestFilter }) => {
  const say = useSay()
  const navigate = useNavigate({ from: '/requests' })
  const change: Props['change'] = (to) =>
    navigate({ search: (now) => ({ ...now, page: undefined, ...to }), replace: true })
  const { page: _page, sort: _sort, show, ...asked } = filter
  return (
    <search className="filters">
      <DelayedSearch
        label={say('找編號、旅客', 'Find number, traveler')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <Chips filter={filter} change={change} />
      <Choices filter={filter} change={change} />
      <DaysFilter
        label={say('使用日期', 'Needed by')}
        from={filter.needed_from}
        to={filter.needed_to}
        choose={(needed_from, needed_to) => change({ needed_from, needed_to })}
      />
      {Object.keys(asked).length > 0 && (
        <ClearFilters clear={() => navigate({ to: '/requests', search: { ...(show && { show }) } })} />
      )}
      <ColumnsMenu columns={requestColumns} show={show} />
      <SavedViews list="addon-requests" filter={filter} />
      <ExportButton
        path="/api/addon-requests"
        words={['加購', 'Add-on requests']}
        asked={askedOf(filter)}
        columns={() => import('guidon-sdk/columns/addon-requests')}
        isLogged
      />
    </search>
  )
}

const Chips = ({ filter: { next_action_by, overdue }, change }: Props) => {
  const say = useSay()
  const isMine = next_action_by === 'me'
  return (
    <>
      <Chip isOn={isMine} toggle={() => change({ next_action_by: isMine ? undefined : 'me' })}>
        <Hand width={15} height={15} />
        {say('待我處理', 'Waiting for me')}
      </Chip>
      <Chip isOn={overdue === true} toggle={() => change({ overdue: overdue ? undefined : true })}>
        <Clock width={15} height={15} />
        {say('逾期', 'Overdue')}
      </Chip>
    </>
  )
}

const Choices = ({ filter, change }: Props) => {
  const say = useSay()
  return (
    <>
      <OneOf
        label={say('狀態', 'Status')}
        words={addonStatusWords}
        value={filter.status}
        choose={(status) => change({ status })}
      />
      <OneOf
        label={say('部門', 'Department')}
        words={departmentWords}
        value={filter.department}
        choose={(department) => change({ department })}
      />
      <OneOf
        label={say('優先', 'Priority')}
        words={priorityWords}
        value={filter.priority}
        choose={(priority) => change({ priority })}
      />
    </>
  )
}
