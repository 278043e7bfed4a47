import * as label from 'guidon-sdk/labels'
import { addonStatusWords, departmentWords, priorityWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import Hand from '~icons/lucide/hand'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { SavedViews } from '../views/shared/menu.tsx'
import { askedOf, type RequestFilter } from './search.ts'
import { requestColumns } from './table.tsx'

export const requestFilters: readonly Filter<RequestFilter>[] = [
  { of: 'next_action_by', words: ['待我處理', 'Waiting for me'], is: 'me', icon: Hand },
  { of: 'overdue', words: label.overdue, is: true, icon: Clock },
  { of: 'status', words: label.status, choices: addonStatusWords },
  { from: 'needed_from', to: 'needed_to', words: label.needed_by },
  { of: 'department', words: label.department, choices: departmentWords },
  { of: 'priority', words: ['優先', 'Priority'], choices: priorityWords },
]

export const RequestTools = ({ search }: { search: RequestFilter }) => (
  <>
    <ColumnsMenu columns={requestColumns} show={search.show} />
    <SavedViews list="addon-requests" filter={search} />
    <ExportButton
      path="/api/addon-requests"
      words={['加購', 'Add-on requests']}
      asked={askedOf(search)}
      columns={() => import('guidon-sdk/columns/addon-requests')}
      isLogged
    />
  </>
)
