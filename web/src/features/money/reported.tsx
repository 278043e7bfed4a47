import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listPaymentReports, type TripRegistrationPaymentReport } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentReportStatusWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { BookingCells } from './booking-cells.tsx'
import css from './page.module.css'
import type { MoneyFilter } from './search.ts'

/** What customers say that they have paid; each leads to its booking, where it is recorded or refused. */
export default function Reported() {
  const say = useSay()
  const { q, status, paid_from, paid_to, sort, page: at } = useSearch({ from: '/signed-in/money' })
  const asked = {
    ...(q && { q }),
    ...(status && { status }),
    ...(paid_from && { paid_from }),
    ...(paid_to && { paid_to }),
  }
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['payment-reports', query],
    queryFn: () => listPaymentReports(guidon, query),
    placeholderData: keepPreviousData,
  })
  const filters = {
    search: asked,
    find: ['找訂單或聯絡人', 'Find a booking or a contact'] as const,
    filters: reportFilters,
  }
  return (
    <>
      <FilterBar {...filters}>
        <ExportButton
          path="/api/payment-reports"
          words={['客戶回報的付款', 'Payments reported by customers']}
          asked={{ ...asked, sort }}
          columns={() => import('guidon-sdk/columns/payment-reports')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say('客戶回報的付款', 'Payments reported by customers')}
        page={page}
        filters={filters}
        empty={<Empty why="done">{say('沒有客戶回報的付款', 'No customer has reported a payment')}</Empty>}
      >
        {(rows) => (
          <ListTable className={css.paymentsTable} columns={columns} sort={sort} rows={rows}>
            {(row) => <Row key={row.id} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

type Filter = Pick<MoneyFilter, 'q' | 'status' | 'paid_from' | 'paid_to'>
const reportFilters: readonly Declared<Filter>[] = [
  { of: 'status', words: label.status, choices: paymentReportStatusWords },
  { from: 'paid_from', to: 'paid_to', words: label.paid_on },
]

const columns: Column[] = [
  { words: label.paid_on, by: 'paid_on' },
  { words: label.booking },
  { words: label.trip },
  { words: label.status },
  { words: label.amount, isNumber: true },
]

const Row = ({ row }: { row: TripRegistrationPaymentReport }) => {
  const say = useSay()
  const { booking, paid_on, last_five, status, answer_by, checker, checked_at, refuse_reason, amount, currency } = row
  const told =
    status === 'waiting'
      ? say(`最晚 ${shortDay(answer_by)}回覆`, `by ${shortDay(answer_by)}`)
      : [checker && nameOf(say, checker), checked_at && shortDay(checked_at), refuse_reason].filter(Boolean).join('・')
  return (
    <tr>
      <td>
        {shortDay(paid_on)}
        {last_five && <span className="sub">{say(`末五碼 ${last_five}`, `account …${last_five}`)}</span>}
      </td>
      <BookingCells booking={booking} />
      <td>
        {say(...paymentReportStatusWords[status])}
        <span className="sub">{told}</span>
      </td>
      <td className="number">
        <b>{price(amount, currency)}</b>
      </td>
    </tr>
  )
}
