import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listPayments, type MoneyPayment, sumPayments } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentKindWords, paymentMethodWords } from 'guidon-sdk/words'
import Wallet from '~icons/lucide/wallet'
import { guidon } from '../../kit/api.ts'
import { dayAndTime } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { methodIn } from '../bookings/shared/choices.ts'
import { BookingCells } from './booking-cells.tsx'
import css from './page.module.css'
import type { Filter } from './payment-filter.ts'

/** Every payment and refund; each leads to its booking, where it is recorded and voided. */
export const Payments = () => {
  const say = useSay()
  const { kind, method, received_from, received_to, sort, page: at } = useSearch({ from: '/signed-in/money' })
  const asked = {
    ...(kind && { kind }),
    ...(method && { method }),
    ...(received_from && { received_from }),
    ...(received_to && { received_to }),
  }
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['money', 'payments', query],
    queryFn: () => listPayments(guidon, query),
    placeholderData: keepPreviousData,
  })
  const filters = { search: asked, filters: paymentFilters }
  return (
    <>
      <FilterBar {...filters}>
        <ExportButton
          path="/api/money/payments"
          words={['收退款', 'Payments']}
          asked={{ ...asked, sort }}
          columns={() => import('guidon-sdk/columns/money-payments')}
          isLogged
        />
      </FilterBar>
      <Totals asked={asked} />
      <ListCard
        label={say('收退款清單', 'List of payments')}
        page={page}
        filters={filters}
        empty={<Empty icon={Wallet}>{say('還沒有收退款', 'No payments yet')}</Empty>}
      >
        {(rows) => (
          <ListTable className={css.paymentsTable} columns={columns} sort={sort} rows={rows}>
            {(row) => <Row key={`${row.id} ${row.is_correction}`} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

const paymentFilters: readonly Declared<Filter>[] = [
  { of: 'kind', words: ['收款或退款', 'Kind'], choices: paymentKindWords },
  { of: 'method', words: label.method, choices: paymentMethodWords },
  { from: 'received_from', to: 'received_to', words: ['收款日', 'Received'] },
]

/** What the list comes to on all its pages, in each currency. */
const Totals = ({ asked }: { asked: Filter }) => {
  const say = useSay()
  const { data = [] } = useQuery({
    queryKey: ['money', 'payments', 'totals', asked],
    queryFn: () => sumPayments(guidon, asked),
    placeholderData: keepPreviousData,
  })
  if (!data.length) return null
  return (
    <ul className={css.paymentTotals} aria-label={say('合計', 'Totals')}>
      {data.map(({ currency, received, paid_back, net }) => (
        <li key={currency}>
          <span>
            {say(...label.received)} {price(received, currency)}
          </span>
          <span>
            {say('退款', 'Refunded')} {price(-paid_back, currency)}
          </span>
          <b>
            {say(...label.net)} {price(net, currency)}
          </b>
        </li>
      ))}
    </ul>
  )
}

const columns: Column[] = [
  { words: label.received_at, by: 'received_at' },
  { words: label.booking },
  { words: label.trip },
  { words: label.method },
  { words: label.amount, isNumber: true },
]

const Row = ({
  row: {
    booking,
    kind,
    amount,
    method,
    received_at,
    reference,
    voided_at,
    void_reason,
    is_corrected,
    is_correction,
    charged_back_on,
    fee,
  },
}: {
  row: MoneyPayment
}) => {
  const say = useSay()
  const isRefund = kind === 'refund'
  return (
    <tr className={voided_at && !is_corrected ? css.void : ''}>
      <td>{dayAndTime(received_at)}</td>
      <BookingCells booking={booking} />
      <td>
        {methodIn(say, method)}
        {reference && <span className="sub">{reference}</span>}
      </td>
      <td className="number">
        <b className={css.amount}>{price(isRefund ? -amount : amount, booking.currency)}</b>
        {voided_at && !is_correction && (
          <span className="sub">
            {charged_back_on
              ? say(`爭議扣款：${void_reason}`, `Charged back: ${void_reason}`)
              : say(`已作廢：${void_reason}`, `Void: ${void_reason}`)}
          </span>
        )}
        {is_correction && <span className="sub">{say(`沖銷：${void_reason}`, `Correction: ${void_reason}`)}</span>}
        {fee !== null && fee > 0 && (
          <span className="sub">
            {say(`手續費 ${price(fee, booking.currency)}`, `fee ${price(fee, booking.currency)}`)}
          </span>
        )}
        {!voided_at && isRefund && <span className="sub">{say('退款', 'Refund')}</span>}
      </td>
    </tr>
  )
}
