import { type Static, Type } from 'typebox'
import { labelled, line } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'
import { asHeading } from '../imports/parse.ts'

/**
 * What a column of a bank's file may be, and what banks call it. An amount stands in two columns, or in one with a sign, which may be a
 * column of its own.
 */
export const bankColumns = {
  booked_at: { words: ['入帳日', 'Booked on'], called: /交易日|帳務日|入帳日|記帳日|日期|\bdate\b/ },
  credit: { words: ['存入', 'Credit'], called: /存入|收入|貸方|入帳金額|credit|deposit/ },
  debit: { words: ['支出', 'Debit'], called: /支出|提出|提款|借方|debit|withdrawal/ },
  amount: { words: ['金額', 'Amount'], called: /金額|amount/ },
  direction: { words: ['收支別', 'In or out'], called: /借貸|收支|存提|存\/提|dr\/cr|cr\/dr|in\/out/ },
  virtual_account: { words: ['虛擬帳號', 'Virtual account'], called: /虛擬|銷帳|繳款帳號|繳費代號/ },
  last5: { words: ['匯出帳號', 'Account of the payer'], called: /轉出帳號|匯出帳號|對方帳號|末五碼|來源帳號/ },
  payer: { words: ['匯款人', 'Payer'], called: /匯款人|付款人|轉出戶名|對方戶名|戶名|payer|from/ },
  text: { words: ['摘要或備註', 'Text'], called: /摘要|備註|附言|說明|memo|description|note/ },
  balance: { words: ['餘額', 'Balance'], called: /餘額|結餘|balance/ },
} as const satisfies Record<string, { words: Words; called: RegExp }>
export type BankColumn = keyof typeof bankColumns
const bankColumnNames = Object.keys(bankColumns) as BankColumn[]

const heading = (words: Words) => Type.Optional(labelled(line(100, words[0]), words))

/** Which heading is which column. */
export const Columns = Type.Object({
  booked_at: labelled(line(100, '交易日期'), bankColumns.booked_at.words),
  credit: heading(bankColumns.credit.words),
  debit: heading(bankColumns.debit.words),
  amount: heading(bankColumns.amount.words),
  direction: heading(bankColumns.direction.words),
  virtual_account: heading(bankColumns.virtual_account.words),
  last5: heading(bankColumns.last5.words),
  payer: heading(bankColumns.payer.words),
  text: heading(bankColumns.text.words),
  balance: heading(bankColumns.balance.words),
})
export type Columns = Static<typeof Columns>

/** What the headings of a file seem to be. Each heading is one column, and the first that is called so is taken. */
export function proposeColumns(headings: readonly string[]): Partial<Columns> {
  const proposed: Partial<Record<BankColumn, string>> = {}
  for (const heading of headings) {
    const name = bankColumnNames.find((one) => !proposed[one] && bankColumns[one].called.test(asHeading(heading)))
    if (name) proposed[name] = heading
  }
  // Two columns of amounts say it all; a third one is mostly the fee.
  if (proposed.credit) delete proposed.amount
  return proposed
}
