import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listRefundsDue, type MoneyRefundsDue } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { cancelCauseWords, priceActWords, refundCauseWords, refundOrderStatusWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { recordsRefunds } from '../../kit/roles.ts'
import { bracketed, nameOf, plural, type Say, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { OrderRefund } from '../bookings/shared/refunds/acts.tsx'
import { BookingCells } from './booking-cells.tsx'
import css from './page.module.css'

/** After this many days a refund is marked as late. */
const LONG = 14

/** What is still owed to customers, the oldest first. */
export default function Refunds() {
  const say = useSay()
  const mayOrder = recordsRefunds(useMe())
  const { page: at } = useSearch({ from: '/signed-in/money' })
  const query = { per_page: usePageSize(), ...(at && { page: at }) }
  const { data: page } = useQuery({
    queryKey: ['money', 'refunds', query],
    queryFn: () => listRefundsDue(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={{}}>
        <ExportButton
          path="/api/money/refunds-due"
          words={['應退款項', 'Refunds due']}
          asked={{}}
          columns={() => import('guidon-sdk/columns/money-refunds-due')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say('應退款項', 'Refunds due')}
        page={page}
        empty={<Empty why="done">{say('沒有待退的款項', 'No refunds due')}</Empty>}
      >
        {(rows) => (
          <ListTable className={css.paymentsTable} columns={columns} rows={rows}>
            {(row) => <Row key={row.id} row={row} mayOrder={mayOrder} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

const columns: Column[] = [
  { words: ['發生日', 'Since'] },
  { words: label.booking },
  { words: label.trip },
  { words: ['原因與經手人', 'Cause, and by whom'] },
  { words: ['尚未退', 'Still owed'], isNumber: true },
  { words: ['處理', 'Act'], isNumber: true },
]

const Row = ({ row, mayOrder }: { row: MoneyRefundsDue; mayOrder: boolean }) => {
  const say = useSay()
  const { id, booking, amount, open_amount, created_at, days_open, creator, reason, orders } = row
  const left = orders.reduce((rest, order) => rest - order.amount, open_amount)
  return (
    <tr>
      <td>
        {shortDay(created_at)}
        <span className={days_open > LONG ? 'sub late' : 'sub'}>
          {say(`已 ${days_open} 天`, plural(days_open, 'day'))}
        </span>
      </td>
      <BookingCells booking={booking} />
      <td>
        {causeOf(say, row)}
        <span className="sub">
          {creator ? nameOf(say, creator) : say('客戶或系統', 'The customer or the service')}
          {reason && say(`：${reason}`, `: ${reason}`)}
        </span>
      </td>
      <td className="number">
        <b>{price(open_amount, booking.currency)}</b>
        {open_amount !== amount && (
          <span className="sub">
            {say(`原 ${price(amount, booking.currency)}`, `of ${price(amount, booking.currency)}`)}
          </span>
        )}
        {orders.map((order) => (
          <span key={order.id} className="sub">
            {say('退款單', 'Order')} {price(order.amount, booking.currency)}・
            {say(...refundOrderStatusWords[order.status])}
          </span>
        ))}
      </td>
      <td>{mayOrder && left > 0 && <OrderRefund obligation={{ id, left }} booking={booking} />}</td>
    </tr>
  )
}

/** `取消（旅行社因素）`, `調價（優惠）`, `溢繳` */
const causeOf = (say: Say, { cause, cancel_cause, price_act }: MoneyRefundsDue) => {
  const detail = (cancel_cause && cancelCauseWords[cancel_cause]) ?? (price_act && priceActWords[price_act])
  return say(...refundCauseWords[cause]) + (detail ? bracketed(say, say(...detail)) : '')
}
