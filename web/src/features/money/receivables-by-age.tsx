import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listReceivablesByAge, type MoneyReceivable } from 'guidon-sdk'
import { receivableAgeWords } from 'guidon-sdk/words/receivable-age'
import { guidon } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'

/** What customers owe, by how long it has been due; a card for each currency. */
export default function Receivables() {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['money', 'receivables'],
    queryFn: () => listReceivablesByAge(guidon),
  })
  const currencies = [...new Set(data?.map(({ currency }) => currency))]
  return (
    <>
      {!data && <Loading />}
      {data?.length === 0 && <Empty>{say('客戶都付清了', 'Nobody owes anything')}</Empty>}
      {currencies.map((currency) => (
        <Ages key={currency} currency={currency} rows={data?.filter((row) => row.currency === currency) ?? []} />
      ))}
      {data && data.length > 0 && (
        <p className="small">
          <Link className="link" to="/bookings" search={{ overdue: true, sort: 'payment_due_on' }}>
            {say('查看逾期未付的訂單', 'The overdue bookings')}
          </Link>
        </p>
      )}
    </>
  )
}

const Ages = ({ currency, rows }: { currency: string; rows: MoneyReceivable[] }) => {
  const say = useSay()
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card title={say(`應收 ${price(total, currency)}`, `Owed ${price(total, currency)}`)}>
      <ul className="ages">
        {rows.map(({ age, bookings, amount }) => (
          <li key={age} className={age === 'not_due' ? '' : 'overdue'}>
            <span>{say(...receivableAgeWords[age])}</span>
            <span className="small soft">{say(`${bookings} 筆`, plural(bookings, 'booking'))}</span>
            <b className="number">{price(amount, currency)}</b>
            <span className="share" aria-hidden="true">
              <i style={{ width: `${(amount / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
