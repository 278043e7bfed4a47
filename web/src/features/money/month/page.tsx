import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listMoneyMonths, type MoneyMonth } from 'guidon-sdk'
import { moneyMonthStatusWords, paymentProviderWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import Lock from '~icons/lucide/lock'
import { guidon } from '../../../kit/api.ts'
import { addDays, type Day, dayAndTime, monthName, monthOf, today } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { price } from '../../../kit/money.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { ByAccount } from '../by-account.tsx'
import { Line, Lines } from '../lines.tsx'
import { Balances } from './balances.tsx'
import css from './page.module.css'

const DecideSheet = lazy(() => import('./decide-sheet.tsx'))

/** The money of a month: what came in and went back, and how it stood at the end. Here the month is locked. */
export default function Month() {
  const say = useSay()
  const { month = today().slice(0, 7) } = useSearch({ from: '/signed-in/money' })
  const year = Number(month.slice(0, 4))
  const { data: months } = useQuery({
    queryKey: ['money', 'months', year],
    queryFn: () => listMoneyMonths(guidon, { year }),
    placeholderData: keepPreviousData,
  })
  if (!months) return <Loading />
  const one = months.find((each) => each.month === month)
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const on = last < today() ? last : today()
  return (
    <>
      <Months year={year} months={months} month={month} />
      {one && <State month={one} />}
      <ByAccount from={first} to={last} words={['收款與退款', 'Received and paid back']} />
      {one && one.settlements.length > 0 && <Settled month={one} from={first} to={last} />}
      <Balances on={on} title={say(`${monthName(month)}底`, `At the end of ${monthName(month)}`)} />
    </>
  )
}

/** What providers have paid out in the month, and the fee that they have kept of it. */
const Settled = ({ month, from, to }: { month: MoneyMonth; from: Day; to: Day }) => {
  const say = useSay()
  return (
    <Card title={say('金流撥款與手續費', 'Card payouts and fees')}>
      <Lines>
        {month.settlements.map(({ provider, currency, settlements, gross, fee, net }) => (
          <Line
            key={provider + currency}
            search={{ view: 'settlements', provider, settled_from: from, settled_to: to }}
            words={say(...paymentProviderWords[provider])}
            of={say(
              `${settlements} 筆撥款，款項 ${price(gross, currency)} − 手續費 ${price(fee, currency)}`,
              `${plural(settlements, 'payout')}, ${price(gross, currency)} less a fee of ${price(fee, currency)}`,
            )}
            amounts={[price(net, currency)]}
          />
        ))}
      </Lines>
    </Card>
  )
}

const lastDayOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return addDays(`${next}-01`, -1)
}

const Months = ({ year, months, month }: { year: number; months: MoneyMonth[]; month: string }) => {
  const say = useSay()
  const thisYear = Number(today().slice(0, 4))
  const at = (of: number) => ({ view: 'month', month: `${of}-12` }) as const
  return (
    <nav className={css.months} aria-label={say('月份', 'Month')}>
      <Link className="chip" to="/money" search={at(year - 1)}>
        {year - 1}
      </Link>
      <b>{year}</b>
      {months.map((each) => (
        <Link
          key={each.month}
          className="chip"
          to="/money"
          search={{ view: 'month', month: each.month }}
          aria-current={each.month === month ? 'page' : undefined}
        >
          {each.status === 'locked' && <Lock width={13} height={13} aria-hidden />}
          {monthOf(`${each.month}-01`)}
          {each.status === 'locked' && <span className="unseen"> {say(...moneyMonthStatusWords.locked)}</span>}
        </Link>
      ))}
      {year < thisYear && (
        <Link className="chip" to="/money" search={year + 1 < thisYear ? at(year + 1) : { view: 'month' }}>
          {year + 1}
        </Link>
      )}
      <ExportButton
        path="/api/money/months"
        words={['月結', 'Months']}
        asked={{ year }}
        columns={() => import('guidon-sdk/columns/money-months')}
      />
    </nav>
  )
}

/** Whether the month is locked, by whom and why, and the button that changes it. */
const State = ({ month }: { month: MoneyMonth }) => {
  const say = useSay()
  const { status, is_ended, decider, decided_at, reason, possible } = month
  return (
    <Card
      title={monthName(month.month)}
      aside={
        <span className={css.acts}>
          {possible.map((step) => (
            <OpenButton
              key={step}
              words={step === 'lock' ? ['鎖帳…', 'Lock…'] : ['解除鎖定…', 'Unlock…']}
              className={step === 'lock' ? 'button main' : 'button'}
            >
              {(close) => (
                <Suspense>
                  <DecideSheet month={month} step={step} close={close} />
                </Suspense>
              )}
            </OpenButton>
          ))}
        </span>
      }
    >
      <p className="within">
        <b>{say(...moneyMonthStatusWords[status])}</b>
        {!is_ended && <span className="soft"> {say('這個月還沒結束。', 'This month has not ended.')}</span>}
        {decided_at && (
          <span className="soft small">
            {' '}
            {[decider && nameOf(say, decider), dayAndTime(decided_at), reason].filter(Boolean).join('・')}
          </span>
        )}
      </p>
    </Card>
  )
}
