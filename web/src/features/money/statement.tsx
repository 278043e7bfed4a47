import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { getCustomerStatement, type MoneyStatement } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { statementLineWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { monthName, shortDay, today } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { locale, nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './page.module.css'
import own from './statement.module.css'
import wide from './tables.module.css'

type Account = MoneyStatement['accounts'][number]

/** The statement of a customer for a month: what was owed at its start, what changed it, and what is owed at its end. */
export default function Statement({ customer }: { customer: number }) {
  const say = useSay()
  const { month = today().slice(0, 7) } = useSearch({ from: '/signed-in/money' })
  const query = { customer, month }
  const { data, error } = useQuery({
    queryKey: ['money', 'statement', query],
    queryFn: () => getCustomerStatement(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Choice customer={customer} month={month} />
      {error && <Empty why="done">{error.message}</Empty>}
      {!data && !error && <Loading />}
      {data?.accounts.length === 0 && (
        <Empty why="done">
          {say('這個月沒有應收，也沒有收退款', 'Nothing was owed, paid or paid back in this month')}
        </Empty>
      )}
      {data?.accounts.map((account) => (
        <AccountCard key={account.currency} account={account} title={titleOf(data)} />
      ))}
    </>
  )
}

const titleOf = ({ customer: { name, phone } }: MoneyStatement) => [name, phone].filter(Boolean).join('・')

/** The way back, the month, and the statement as a file. */
const Choice = ({ customer, month }: { customer: number; month: string }) => {
  const say = useSay()
  const navigate = useNavigate()
  const href = (format: string, language: string) =>
    `/api/money/statements?customer=${customer}&month=${month}&format=${format}&locale=${language}`
  const files = [
    ['PDF 中文', href('pdf', 'zh-TW')],
    ['PDF English', href('pdf', 'en')],
    ['XLSX', href('xlsx', locale.now())],
  ] as const
  return (
    <nav className={own.choice} aria-label={say('對帳單', 'Statement')}>
      <Link
        className="link"
        to="/money"
        search={{ view: 'receivables', owed_by: 'customer' }}
        activeOptions={{ exact: true, explicitUndefined: true }}
      >
        {say('所有欠款客戶', 'All customers who owe')}
      </Link>
      <select
        className="input"
        aria-label={say(...label.month)}
        value={month}
        onChange={({ target }) =>
          navigate({
            to: '/money',
            search: { view: 'receivables', owed_by: 'customer', customer, month: target.value },
          })
        }
      >
        {[...new Set([month, ...lastMonths()])].map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </select>
      {files.map(([name, address]) => (
        <a key={name} className="chip" href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </nav>
  )
}

/** This month and the 23 before it. */
const lastMonths = () => {
  const [year = 0, month = 0] = today().split('-').map(Number)
  return Array.from({ length: 24 }, (_, before) =>
    new Date(Date.UTC(year, month - 1 - before)).toISOString().slice(0, 7),
  )
}

const AccountCard = ({ account: { currency, begin, lines, end }, title }: { account: Account; title: string }) => {
  const say = useSay()
  return (
    <Card title={title} count={lines.length}>
      <div className={wide.frame}>
        <table className={`table ${css.daysTable}`}>
          <thead>
            <tr>
              <th scope="col">{say(...label.day)}</th>
              <th scope="col">{say('摘要', 'What')}</th>
              <th scope="col" className="number">
                {say(...label.amount)}
              </th>
              <th scope="col" className="number">
                {say('餘額', 'Balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            <Sum of="begin" amount={price(begin, currency)} />
            {lines.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: Lines have no ids, and never change their order.
              <tr key={n}>
                <td>{shortDay(line.day)}</td>
                <td>
                  {say(...statementLineWords[line.what])}
                  <span className="sub">
                    <Link className="link" to="/bookings/$id" params={{ id: String(line.booking.id) }}>
                      {line.booking.booking_number}
                    </Link>
                    ・{nameOf(say, line.trip)}
                  </span>
                </td>
                <td className="number">{price(line.amount, currency)}</td>
                <td className="number">{price(line.balance, currency)}</td>
              </tr>
            ))}
            <Sum of="end" amount={price(end, currency)} />
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const Sum = ({ of, amount }: { of: 'begin' | 'end'; amount: string }) => {
  const say = useSay()
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {say(...statementLineWords[of])}
      </th>
      <td className="number">
        <b>{amount}</b>
      </td>
    </tr>
  )
}
