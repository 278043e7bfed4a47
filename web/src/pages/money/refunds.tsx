import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listRefundsDue, type MoneyRefundsDue } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayOf, dayWithWeekday } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { causeWords } from '../../parts/cause-words.ts'
import { Empty, Loading } from '../../parts/empty.tsx'
import { Pages } from '../../parts/pages.tsx'

/** After this many days a refund has waited too long. */
const LONG = 14

/** What is still owed to customers, the oldest first. */
export default function Refunds() {
  const say = useSay()
  const { page: at } = useSearch({ from: '/signed-in/money' })
  const query = { per_page: 30, ...(at && { page: at }) }
  const { data: page, error } = useQuery({
    queryKey: ['money', 'refunds', query],
    queryFn: () => listRefundsDue(guidon, query),
    placeholderData: keepPreviousData,
  })
  if (error) throw error
  return (
    <section className="card" aria-label={say('應退款項', 'Refunds due')}>
      {!page && <Loading />}
      {page?.data.length === 0 && <Empty>{say('沒有待退的款項', 'Nothing is owed back')}</Empty>}
      {page && page.data.length > 0 && <Table rows={page.data} />}
      {page && page.meta.last_page > 1 && <Pages meta={page.meta} />}
    </section>
  )
}

const Table = ({ rows }: { rows: MoneyRefundsDue[] }) => {
  const say = useSay()
  return (
    <table className="table as-cards payments-table">
      <thead>
        <tr>
          <th scope="col">{say('發生日', 'Since')}</th>
          <th scope="col">{say('訂單', 'Booking')}</th>
          <th scope="col">{say('團', 'Trip')}</th>
          <th scope="col">{say('原因', 'Cause')}</th>
          <th scope="col" className="number">
            {say('尚未退', 'Still owed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ row: { booking, amount, open_amount, cause, created_at, days_open } }: { row: MoneyRefundsDue }) => {
  const say = useSay()
  return (
    <tr>
      <td>
        {dayWithWeekday(dayOf(created_at))}
        <span className={days_open > LONG ? 'sub late' : 'sub'}>
          {say(`已 ${days_open} 天`, days_open === 1 ? '1 day' : `${days_open} days`)}
        </span>
      </td>
      <td>
        <Link className="row-link" to="/bookings/$id" params={{ id: String(booking.id) }}>
          {booking.contact_name}
        </Link>
        <span className="sub">{booking.booking_number}</span>
      </td>
      <td>
        {booking.trip.serial}
        <span className="sub">{booking.trip.name}</span>
      </td>
      <td>{say(...causeWords[cause])}</td>
      <td className="number">
        <b>{price(open_amount, booking.currency)}</b>
        {open_amount !== amount && (
          <span className="sub">
            {say(`原 ${price(amount, booking.currency)}`, `of ${price(amount, booking.currency)}`)}
          </span>
        )}
      </td>
    </tr>
  )
}
