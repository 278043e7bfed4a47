import { Type } from 'typebox'
import { constraint } from '../kit/db/faults.ts'
import type { Table } from '../kit/db/tables.ts'
import {
  currency,
  defaulted,
  described,
  flag,
  formed,
  labelled,
  line,
  money,
  nullable,
  oneOf,
  whole,
} from '../kit/fields.ts'
import { resource } from '../kit/resource/resource.ts'
import { referenceFields } from './reference-data.ts'
import { moneyReaders } from './roles.ts'

const digits = (most: number, example: string) => formed(`^[0-9]{1,${most}}$`, example)

/** Where customers pay to: one account for all, or a number of its own for each request, made by the rule of the bank. */
const fields = Type.Object({
  name: line(100, '玉山 虛擬帳號'),
  kind: defaulted(oneOf(['plain', 'virtual'])),
  bank_name: labelled(line(100, '玉山銀行 民權分行'), ['銀行', 'Bank']),
  bank_name_en: labelled(nullable(line(100, 'E.SUN Bank, Minquan branch')), ['銀行英文名稱', 'Bank in English']),
  bank_code: labelled(formed('^[0-9]{3,7}$', '808'), ['銀行代碼', 'Bank code']),
  account_name: labelled(nullable(line(100, '旗手旅行社股份有限公司')), ['戶名', 'Account name']),
  account_name_en: labelled(nullable(line(100, 'Guidon Tours Co., Ltd.')), ['英文戶名', 'Account name in English']),
  account_number: labelled(nullable(formed('^[0-9-]{5,30}$', '0015-940-123456')), ['帳號', 'Account number']),
  currency: defaulted(currency()),
  prefix: labelled(nullable(digits(12, '95123')), ['虛擬帳號開頭', 'Virtual account begins with']),
  length: labelled(nullable(whole(6, 20)), ['虛擬帳號位數', 'Digits of a virtual account']),
  includes_due: labelled(defaulted(flag()), ['含繳款期限（月日）', 'Contains the last day']),
  check_digit: labelled(defaulted(oneOf(['none', 'weights'])), ['檢查碼', 'Check digit']),
  weights: labelled(
    nullable(
      described(
        digits(40, '3713713713713'),
        '由左到右，每位數字的權數；檢查碼含金額時，接著是金額各位的權數。The weight of each digit from left to right; where the check digit covers the amount, those of its digits follow.',
      ),
    ),
    ['權數', 'Weights'],
  ),
  takes_complement: labelled(defaulted(flag()), ['檢查碼取 10 的補數', 'Check digit is what the sum lacks to ten']),
  includes_amount: labelled(defaulted(flag()), ['檢查碼含金額', 'Check digit covers the amount']),
  example: labelled(nullable(digits(20, '95123000000017')), ['銀行給的範例帳號', 'Example from the bank']),
  example_amount: labelled(nullable(money()), ['範例的金額', 'Amount of the example']),
  ...referenceFields,
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    receiving_accounts: Table<typeof fields>
  }
}

constraint('receiving_accounts_number', 'account_number', [
  '一般帳戶必須填寫帳號。',
  'A plain account needs its account number.',
])
constraint('receiving_accounts_prefix', 'prefix', [
  '虛擬帳號必須填寫銀行給的開頭幾碼（企業代碼）。',
  'Virtual accounts need the digits that they begin with, which the bank has given.',
])
constraint('receiving_accounts_length', 'length', [
  '虛擬帳號必須填寫位數：開頭、月日與檢查碼以外，還要有至少四位；最多 20 位。',
  'Virtual accounts need their number of digits: at least four besides the beginning, the day and the check digit, and at most 20 in all.',
])
constraint('receiving_accounts_weights', 'weights', [
  '每一位（檢查碼除外）都要有一個權數；檢查碼含金額時，後面再接金額的權數，4 到 12 位。',
  'Each digit but the check digit needs a weight. Where the check digit covers the amount, 4 to 12 weights for its digits follow.',
])
constraint('receiving_accounts_amount', 'includes_amount', [
  '沒有檢查碼時，不能含金額；請先選擇檢查碼。',
  'Without a check digit the amount is not covered: choose the check digit first.',
])
constraint('receiving_accounts_example', 'example', [
  '請填寫銀行給的一個完整範例帳號；依目前的權數算出的檢查碼必須與它相同，不同就是權數或補數填錯了。',
  'Enter one complete account from the bank as an example. Its check digit must be the one that these weights give; if not, a weight or the complement is wrong.',
])

export default resource({
  table: 'receiving_accounts',
  noun: ['收款帳戶', 'receiving account'],
  fields,
  search: ['name', 'bank_name', 'account_number', 'prefix'],
  filter: ['is_active'],
  sort: ['sort_order', 'name', 'bank_code'],
  order: 'sort_order',
  option: ['kind', 'bank_name', 'currency'],
  access: { read: moneyReaders, write: ['admin'] },
})
