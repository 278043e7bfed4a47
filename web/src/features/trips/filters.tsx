import * as label from 'guidon-sdk/labels'
import { tripStatusWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import FileText from '~icons/lucide/file-text'
import UserX from '~icons/lucide/user-x'
import { isStaff, useMe } from '../../kit/me.ts'
import type { Words } from '../../kit/words.ts'
import { fileOf } from '../../ui/columns/columns.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import type { FiltersOf } from '../../ui/lists/filters.ts'
import { byArea, byBranch } from '../reference/shared/filters.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import { askedOf } from './queries.ts'
import type { TripFilter } from './search.ts'
import { tripColumns } from './table.tsx'

const whens: Record<'past' | 'all', Words> = { past: ['已出發', 'Departed'], all: ['全部日期', 'All dates'] }

/** A year shows all its trips at once, so it needs neither a search nor days. */
export const useTripFilters = (search: TripFilter): FiltersOf<TripFilter> => {
  const isForStaff = isStaff(useMe())
  const isTable = !search.view
  return {
    search,
    ...(isTable && { find: ['找團號、團名', 'Find serial, name'] }),
    filters: [
      isTable && { of: 'when', words: ['即將出發', 'Upcoming'], choices: whens, instead: ['from', 'to'] },
      { of: 'status', words: label.status, choices: tripStatusWords },
      isForStaff && { of: 'missing_leader', words: ['未派領隊', 'No leader'], is: true, icon: UserX },
      isTable && { from: 'from', to: 'to', words: label.departure_date, instead: ['when'] },
      { of: 'area_id', ...byArea },
      { of: 'branch_id', ...byBranch },
      isForStaff && isTable && { of: 'readiness', words: ['未備齊', 'Not ready'], is: 'red', icon: FileText },
      isForStaff && { of: 'overdue_deadline', words: ['期限已過', 'Deadline missed'], is: true, icon: Clock },
    ],
  }
}

export const TripTools = ({ search }: { search: TripFilter }) => (
  <>
    {!search.view && <ColumnsMenu columns={tripColumns} show={search.show} />}
    <SavedViews list="planned-trips" filter={search} />
    {!search.view && (
      <ExportButton
        path="/api/planned-trips"
        words={['出團', 'Trips']}
        asked={askedOf(search)}
        shown={fileOf(tripColumns, search.show)}
        columns={() => import('guidon-sdk/columns/planned-trips')}
      />
    )}
  </>
)
