import * as label from 'guidon-sdk/labels'
import { addonStatusWords, departmentWords, priorityWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import Hand from '~icons/lucide/hand'
import { fileOf } from '../../ui/columns/columns.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { SavedViews } from '../views/shared/menu.tsx'
import { askedOf, type RequestFilter } from './search.ts'
import { requestColumns } from './table.tsx'

const Sellers = recordFilter('/api/users')
const Trips = recordFilter('/api/planned-trips')

export const requestFilters: readonly Filter<RequestFilter>[] = [
  { of: 'next_action_by', words: ['待我處理', 'Waiting for me'], is: 'me', icon: Hand },
  { of: 'overdue', words: label.overdue, is: true, icon: Clock },
  { of: 'status', words: label.status, choices: addonStatusWords },
  { from: 'departs_from', to: 'departs_to', words: label.departure_date },
  { of: 'mine', words: ['我負責的', 'Mine'], is: true, instead: ['sales_user_id'] },
  { of: 'sales_user_id', words: label.sales_user_id, field: Sellers, instead: ['mine'] },
  { of: 'planned_trip_id', words: label.trip, field: Trips },
  { from: 'needed_from', to: 'needed_to', words: label.needed_by },
  { of: 'department', words: label.department, choices: departmentWords },
  { of: 'priority', words: ['優先', 'Priority'], choices: priorityWords },
]

export const RequestTools = ({ search }: { search: RequestFilter }) => (
  <>
    <ColumnsMenu columns={requestColumns} show={search.show} />
    <SavedViews list="addon-requests" filter={search} />
    <ExportButton {...exportedRequests(search)} />
  </>
)

/** All of the list as a file, or those that are ticked, with the columns on the screen. */
export const exportedRequests = (search: RequestFilter) => ({
  path: '/api/addon-requests',
  words: ['加購', 'Add-on requests'] as const,
  asked: askedOf(search),
  shown: fileOf(requestColumns, search.show),
  columns: () => import('guidon-sdk/columns/addon-requests'),
  isLogged: true,
})
