import './list.css'
import { useSearch } from '@tanstack/react-router'
import { plural, useSay } from '../../kit/words.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { Filters } from './filters.tsx'
import { useRequests } from './queries.ts'
import { RequestTable } from './table.tsx'

export default function RequestList() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/requests' })
  const { data: page } = useRequests(filter)
  return (
    <ListPage
      title={say('加購', 'Add-ons')}
      label={say('加購清單', 'Requests')}
      counted={(total) => say(`${total} 筆`, plural(total, 'request'))}
      page={page}
      filters={<Filters filter={filter} />}
    >
      {(rows) => <RequestTable rows={rows} sort={filter.sort} />}
    </ListPage>
  )
}
