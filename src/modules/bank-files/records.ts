import { Type } from 'typebox'
import type { Table, Columns as TableColumns } from '../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  whole,
} from '../../kit/fields.ts'
import { Columns } from './columns.ts'

/** How files with these headings are read. `form` is a fingerprint of the headings. */
export const Mapping = Type.Object({
  name: line(100, '玉山銀行'),
  form: line(64),
  columns: labelled(Columns, ['欄位', 'Columns']),
})

/** A file of a bank that was read. */
export const Statement = Type.Object({
  receiving_account_id: labelled(nullable(ref()), ['收款帳戶', 'Receiving account']),
  mapping_id: labelled(ref(), ['檔案的欄位', 'Columns of the file']),
  file_name: labelled(line(255, '玉山 2026-11-30.csv'), ['檔名', 'File name']),
  from_day: labelled(day(), ['第一天', 'First day']),
  to_day: labelled(day(), ['最後一天', 'Last day']),
  lines_new: labelled(whole(), ['新的筆數', 'New lines']),
  unchanged: labelled(whole(), ['已讀過的筆數', 'Lines there already']),
  read_by: labelled(nullable(ref()), ['讀入者', 'Read by']),
})

const states = ['new', 'matched', 'ignored'] as const

/** Money that came in by a bank. */
export const BankLine = Type.Object({
  statement_id: labelled(ref(), ['銀行檔案', 'File of the bank']),
  booked_on: labelled(day(), ['入帳日', 'Booked on']),
  amount: money(),
  currency: currency(),
  payer_text: labelled(nullable(line(500, '王小美 11月團費')), ['匯款人與備註', 'Payer and text']),
  virtual_account: labelled(nullable(line(40, '95123000000017')), ['虛擬帳號', 'Virtual account']),
  last_five: nullable(line(5, '12345')),
  state: labelled(defaulted(oneOf(states)), ['狀態', 'State']),
  reason: nullable(line(500, '利息')),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
})

const debitStates = ['new', 'confirmed', 'ignored'] as const

/** Money that went out by a bank and may be a refund. */
export const BankDebit = Type.Object({
  statement_id: labelled(ref(), ['銀行檔案', 'File of the bank']),
  booked_on: labelled(day(), ['扣款日', 'Paid out on']),
  amount: money(),
  currency: currency(),
  payee_text: labelled(nullable(line(500, '王小美 退款')), ['受款人與備註', 'Payee and text']),
  last_five: nullable(line(5, '23456')),
  state: labelled(defaulted(oneOf(debitStates)), ['狀態', 'State']),
  refund_order_id: nullable(ref()),
  reason: nullable(line(500, '房租')),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
})

/** A payment that a line became. */
export const LinePayment = Type.Object({ payment_id: ref(), bank_line_id: ref() })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    bank_statements: Table<typeof Statement>
    bank_file_mappings: Table<typeof Mapping>
    bank_lines: Table<typeof BankLine> & { fingerprint: string }
    bank_debits: Table<typeof BankDebit> & { fingerprint: string }
    bank_line_payments: TableColumns<typeof LinePayment>
  }
}
