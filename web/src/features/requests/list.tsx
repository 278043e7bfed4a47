import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import MessagesSquare from '~icons/lucide/messages-square'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { editsBookings, opensRequests } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { SelectionBar } from '../../ui/columns/chosen-table.tsx'
import { type Selection, useSelection } from '../../ui/columns/selection.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { exportedRequests, RequestTools, requestFilters } from './filters.tsx'
import { useRequests } from './queries.ts'
import type { RequestFilter } from './search.ts'
import { RequestTable } from './table.tsx'

const HandOverManySheet = lazy(() => import('./hand-over-many-sheet.tsx'))
const RemindManySheet = lazy(() => import('./remind-many-sheet.tsx'))
const NewRequestSheet = lazy(() => import('./shared/new/sheet.tsx'))

export default function RequestList() {
  const say = useSay()
  const { new: isAsking, ...filter } = useSearch({ from: '/signed-in/requests' })
  const { data: page } = useRequests(filter)
  const { page: _page, sort: _sort, show: _show, ...asked } = filter
  const ticked = useSelection(asked)
  const selection = isStaff(useMe()) ? ticked : undefined
  return (
    <>
      <ListPage
        title={say('加購', 'Add-ons')}
        label={say('加購清單', 'Requests')}
        counted={(total) => say(`${total} 筆`, plural(total, 'request'))}
        page={page}
        filters={{ search: filter, find: ['找編號、旅客', 'Find number, traveler'], filters: requestFilters }}
        tools={<RequestTools search={filter} />}
        empty={
          <Empty icon={MessagesSquare} act={<NewRequestButton className="button" />}>
            {say('還沒有加購', 'No add-ons yet')}
          </Empty>
        }
        aside={<NewRequest isOpen={isAsking === true} />}
      >
        {(rows) => <RequestTable rows={rows} filter={filter} selection={selection} />}
      </ListPage>
      {selection && <RequestsBar selection={selection} filter={filter} />}
    </>
  )
}

const RequestsBar = ({ selection, filter }: { selection: Selection; filter: RequestFilter }) => {
  const say = useSay()
  const { ids } = selection
  return (
    <SelectionBar
      selection={selection}
      counted={(count) => say(`已選 ${count} 筆`, `${plural(count, 'request')} selected`)}
    >
      {editsBookings(useMe()) && (
        <>
          <OpenButton words={['移交…', 'Hand over…']} className="button">
            {(close) => <HandOverManySheet requests={ids} close={close} />}
          </OpenButton>
          <OpenButton words={['提醒回覆…', 'Remind of the offer…']} className="button">
            {(close) => <RemindManySheet requests={ids} close={close} />}
          </OpenButton>
        </>
      )}
      <ExportButton {...exportedRequests(filter)} className="button" ticked={ids} />
    </SelectionBar>
  )
}

/** The address says that its sheet is open, so that the palette leads to it too. Customers ask on the page of their booking. */
const NewRequest = ({ isOpen }: { isOpen: boolean }) => {
  const show = useSheet()
  if (!opensRequests(useMe())) return null
  return (
    <>
      <NewRequestButton className="button main" />
      <Suspense>{isOpen && <NewRequestSheet close={() => show(undefined)} />}</Suspense>
    </>
  )
}

const NewRequestButton = ({ className }: { className: string }) => {
  const say = useSay()
  const show = useSheet()
  if (!opensRequests(useMe())) return null
  return (
    <button type="button" className={className} onClick={() => show(true)}>
      <Plus width={15} height={15} />
      {say('新增加購', 'New request')}
    </button>
  )
}

const useSheet = () => {
  const navigate = useNavigate({ from: '/requests' })
  return (to: true | undefined) => navigate({ search: (now) => ({ ...now, new: to }), replace: true })
}
