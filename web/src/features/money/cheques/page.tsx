import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Cheque, listCheques } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { chequeStatusWords, groupWords } from 'guidon-sdk/words'
import { guidon } from '../../../kit/api.ts'
import { shortDay, today } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { usePageSize } from '../../../kit/page-size.ts'
import { recordsPayments } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { FilterBar } from '../../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../../ui/lists/filters.ts'
import { ListCard } from '../../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import type { MoneyFilter } from '../search.ts'
import { ChequeActs } from './acts.tsx'

const ReceiveSheet = lazy(() => import('../../bookings/shared/cheques/receive-sheet.tsx'))

/** Cheques from the customer to the bank, the next ones that are due first. */
export default function Cheques() {
  const say = useSay()
  const mayTake = recordsPayments(useMe())
  const { group, page: at, sort } = useSearch({ from: '/signed-in/money' })
  const asked = group ? { group } : {}
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['cheques', query],
    queryFn: () => listCheques(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={asked} filters={filters}>
        {mayTake && (
          <OpenButton words={['收支票…', 'Take a cheque…']} className="button main">
            {(close) => <ReceiveSheet close={close} />}
          </OpenButton>
        )}
        <ExportButton
          path="/api/cheques"
          words={['支票', 'Cheques']}
          asked={asked}
          columns={() => import('guidon-sdk/columns/cheques')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say('支票', 'Cheques')}
        page={page}
        filters={{ search: asked, filters }}
        empty={<Empty why="done">{say('沒有支票', 'No cheques')}</Empty>}
      >
        {(rows) => (
          <ListTable columns={columns} sort={sort} rows={rows}>
            {(row) => <Row key={row.id} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

const filters: readonly Declared<Pick<MoneyFilter, 'group'>>[] = [
  { of: 'group', words: label.status, choices: groupWords },
]

const columns: Column[] = [
  { words: ['到期日與支票', 'Due on, and the cheque'], by: 'due_on' },
  { words: label.amount, isNumber: true },
  { words: ['處理', 'Acts'], isNumber: true },
]

const Row = ({ row }: { row: Cheque }) => {
  const say = useSay()
  const { due_on, number, drawer_bank, drawer, status, reason, note, amount, currency, parts, receiver } = row
  const { receiving_account, deposited_on, cleared_on } = row
  const isOpen = status === 'received' || status === 'deposited'
  const told = [
    deposited_on && say(`${shortDay(deposited_on)}託收`, `paid in on ${shortDay(deposited_on)}`),
    receiving_account,
    cleared_on && say(`${shortDay(cleared_on)}兌現`, `cleared on ${shortDay(cleared_on)}`),
    reason,
  ]
  return (
    <tr>
      <td>
        <b className={isOpen && due_on <= today() ? 'late' : ''}>{shortDay(due_on)}</b> {drawer_bank} {number}
        <span className="sub">{[drawer, nameOf(say, receiver), note].filter(Boolean).join('・')}</span>
        {parts.map((part) => (
          <span key={part.booking_id} className="sub">
            <Link to="/bookings/$id" params={{ id: String(part.booking_id) }}>
              {part.booking_number}
            </Link>{' '}
            {part.contact_name} {parts.length > 1 && price(part.amount, currency)}
          </span>
        ))}
      </td>
      <td className="number">
        <b>{price(amount, currency)}</b>
        <span className="sub">{[say(...chequeStatusWords[status]), ...told].filter(Boolean).join('・')}</span>
      </td>
      <td className="number">
        <ChequeActs cheque={row} />
      </td>
    </tr>
  )
}
