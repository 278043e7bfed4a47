import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listPaymentsByAccount, type MoneyPaymentByAccount } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import Wallet from '~icons/lucide/wallet'
import { guidon } from '../../kit/api.ts'
import type { Day } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { methodIn } from '../bookings/shared/choices.ts'
import css from './page.module.css'

/** What came in and went back in a span, by method and account; each line leads to its payments. */
export const ByAccount = ({ from, to, words }: { from: Day; to: Day; words: Words }) => {
  const say = useSay()
  const query = { from, to }
  const { data } = useQuery({
    queryKey: ['money', 'accounts', query],
    queryFn: () => listPaymentsByAccount(guidon, query),
    placeholderData: keepPreviousData,
  })
  const currencies = [...new Set(data?.map(({ currency }) => currency))]
  return (
    <Card
      title={say(...words)}
      aside={
        <span className={css.aside}>
          <ExportButton
            path="/api/money/payments/by-account"
            words={words}
            asked={query}
            columns={() => import('guidon-sdk/columns/money-payments-by-account')}
          />
        </span>
      }
    >
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={Wallet}>{say('這段時間沒有收退款', 'No payments in this period')}</Empty>}
      {data && data.length > 0 && (
        <table className={`table ${css.daysTable} ${css.inAndOut}`}>
          <thead>
            <tr>
              <th scope="col">{say('方式與帳戶', 'Method and account')}</th>
              <th scope="col" className="number">
                {say('收款與退款', 'Received, refunded')}
              </th>
              <th scope="col" className="number">
                {say(...label.net)}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <Row key={`${row.method} ${row.receiving_account?.id} ${row.currency}`} row={row} of={query} />
            ))}
          </tbody>
          <tfoot>
            {currencies.map((currency) => (
              <Sum key={currency} rows={data.filter((row) => row.currency === currency)} currency={currency} />
            ))}
          </tfoot>
        </table>
      )}
    </Card>
  )
}

const Row = ({ row, of: { from, to } }: { row: MoneyPaymentByAccount; of: { from: Day; to: Day } }) => {
  const say = useSay()
  const { method, receiving_account: account, currency, payments, received, paid_back, net } = row
  return (
    <tr>
      <td>
        <Link className="link" to="/money" search={{ method, received_from: from, received_to: to }}>
          {methodIn(say, method)}
        </Link>
        <span className="soft small"> × {payments}</span>
        {account && <span className="sub">{account.name}</span>}
      </td>
      <InAndOut received={received} paid_back={paid_back} currency={currency} />
      <td className="number">
        <b>{price(net, currency)}</b>
      </td>
    </tr>
  )
}

const Sum = ({ rows, currency }: { rows: MoneyPaymentByAccount[]; currency: string }) => {
  const say = useSay()
  const sum = (of: 'received' | 'paid_back' | 'net') => rows.reduce((all, row) => all + row[of], 0)
  return (
    <tr>
      <th scope="row">{say('合計', 'Total')}</th>
      <InAndOut received={sum('received')} paid_back={sum('paid_back')} currency={currency} />
      <td className="number">
        <b>{price(sum('net'), currency)}</b>
      </td>
    </tr>
  )
}

const InAndOut = ({ received, paid_back, currency }: { received: number; paid_back: number; currency: string }) => {
  const say = useSay()
  const back = price(paid_back, currency)
  return (
    <td className="number">
      {price(received, currency)}
      {paid_back !== 0 && <span className="sub">{say(`退款 ${back}`, `refunded ${back}`)}</span>}
    </td>
  )
}
