import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listProviderSettlements, listUnsettledPayments, type ProviderSettlement } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentProviderWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { price } from '../../../kit/money.ts'
import { usePageSize } from '../../../kit/page-size.ts'
import { nameOf, plural, useSay, type Words } from '../../../kit/words.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { FilterBar } from '../../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../../ui/lists/filters.ts'
import { ListCard } from '../../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import type { MoneyFilter } from '../search.ts'

const OneSheet = lazy(() => import('./one-sheet.tsx'))

const words: Words = ['金流撥款', 'Card payouts']

/** The lumps that providers have paid out, with what they have kept, and what they still hold. */
export default function Settlements() {
  const say = useSay()
  const { provider, settled_from, settled_to, page: at, sort } = useSearch({ from: '/signed-in/money' })
  const asked = {
    ...(provider && { provider }),
    ...(settled_from && { settled_from }),
    ...(settled_to && { settled_to }),
  }
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['provider-settlements', query],
    queryFn: () => listProviderSettlements(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={asked} filters={filters}>
        <ExportButton
          path="/api/provider-settlements"
          words={words}
          asked={asked}
          columns={() => import('guidon-sdk/columns/provider-settlements')}
        />
      </FilterBar>
      <Held />
      <ListCard
        label={say(...words)}
        page={page}
        filters={{ search: asked, filters }}
        empty={
          <Empty why="done">
            {say(
              '還沒有核對過撥款；在「銀行入帳」選金流撥款',
              'No payout is settled yet: choose one at the lines of the bank',
            )}
          </Empty>
        }
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

type Filter = Pick<MoneyFilter, 'provider' | 'settled_from' | 'settled_to'>
const filters: readonly Declared<Filter>[] = [
  { of: 'provider', words: label.provider, choices: paymentProviderWords },
  { from: 'settled_from', to: 'settled_to', words: label.settled_on },
]

const columns: Column[] = [
  { words: label.settled_on, by: 'settled_on' },
  { words: ['實際入帳', 'Came in the bank'], isNumber: true },
  { words: ['款項', 'Payments'], isNumber: true },
]

/** What customers have paid and providers have not paid out yet. */
const Held = () => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['provider-settlements', 'unsettled'],
    queryFn: () => listUnsettledPayments(guidon),
  })
  if (!data?.length) return null
  const sum = data.reduce((all, { amount }) => all + amount, 0)
  return (
    <p className="small soft">
      {say(
        `尚未撥款：${data.length} 筆，${price(sum, 'TWD')}。`,
        `Not paid out yet: ${data.length}, ${price(sum, 'TWD')}.`,
      )}
    </p>
  )
}

const Row = ({ row }: { row: ProviderSettlement }) => {
  const say = useSay()
  const { id, provider, settled_on, currency, gross, fee, net, payments, settler, statement } = row
  return (
    <tr>
      <td>
        {shortDay(settled_on)} {say(...paymentProviderWords[provider])}
        <span className="sub">{[statement, settler && nameOf(say, settler)].filter(Boolean).join('・')}</span>
      </td>
      <td className="number">
        <b>{price(net, currency)}</b>
        <span className="sub">
          {say(
            `${price(gross, currency)} − 手續費 ${price(fee, currency)}`,
            `${price(gross, currency)} − fee ${price(fee, currency)}`,
          )}
        </span>
      </td>
      <td className="number">
        <OpenButton
          words={[`${payments} 筆…`, `${plural(payments, 'payment')}…`]}
          about={[shortDay(settled_on), shortDay(settled_on)]}
          className="button"
        >
          {(close) => (
            <Suspense>
              <OneSheet id={id} close={close} />
            </Suspense>
          )}
        </OpenButton>
      </td>
    </tr>
  )
}
