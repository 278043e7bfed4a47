import { useQuery } from '@tanstack/react-query'
import { listWaitingMoney, type MoneyToday } from 'guidon-sdk'
import { waitingMoneyWords } from 'guidon-sdk/words'
import { guidon } from '../../../kit/api.ts'
import { today } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { plural, useSay, type Words } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { ByAccount } from '../by-account.tsx'
import { Line, Lines } from '../lines.tsx'
import css from '../page.module.css'
import type { MoneyFilter } from '../search.ts'

/** What finance looks at each morning: what came in, and what waits. Each number leads to the page that lists it. */
export default function Today() {
  const day = today()
  return (
    <>
      <Waiting />
      <ByAccount from={day} to={day} words={['今天收到', 'Came in today']} />
    </>
  )
}

const waits: Words = ['今天等著處理', 'What waits today']

const Waiting = () => {
  const say = useSay()
  const { data } = useQuery({ queryKey: ['money', 'waiting'], queryFn: () => listWaitingMoney(guidon) })
  return (
    <Card
      title={say(...waits)}
      aside={
        <span className={css.aside}>
          <ExportButton
            path="/api/money/today"
            words={waits}
            asked={{}}
            columns={() => import('guidon-sdk/columns/money-today')}
          />
        </span>
      }
    >
      {!data && <Loading />}
      {data?.length === 0 && <Empty why="done">{say('沒有等著處理的款項', 'No money waits')}</Empty>}
      <Lines>
        {data?.map(({ what, currency, records, amount }) => (
          <Line
            key={what + currency}
            search={pages[what]}
            words={say(...waitingMoneyWords[what])}
            of={say(`${records} 筆`, plural(records, 'record'))}
            amounts={[price(amount, currency)]}
            isLate={what === 'overdue' || what === 'bank_unknown' || what === 'notices_to_see'}
          />
        ))}
      </Lines>
    </Card>
  )
}

/** Where each of them is listed. */
const pages: Record<MoneyToday['what'], MoneyFilter> = {
  due_today: { view: 'receivables' },
  overdue: { view: 'receivables' },
  bank_unknown: { view: 'bank' },
  bank_suggested: { view: 'bank' },
  bank_sure: { view: 'bank' },
  notices_to_see: { view: 'notices', to_see: true },
  refunds_to_approve: { view: 'orders', group: 'open' },
  refunds_to_pay: { view: 'orders', group: 'open' },
  refunds_due: { view: 'refunds' },
  cash_not_counted: { view: 'cash' },
}
