import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type CashCount, listCashCounts } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { usePageSize } from '../../../kit/page-size.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { FilterBar } from '../../../ui/lists/filter-bar.tsx'
import { ListCard } from '../../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { lists } from './lists.ts'

/** What people found in their drawers, beside what should have been there. */
export default function Counts() {
  const say = useSay()
  const { cash, page: at } = useSearch({ from: '/signed-in/money' })
  const query = { per_page: usePageSize(), ...(at && { page: at }) }
  const { data: page } = useQuery({
    queryKey: ['cash', 'counts', query],
    queryFn: () => listCashCounts(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={{ cash }} filters={[lists]}>
        <ExportButton
          path="/api/cash/counts"
          words={['點算紀錄', 'Counts of cash']}
          asked={{}}
          columns={() => import('guidon-sdk/columns/cash-counts')}
        />
      </FilterBar>
      <ListCard
        label={say('點算紀錄', 'Counts of cash')}
        page={page}
        empty={<Empty why="done">{say('還沒有人點算過', 'Nobody has counted yet')}</Empty>}
      >
        {(rows) => (
          <ListTable columns={columns} rows={rows}>
            {(row) => <Row key={row.id} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

const columns: Column[] = [{ words: ['同仁', 'Colleague'] }, { words: label.counted, isNumber: true }]

const Row = ({ row }: { row: CashCount }) => {
  const say = useSay()
  const { created_at, user, expected, counted, difference, is_opening, reason, currency } = row
  const [should, differs] = [price(expected, currency), price(difference, currency)]
  const compared =
    difference === 0
      ? say('相符', 'as expected')
      : say(`應有 ${should}，差額 ${differs}`, `expected ${should}, difference ${differs}`)
  return (
    <tr>
      <td>
        {nameOf(say, user)}
        <span className="sub">{[dayAndTime(created_at), reason].filter(Boolean).join('・')}</span>
      </td>
      <td className="number">
        <b>{price(counted, currency)}</b>
        <span className={`sub ${difference < 0 && !is_opening ? 'late' : ''}`}>
          {is_opening ? say('首次點算', 'first count') : compared}
        </span>
      </td>
    </tr>
  )
}
