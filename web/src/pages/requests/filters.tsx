import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RequestFilter } from '../../filters.ts'
import { useSay } from '../../kit/words.ts'
import { DelayedSearch } from '../../parts/delayed-search.tsx'
import { Chip, ClearFilters, OneOf } from '../../parts/filter-parts.tsx'
import { CalendarDays, Clock, Hand } from '../../parts/icons.tsx'
import { departmentWords, priorityWords, statusWords } from '../../parts/request-words.ts'

const DayRange = lazy(() => import('../../parts/day-range.tsx'))

type Props = { filter: RequestFilter; change: (to: Partial<RequestFilter>) => void }

/** The filter is in the address: it can be kept, sent to a colleague, and gone back to. */
export const Filters = ({ filter }: { filter: RequestFilter }) => {
  const say = useSay()
  const navigate = useNavigate()
  const change: Props['change'] = (to) =>
    navigate({ to: '/requests', search: { ...filter, page: undefined, ...to }, replace: true })
  const { page: _page, sort: _sort, ...asked } = filter
  return (
    <search className="filters">
      <DelayedSearch
        label={say('找編號、旅客', 'Find number, traveler')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <Chips filter={filter} change={change} />
      <Choices filter={filter} change={change} />
      <NeededBetween filter={filter} change={change} />
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/requests', search: {} })} />}
    </search>
  )
}

const Chips = ({ filter: { next_action_by, overdue }, change }: Props) => {
  const say = useSay()
  const isMine = next_action_by === 'me'
  return (
    <>
      <Chip isOn={isMine} toggle={() => change({ next_action_by: isMine ? undefined : 'me' })}>
        <Hand size={15} />
        {say('輪到我', 'My turn')}
      </Chip>
      <Chip isOn={overdue === true} toggle={() => change({ overdue: overdue ? undefined : true })}>
        <Clock size={15} />
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
        words={statusWords}
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

/** The calendar is the heaviest part of the page; it is loaded when it is wanted. */
const NeededBetween = ({ filter: { needed_from, needed_to }, change }: Props) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(needed_from !== undefined)
  const label = say('需用日期', 'Needed between')
  if (!isOpen)
    return (
      <button type="button" className="chip" onClick={() => setOpen(true)}>
        <CalendarDays size={15} />
        {label}
      </button>
    )
  return (
    <Suspense>
      <DayRange
        label={label}
        {...(needed_from && { from: needed_from })}
        {...(needed_to && { to: needed_to })}
        choose={(from, to) => change({ needed_from: from, needed_to: to })}
      />
    </Suspense>
  )
}
