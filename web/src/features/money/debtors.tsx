import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listReceivablesByAge, type MoneyReceivable } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay, type Words } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import type { OwedBy } from './search.ts'
import css from './tables.module.css'

const ages = [
  ['not_due', label.not_due],
  ['late_30', label.late_30],
  ['late_60', label.late_60],
  ['late_90', label.late_90],
  ['later', label.later],
] as const

/** What each customer, trip or salesperson is behind with, by age, the highest amount first, each line opened to its bookings. */
export default function Debtors({ by, of }: { by: OwedBy; of: Words }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['money', 'debtors', by],
    queryFn: () => listReceivablesByAge(guidon, { by }),
    placeholderData: keepPreviousData,
  })
  if (!data) return <Loading />
  if (data.length === 0) return <Empty why="done">{say('客戶都付清了', 'Nothing is owed')}</Empty>
  return (
    <section className={`card ${css.frame}`} aria-label={say('應收帳款', 'Receivables')}>
      <table className={`table ${css.results}`}>
        <thead>
          <tr>
            <th scope="col">{say(...of)}</th>
            <th scope="col" className="number">
              {say('應收', 'Owed')}
            </th>
            {ages.map(([age, words]) => (
              <th key={age} scope="col" className="number">
                {say(...words)}
              </th>
            ))}
            <th scope="col" className="number">
              {say(...label.bookings)}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((line) => (
            <Debtor key={`${line.of?.id} ${line.of?.name} ${line.of?.more} ${line.currency}`} line={line} by={by} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Debtor = ({ line, by }: { line: MoneyReceivable; by: OwedBy }) => {
  const say = useSay()
  const { of, bookings, currency, amount } = line
  const name = of?.name ? nameOf(say, { name: of.name, name_en: of.name_en }) : say('沒有負責業務', 'Nobody')
  return (
    <tr>
      <th scope="row">
        <Link className="link" to="/bookings" search={{ owed: true, ...filterOf(line, by) }}>
          {name}
        </Link>
        {of?.more && <span className="sub">{of.more}</span>}
        {by === 'customer' && of?.id && (
          <Link
            className="link small"
            to="/money"
            search={{ view: 'receivables', owed_by: 'customer', customer: of.id }}
          >
            {say('對帳單', 'Statement')}
            <span className="unseen"> {name}</span>
          </Link>
        )}
      </th>
      <td className="number">
        <b>{price(amount, currency)}</b>
      </td>
      {ages.map(([age]) => (
        <td key={age} className={`number ${age === 'not_due' ? '' : 'late'}`}>
          {line[age] ? price(line[age], currency) : ''}
        </td>
      ))}
      <td className="number">{bookings}</td>
    </tr>
  )
}

/** The list of bookings behind a line. */
const filterOf = ({ of }: MoneyReceivable, by: OwedBy) => {
  if (by === 'customer') return { q: of?.more ?? of?.name ?? '' }
  if (!of?.id) return { is_unowned: true }
  return by === 'trip' ? { planned_trip_id: of.id } : { sales_user_id: of.id }
}
