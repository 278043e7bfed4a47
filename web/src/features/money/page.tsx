import { Link, useSearch } from '@tanstack/react-router'
import type { Me } from 'guidon-sdk'
import { Suspense } from 'react'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { approvesRefunds, recordsPayments, recordsRefunds } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Loading } from '../../ui/empty.tsx'
import { Payments } from './payments.tsx'
import type { MoneyView } from './search.ts'

const Bank = lazy(() => import('./bank/page.tsx'))
const Reported = lazy(() => import('./reported.tsx'))
const ByDay = lazy(() => import('./by-day.tsx'))
const Reminders = lazy(() => import('./reminders/page.tsx'))
const Cash = lazy(() => import('./cash/page.tsx'))
const Cheques = lazy(() => import('./cheques/page.tsx'))
const Refunds = lazy(() => import('./refunds.tsx'))
const RefundOrders = lazy(() => import('./refund-orders.tsx'))
const Receivables = lazy(() => import('./receivables-by-age.tsx'))
const Results = lazy(() => import('./results.tsx'))
const Today = lazy(() => import('./today/page.tsx'))
const Month = lazy(() => import('./month/page.tsx'))
const Tables = lazy(() => import('./tables.tsx'))

const tabs: { view?: MoneyView; words: Words; isFor?: (me: Me) => boolean }[] = [
  { view: 'today', words: ['今日', 'Today'], isFor: approvesRefunds },
  { view: 'month', words: ['月結', 'Month'], isFor: approvesRefunds },
  { words: ['收退款', 'Payments'] },
  { view: 'bank', words: ['銀行入帳', 'Bank'], isFor: recordsRefunds },
  { view: 'reported', words: ['客戶回報', 'Reported'] },
  { view: 'days', words: ['每日對帳', 'Daily totals'] },
  { view: 'cash', words: ['現金', 'Cash'] },
  { view: 'cheques', words: ['支票', 'Cheques'], isFor: (me) => recordsPayments(me) || approvesRefunds(me) },
  { view: 'refunds', words: ['應退款項', 'Refunds due'] },
  { view: 'orders', words: ['退款單', 'Refund orders'], isFor: approvesRefunds },
  { view: 'receivables', words: ['應收帳款', 'Receivables'] },
  { view: 'reminders', words: ['付款提醒', 'Reminders'], isFor: recordsRefunds },
  { view: 'results', words: ['出團損益', 'Trip results'] },
  { view: 'tables', words: ['損益表', 'Results as tables'] },
]

/** The money of all bookings and trips: payments, receivables, refunds due, and results. */
export default function Money() {
  const say = useSay()
  const me = useMe()
  const { view } = useSearch({ from: '/signed-in/money' })
  const shown = tabs.filter(({ isFor }) => !isFor || isFor(me))
  return (
    <div className="page money-page">
      <header>
        <h1>{say('財務', 'Finance')}</h1>
      </header>
      <nav className="tabs" aria-label={say('財務', 'Finance')}>
        {shown.map((tab) => (
          <Link key={tab.words[1]} to="/money" search={{ view: tab.view }} activeOptions={{ explicitUndefined: true }}>
            {say(...tab.words)}
          </Link>
        ))}
      </nav>
      {!view && <Payments />}
      <Suspense fallback={<Loading />}>
        {view === 'today' && approvesRefunds(me) && <Today />}
        {view === 'month' && approvesRefunds(me) && <Month />}
        {view === 'bank' && recordsRefunds(me) && <Bank />}
        {view === 'reported' && <Reported />}
        {view === 'days' && <ByDay />}
        {view === 'cash' && <Cash />}
        {view === 'cheques' && <Cheques />}
        {view === 'refunds' && <Refunds />}
        {view === 'orders' && approvesRefunds(me) && <RefundOrders />}
        {view === 'receivables' && <Receivables />}
        {view === 'reminders' && recordsRefunds(me) && <Reminders />}
        {view === 'results' && <Results />}
        {view === 'tables' && <Tables />}
      </Suspense>
    </div>
  )
}
