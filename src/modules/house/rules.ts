import type { FieldFaults } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import { type HouseChange, insurances } from './schema.ts'

/** What is wrong with values that are well formed and cannot be true. */
export function houseFaults(change: HouseChange): FieldFaults {
  const faults: FieldFaults = {}
  if (change.tax_id && !isTaxId(change.tax_id)) faults.tax_id = [wrongTaxId]
  for (const name of insurances) {
    const insurance = change[name]
    if (insurance && insurance.ends_on < insurance.starts_on) faults[`${name}.ends_on`] = [endsBeforeStart]
  }
  return faults
}

const WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1]

/**
 * The check of the Ministry of Finance: each digit times its weight, the digits of the products added; the sum is divisible by 5.
 * With a 7 in the seventh place, whose product 28 gives 10, the sum may also count 1 or 0 for it.
 */
const isTaxId = (id: string) => {
  const sum = WEIGHTS.reduce((total, weight, i) => {
    const product = Number(id[i]) * weight
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return sum % 5 === 0 || (id[6] === '7' && (sum + 1) % 5 === 0)
}

const wrongTaxId: Words = [
  '檢查碼不符，可能有一碼打錯；請對照公司登記再輸入。',
  'The check digit does not fit, so a digit is probably wrong: compare it with the company registration.',
]
const endsBeforeStart: Words = [
  '保險的結束日早於開始日；請修改其中一個日期。',
  'The insurance ends before it starts: change one of the two days.',
]
