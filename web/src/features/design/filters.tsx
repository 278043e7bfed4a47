import { useSearch } from '@tanstack/react-router'
import * as label from 'guidon-sdk/labels'
import { bookingStatusWords, passengerTypeWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import { useSay } from '../../kit/words.ts'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { Part } from './part.tsx'

type Search = {
  q?: string
  status?: string
  late?: true
  from?: string
  to?: string
  kind?: string
  sort?: string
  held?: true
}

const filters: readonly Filter<Search>[] = [
  { of: 'status', words: label.status, choices: bookingStatusWords },
  { of: 'late', words: label.overdue, is: true, icon: Clock },
  { from: 'from', to: 'to', words: label.departure_date },
]
const more: readonly Filter<Search>[] = [
  ...filters,
  { of: 'kind', words: label.passenger_type, choices: passengerTypeWords },
  { of: 'held', words: label.held, is: true },
  { of: 'sort', words: label.trip, choices: { a: ['北海道雪國', 'Hokkaido in the snow'] } },
]

const chosen: Search = { status: 'confirmed', late: true }

/** What is chosen is in the address here too. */
export const Filters = () => {
  const say = useSay()
  const search: Search = useSearch({ strict: false })
  return (
    <Part title={say('篩選列', 'Filter bar')}>
      <FilterBar search={search} find={['找編號、聯絡人', 'Find number, contact']} filters={filters} />
      <FilterBar search={chosen} filters={more} />
    </Part>
  )
}
