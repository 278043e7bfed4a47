import { refuseField } from '../../kit/errors.ts'
import { formed, labelled, nullable } from '../../kit/fields.ts'

/** 統一編號 of a company. Whether its check digit fits, `isUbn` tells. */
export function ubn() {
  return labelled(nullable(formed('^[0-9]{8}$', '12345675')), ['統一編號', 'Tax ID of the company'])
}

/**
 * Whether a number of eight digits is a 統一編號: the digits of the products with these weights come to a multiple of 5. A 7 in the seventh place
 * has the product 28, whose digits come to 10, and counts as 1 or as 0.
 */
export function isUbn(number: string) {
  if (!/^[0-9]{8}$/.test(number)) return false
  const products = [...number].map((digit, at) => Number(digit) * (weights[at] ?? 0))
  const sum = products.reduce((all, product) => all + Math.floor(product / 10) + (product % 10), 0)
  return sum % 5 === 0 || (number[6] === '7' && (sum + 1) % 5 === 0)
}
const weights = [1, 2, 1, 2, 1, 2, 4, 1]

/** A company has a number whose check digit fits, a person has none. */
export function refuseUbn(kind: 'person' | 'company', number: string | null | undefined, field: string) {
  if (kind === 'person' && number) refuseField(field, notOfPerson)
  if (kind === 'company' && !number) refuseField(field, missing)
  if (number && !isUbn(number)) refuseField(field, wrong)
}

const notOfPerson = [
  '買受人是個人時不填統一編號；若要開給公司，請改選公司。',
  'A person has no tax ID: leave it empty, or choose a company.',
] as const
const missing = [
  '買受人是公司時，請填寫 8 碼統一編號；國外公司沒有統一編號，請以個人開立。',
  'A company has a tax ID of eight digits: enter it. A foreign company without one is entered as a person.',
] as const
const wrong = [
  '統一編號的檢查碼不符；請核對客戶提供的 8 碼數字。',
  'The check digit of this tax ID is wrong: compare the eight digits with what the customer gave.',
] as const
