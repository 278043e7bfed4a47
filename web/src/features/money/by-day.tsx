import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listPaymentsByDay, type MoneyPaymentByDay } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Fragment } from 'react'
import Wallet from '~icons/lucide/wallet'
import { guidon } from '../../kit/api.ts'
import { addDays, shortDay, today } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { methodIn } from '../bookings/shared/choices.ts'
import css from './page.module.css'

const DAYS = 30

/** Payments and refunds of each day, by method, to compare with the bank statement. */
export default function ByDay() {
  const say = useSay()
  const { received_from, received_to } = useSearch({ from: '/signed-in/money' })
  const query = { from: received_from ?? addDays(today(), 1 - DAYS), to: received_to ?? today() }
  const { data } = useQuery({
    queryKey: ['money', 'days', query],
    queryFn: () => listPaymentsByDay(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar
        search={{ received_from, received_to }}
        filters={[
          { from: 'received_from', to: 'received_to', words: ['收款日', 'Received'], usual: [query.from, query.to] },
        ]}
      >
        <ExportButton
          path="/api/money/payments/by-day"
          words={['每日對帳', 'Daily totals']}
          asked={query}
          columns={() => import('guidon-sdk/columns/money-payments-by-day')}
        />
      </FilterBar>
      <section className="card" aria-label={say('每日對帳', 'Daily totals')}>
        {!data && <Loading />}
        {data?.length === 0 && <Empty icon={Wallet}>{say('這段時間沒有收退款', 'No payments in this period')}</Empty>}
        {data && data.length > 0 && <Table rows={data.toReversed()} />}
      </section>
    </>
  )
}

const Table = ({ rows }: { rows: MoneyPaymentByDay[] }) => {
  const say = useSay()
  const days = [...new Set(rows.map(({ day }) => day))]
  return (
    <table className={`table ${css.daysTable}`}>
      <thead>
        <tr>
          <th scope="col">{say('方式', 'Method')}</th>
          <th scope="col" className="number">
            {say(...label.received)}
          </th>
          <th scope="col" className="number">
            {say('退款', 'Refunded')}
          </th>
          <th scope="col" className="number">
            {say(...label.net)}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <Fragment key={day}>
            <tr className="day">
              <th scope="rowgroup" colSpan={4}>
                <Link className="link" to="/money" search={{ received_from: day, received_to: day }}>
                  {shortDay(day)}
                </Link>
              </th>
            </tr>
            {rows
              .filter((row) => row.day === day)
              .map((row) => (
                <Row key={row.method + row.currency} row={row} />
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ row: { method, currency, payments, received, paid_back, net } }: { row: MoneyPaymentByDay }) => {
  const say = useSay()
  return (
    <tr>
      <td>
        {methodIn(say, method)}
        <span className="soft small"> × {payments}</span>
      </td>
      <td className="number">{received > 0 && price(received, currency)}</td>
      <td className="number">{paid_back > 0 && price(paid_back, currency)}</td>
      <td className="number">
        <b>{price(net, currency)}</b>
      </td>
    </tr>
  )
}
