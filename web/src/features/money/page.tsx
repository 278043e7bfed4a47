import { Link, useSearch } from '@tanstack/react-router'
import type { Me } from 'guidon-sdk'
import { type ComponentType, Suspense } from 'react'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { approvesRefunds, recordsPayments, recordsRefunds } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Loading } from '../../ui/empty.tsx'
import styles from './page.module.css'
import { Payments } from './payments.tsx'
import type { MoneyView } from './search.ts'

const Bank = lazy(() => import('./bank/page.tsx'))
const Notices = lazy(() => import('./notices.tsx'))
const Settlements = lazy(() => import('./settlements/page.tsx'))
const Reported = lazy(() => import('./reported.tsx'))
const ByDay = lazy(() => import('./by-day.tsx'))
const Reminders = lazy(() => import('./reminders/page.tsx'))
const Cash = lazy(() => import('./cash/page.tsx'))
const Cheques = lazy(() => import('./cheques/page.tsx'))
const Books = lazy(() => import('./receipts/books.tsx'))
const Receipts = lazy(() => import('./receipts/page.tsx'))
const Refunds = lazy(() => import('./refunds.tsx'))
const RefundOrders = lazy(() => import('./refund-orders.tsx'))
const Receivables = lazy(() => import('./receivables-by-age.tsx'))
const Results = lazy(() => import('./results.tsx'))
const Today = lazy(() => import('./today/page.tsx'))
const Month = lazy(() => import('./month/page.tsx'))
const Tables = lazy(() => import('./tables.tsx'))

type View = { view?: MoneyView; words: Words; page: ComponentType; isFor?: (me: Me) => boolean }

const recordsOrApproves = (me: Me) => recordsPayments(me) || approvesRefunds(me)

/** The pages of finance, by what they are about. */
const groups: { words: Words; views: View[] }[] = [
  {
    words: ['總覽', 'Overview'],
    views: [
      { view: 'today', words: ['今日', 'Today'], page: Today, isFor: approvesRefunds },
      { view: 'month', words: ['月結', 'Month'], page: Month, isFor: approvesRefunds },
    ],
  },
  {
    words: ['收款', 'Money in'],
    views: [
      { words: ['收退款', 'Payments'], page: Payments },
      { view: 'bank', words: ['銀行入帳', 'Bank'], page: Bank, isFor: recordsRefunds },
      { view: 'notices', words: ['金流通知', 'Card notices'], page: Notices, isFor: recordsRefunds },
      { view: 'settlements', words: ['金流撥款', 'Card payouts'], page: Settlements, isFor: recordsRefunds },
      { view: 'reported', words: ['客戶回報', 'Reported'], page: Reported },
      { view: 'days', words: ['每日對帳', 'Daily totals'], page: ByDay },
      { view: 'receivables', words: ['應收帳款', 'Receivables'], page: Receivables },
      { view: 'receipts', words: ['代收轉付收據', 'Legal receipts'], page: Receipts, isFor: recordsOrApproves },
      { view: 'books', words: ['收據本', 'Receipt books'], page: Books, isFor: recordsOrApproves },
      { view: 'reminders', words: ['付款提醒', 'Reminders'], page: Reminders, isFor: recordsRefunds },
    ],
  },
  {
    words: ['現金與支票', 'Cash and cheques'],
    views: [
      { view: 'cash', words: ['現金', 'Cash'], page: Cash },
      { view: 'cheques', words: ['支票', 'Cheques'], page: Cheques, isFor: recordsOrApproves },
    ],
  },
  {
    words: ['退款', 'Refunds'],
    views: [
      { view: 'refunds', words: ['應退款項', 'Refunds due'], page: Refunds },
      { view: 'orders', words: ['退款單', 'Refund orders'], page: RefundOrders, isFor: approvesRefunds },
    ],
  },
  {
    words: ['損益', 'Results'],
    views: [
      { view: 'results', words: ['出團損益', 'Trip results'], page: Results },
      { view: 'tables', words: ['損益表', 'Results as tables'], page: Tables },
    ],
  },
]

/** The money of all bookings and trips, in groups: each opens at its first page, and those of the open group are listed below. */
export default function Money() {
  const say = useSay()
  const me = useMe()
  const { view } = useSearch({ from: '/signed-in/money' })
  const shown = groups
    .map(({ words, views }) => ({ words, views: views.filter(({ isFor }) => !isFor || isFor(me)) }))
    .filter(({ views }) => views.length > 0)
  const open = shown.find(({ views }) => views.some((each) => each.view === view))
  const Page = open?.views.find((each) => each.view === view)?.page
  return (
    <div className="page money-page">
      <header>
        <h1>{say('財務', 'Finance')}</h1>
      </header>
      <div className={styles.navigation}>
        <nav className="tabs" aria-label={say('財務', 'Finance')}>
          {shown.map(({ words, views: [first] }) => (
            <Link
              key={words[1]}
              to="/money"
              search={{ view: first?.view }}
              activeOptions={{ explicitUndefined: true }}
              aria-current={open?.words === words ? 'true' : undefined}
            >
              {say(...words)}
            </Link>
          ))}
        </nav>
        {open && (
          <nav className={styles.views} aria-label={say(...open.words)}>
            {open.views.map(({ view, words }) => (
              <Link key={words[1]} to="/money" search={{ view }} activeOptions={{ explicitUndefined: true }}>
                {say(...words)}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <Suspense fallback={<Loading />}>{Page && <Page />}</Suspense>
    </div>
  )
}
