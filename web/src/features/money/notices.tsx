import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listPaymentNotices, type PaymentNotice, settlePaymentNotice } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentNoticeOutcomeWords, paymentProviderWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { dayAndTime } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { nameOf, type Say, useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import type { MoneyFilter } from './search.ts'

const words: Words = ['金流通知', 'Notices of providers']

/** What providers have told of payments. A signed notice that made no payment waits until somebody has said what became of it. */
export default function Notices() {
  const say = useSay()
  const { to_see, outcome, provider, page: at, sort } = useSearch({ from: '/signed-in/money' })
  const asked = { ...(to_see && { to_see }), ...(outcome && { outcome }), ...(provider && { provider }) }
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['payment-notices', query],
    queryFn: () => listPaymentNotices(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={asked} filters={filters}>
        <ExportButton
          path="/api/payment-notices"
          words={words}
          asked={asked}
          columns={() => import('guidon-sdk/columns/payment-notices')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say(...words)}
        page={page}
        filters={{ search: asked, filters }}
        empty={<Empty why="done">{say('沒有金流通知', 'No notices')}</Empty>}
      >
        {(rows) => (
          <ListTable columns={columns} sort={sort} rows={rows}>
            {(row) => <Row key={row.id} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

type Filter = Pick<MoneyFilter, 'to_see' | 'outcome' | 'provider'>
const filters: readonly Declared<Filter>[] = [
  { of: 'to_see', words: ['處理', 'Acts'], choices: { true: label.to_see } },
  { of: 'outcome', words: label.outcome, choices: paymentNoticeOutcomeWords },
  { of: 'provider', words: label.provider, choices: paymentProviderWords },
]

const columns: Column[] = [
  { words: label.created_at, by: 'created_at' },
  { words: label.booking },
  { words: label.told_amount, isNumber: true },
  { words: ['處理', 'Acts'], isNumber: true },
]

const Row = ({ row }: { row: PaymentNotice }) => {
  const say = useSay()
  const { provider, outcome, is_genuine, told_trade_no, told_amount, told_message, trade, is_late, to_see } = row
  const { created_at, seer, seen_at, remark } = row
  return (
    <tr>
      <td>
        {dayAndTime(created_at)}
        <span className="sub">{say(...paymentProviderWords[provider])}</span>
        <span className={to_see ? 'sub late' : 'sub'}>
          {[say(...paymentNoticeOutcomeWords[outcome]), is_late && say(...label.is_late)].filter(Boolean).join('・')}
        </span>
      </td>
      <td>
        {trade?.booking ? (
          <Link to="/bookings/$id" params={{ id: String(trade.booking.id) }}>
            {trade.booking.booking_number}
          </Link>
        ) : (
          say('沒有訂單', 'No booking')
        )}
        <span className="sub">{trade?.booking?.contact_name}</span>
        <span className="sub">{[told_trade_no, told_message].filter(Boolean).join('・')}</span>
      </td>
      <td className="number">
        {told_amount === null ? '—' : price(told_amount, 'TWD')}
        {trade && trade.amount !== told_amount && is_genuine && (
          <span className="sub">
            {say(`應為 ${price(trade.amount, 'TWD')}`, `${price(trade.amount, 'TWD')} was asked`)}
          </span>
        )}
      </td>
      <td className="number">
        {to_see && (
          <OpenButton words={['已查明…', 'Looked at…']} about={aboutOf(say, row)} className="button main">
            {(close) => <SeenSheet notice={row} close={close} />}
          </OpenButton>
        )}
        {seen_at && (
          <>
            {remark}
            <span className="sub">{[seer && nameOf(say, seer), dayAndTime(seen_at)].filter(Boolean).join('・')}</span>
          </>
        )}
      </td>
    </tr>
  )
}

const aboutOf = (say: Say, { told_trade_no, outcome }: PaymentNotice): Words => {
  const about = told_trade_no ?? say(...paymentNoticeOutcomeWords[outcome])
  return [about, about]
}

const SeenSheet = ({ notice: { id, outcome }, close }: { notice: PaymentNotice; close: () => void }) => {
  const say = useSay()
  const settling = useWrite({
    send: (remark: string, guidon) => settlePaymentNotice(guidon, id, { remark }),
    says: ['已記下處理說明', 'Noted what became of it'],
    changes: ['payment-notices', 'money', 'work'],
    close,
  })
  return (
    <Sheet title={say(...paymentNoticeOutcomeWords[outcome])} close={close}>
      <Form
        of={{ id }}
        send={say('已查明', 'Looked at')}
        error={settling.error}
        isPending={settling.isPending}
        submit={(given) => settling.mutate(given('remark'))}
      >
        <Field
          id="remark"
          label={say(...label.remark)}
          maxLength={500}
          required
          data-first
          hint={say(
            '先到金流服務的後台查這筆交易。例：綠界已退款，與客戶說明過。',
            'Look the payment up at the provider first. Such as: refunded by ECPay, and explained to the customer.',
          )}
        />
      </Form>
    </Sheet>
  )
}
