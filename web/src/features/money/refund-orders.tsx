import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import {
  fileRefundOrders,
  listRefundOrders,
  type RefundOrder,
  type RefundOrderBankFileInput,
  revealRefundOrder,
  undoBankDebit,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import {
  cardRefundHindranceWords,
  cardRefundStatusWords,
  groupWords,
  refundOrderStatusWords,
  refundWarningWords,
} from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { shortDay, today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { recordsRefunds } from '../../kit/roles.ts'
import { nameOf, plural, type Say, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter as Declared } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { MaskedNumber } from '../../ui/masked-number.tsx'
import { saveFile } from '../../ui/saved-file.ts'
import { refundChanges } from '../bookings/shared/refunds/refund.ts'
import RefundWays from '../bookings/shared/refunds/ways.tsx'
import { BookingCells } from './booking-cells.tsx'
import css from './page.module.css'
import type { MoneyFilter } from './search.ts'

/** Refunds from the order to the payment: another person approves each, and the approved ones make a file for the bank. */
export default function RefundOrders() {
  const say = useSay()
  const mayPay = recordsRefunds(useMe())
  const { q, group, not_in_bank, sort, page: at } = useSearch({ from: '/signed-in/money' })
  const asked = { ...(q && { q }), ...(group && { group }), ...(not_in_bank && { not_in_bank: true }) }
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['refund-orders', query],
    queryFn: () => listRefundOrders(guidon, query),
    placeholderData: keepPreviousData,
  })
  const filters = {
    search: asked,
    find: ['找訂單或聯絡人', 'Find a booking or a contact'] as const,
    filters: orderFilters,
  }
  return (
    <>
      <FilterBar {...filters}>
        {mayPay && <BankFile words={say('下載銀行檔', 'Bank file')} body={{}} />}
        <ExportButton
          path="/api/refund-orders"
          words={['退款單', 'Refund orders']}
          asked={{ ...asked, sort }}
          columns={() => import('guidon-sdk/columns/refund-orders')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say('退款單', 'Refund orders')}
        page={page}
        filters={filters}
        empty={<Empty why="done">{say('沒有退款單', 'No refund is ordered')}</Empty>}
      >
        {(rows) => (
          <ListTable className={`${css.paymentsTable} ${css.ordersTable}`} columns={columns} sort={sort} rows={rows}>
            {(row) => <Row key={row.id} row={row} mayPay={mayPay} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

type Filter = Pick<MoneyFilter, 'q' | 'group' | 'not_in_bank'>
const orderFilters: readonly Declared<Filter>[] = [
  { of: 'group', words: label.status, choices: groupWords },
  { of: 'not_in_bank', words: ['銀行扣款', 'Paid out by the bank'], choices: { true: refundWarningWords.not_in_bank } },
]

const columns: Column[] = [
  { words: label.status, by: 'status' },
  { words: label.booking },
  { words: label.trip },
  { words: label.payee },
  { words: label.amount, isNumber: true },
  { words: ['處理', 'Act'], isNumber: true },
]

const Row = ({ row, mayPay }: { row: RefundOrder; mayPay: boolean }) => {
  const say = useSay()
  const { id, booking, payee, bank_code, account, amount, currency, status, warnings, in_file_at, possible } = row
  const { bank_debit } = row
  return (
    <tr>
      <td>
        {say(...refundOrderStatusWords[status])}
        {toldOf(say, row).map((words) => (
          <span key={words} className="sub">
            {words}
          </span>
        ))}
      </td>
      <BookingCells booking={booking} />
      <td>
        {payee}
        <span className="sub">
          {account === null ? say('人工退款', 'By hand') : <Account id={id} bank={bank_code} masked={account} />}
        </span>
        {warnings.map((warning) => (
          <span key={warning} className="sub late">
            {say(...refundWarningWords[warning])}
          </span>
        ))}
      </td>
      <td className="number">
        <b>{price(amount, currency)}</b>
      </td>
      <td>
        {possible.length > 0 && <RefundWays order={row} />}
        {mayPay && bank_debit && (
          <ActButton
            words={['復原確認', 'Take back']}
            about={booking.booking_number}
            act={(guidon) => undoBankDebit(guidon, bank_debit.id)}
            says={['已復原，這筆支出回到待處理', 'Taken back: the debit is to be dealt with again']}
            changes={[...refundChanges, 'bank-debits']}
          />
        )}
        {mayPay && status === 'approved' && in_file_at !== null && account !== null && (
          <BankFile
            words={say('再次列入銀行檔', 'Bank file again')}
            body={{ ids: [id] }}
            about={booking.booking_number}
          />
        )}
      </td>
    </tr>
  )
}

/** `808-•••456`, whole for those who give a reason: a refund by hand needs all of its digits. */
const Account = ({ id, bank, masked }: { id: number; bank: string | null; masked: string }) => (
  <>
    {bank}-
    <MaskedNumber
      masked={masked}
      read={async (reason) => (await revealRefundOrder(guidon, id, { fields: ['account'], reason })).account}
    />
  </>
)

/** Who ordered it, who approved or refused it, and whether it is in a file. */
const toldOf = (
  say: Say,
  {
    asker,
    approver,
    refuser,
    created_at,
    approved_at,
    refuse_reason,
    in_file_at,
    bank_debit,
    card_refund,
  }: RefundOrder,
) => [
  `${say('開單', 'Ordered')} ${nameOf(say, asker)}・${shortDay(created_at)}`,
  ...(approver && approved_at ? [`${say('核准', 'Approved')} ${nameOf(say, approver)}・${shortDay(approved_at)}`] : []),
  ...(refuser ? [[`${say('退回', 'Refused')} ${nameOf(say, refuser)}`, refuse_reason].filter(Boolean).join('・')] : []),
  ...(card_refund
    ? [
        [
          say(...cardRefundStatusWords[card_refund.status]),
          card_refund.hindrance && say(...cardRefundHindranceWords[card_refund.hindrance]),
          card_refund.message,
        ]
          .filter(Boolean)
          .join('・'),
      ]
    : []),
  ...(in_file_at ? [say(`${shortDay(in_file_at)}已列入銀行檔`, `In a bank file since ${shortDay(in_file_at)}`)] : []),
  ...(bank_debit
    ? [say(`銀行 ${shortDay(bank_debit.booked_on)} 扣款`, `Paid out by the bank on ${shortDay(bank_debit.booked_on)}`)]
    : []),
]

type FileProps = { words: string; body: RefundOrderBankFileInput; about?: string }

const BankFile = ({ words, body, about }: FileProps) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: async (_: undefined, guidon) => {
      const file = await fileRefundOrders(guidon, body)
      saveFile(`refunds-${today()}.csv`, new Blob([file.csv], { type: 'text/csv' }))
      return file
    },
    says: ({ orders }) => ({
      title: say(`銀行檔已下載，共 ${orders} 筆`, `The bank file has ${plural(orders, 'refund')}`),
    }),
    tellsRefusal: true,
    changes: refundChanges,
  })
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate(undefined)}>
      {words}
      {about && <span className="unseen"> {about}</span>}
    </button>
  )
}
