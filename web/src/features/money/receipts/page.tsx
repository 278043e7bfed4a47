import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type BookingLegalReceipt, listLegalReceipts } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { legalReceiptStatusWords, receiptAllowanceStatusWords, receiptMediumWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { price } from '../../../kit/money.ts'
import { usePageSize } from '../../../kit/page-size.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { FilterBar } from '../../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../../ui/lists/filters.ts'
import { ListCard } from '../../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { ReceiptActs } from '../../bookings/shared/legal-receipts/acts.tsx'
import { AtPlatform } from '../../bookings/shared/legal-receipts/platform-acts.tsx'
import css from '../cash/page.module.css'
import type { MoneyFilter } from '../search.ts'

const Unreceipted = lazy(() => import('./unreceipted.tsx'))

/** Payments without a legal receipt, and below them the receipts of all bookings, the newest first. */
export default function Receipts() {
  const say = useSay()
  const { receipt, page: at, sort } = useSearch({ from: '/signed-in/money' })
  const asked = receipt ? { receipt } : {}
  const query = {
    ...(receipt && { status: receipt }),
    ...(sort && { sort }),
    ...(at && { page: at }),
    per_page: usePageSize(),
  }
  const { data: page } = useQuery({
    queryKey: ['legal-receipts', query],
    queryFn: () => listLegalReceipts(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Suspense fallback={null}>
        <Unreceipted />
      </Suspense>
      <FilterBar search={asked} filters={filters}>
        <ExportButton
          path="/api/legal-receipts"
          words={['代收轉付收據', 'Legal receipts']}
          asked={receipt ? { status: receipt } : {}}
          columns={() => import('guidon-sdk/columns/legal-receipts')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say('代收轉付收據', 'Legal receipts')}
        page={page}
        filters={{ search: asked, filters }}
        empty={<Empty why="done">{say('沒有收據', 'No receipts')}</Empty>}
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

const filters: readonly Declared<Pick<MoneyFilter, 'receipt'>>[] = [
  { of: 'receipt', words: label.status, choices: legalReceiptStatusWords },
]

const columns: Column[] = [
  { words: label.issued_on, by: 'issued_on' },
  { words: ['收據', 'Receipt'] },
  { words: label.booking },
  { words: label.status },
  { words: label.amount, isNumber: true },
  { words: ['處理', 'Acts'], isNumber: true },
]

const Row = ({ row }: { row: BookingLegalReceipt }) => {
  const say = useSay()
  const { issued_on, number, medium, buyer_name, buyer_ubn, status, void_reason, bookings, allowances, issuer } = row
  return (
    <tr>
      <td>{issued_on && shortDay(issued_on)}</td>
      <td>
        {number ?? say(...receiptMediumWords[medium])}
        <span className="sub">{[buyer_name, buyer_ubn].filter(Boolean).join('・')}</span>
      </td>
      <td>
        {bookings.map(({ booking_id, booking_number, contact_name, amount }) => (
          <span key={booking_id} className="sub">
            <Link to="/bookings/$id" params={{ id: String(booking_id) }}>
              {booking_number}
            </Link>{' '}
            {contact_name} {bookings.length > 1 && price(amount)}
          </span>
        ))}
      </td>
      <td>
        {say(...legalReceiptStatusWords[status])}
        <span className="sub">{[issuer && nameOf(say, issuer), void_reason].filter(Boolean).join('・')}</span>
        <AtPlatform receipt={row} />
        {row.misfits.includes('trip') && (
          <span className="sub late">{say('收據上是轉團前的團', 'It names the trip before the transfer')}</span>
        )}
        {allowances.map(({ id, amount, status: of }) => (
          <span key={id} className="sub">
            {say('折讓', 'Allowance')} {price(amount)} {say(...receiptAllowanceStatusWords[of])}
          </span>
        ))}
      </td>
      <td className="number">
        <b>{price(row.amount)}</b>
      </td>
      <td className="number">
        <span className={css.rowActs}>
          <ReceiptActs receipt={row} />
        </span>
      </td>
    </tr>
  )
}
