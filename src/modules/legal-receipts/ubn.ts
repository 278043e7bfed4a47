import { refuseField } from '../../kit/errors.ts'
import { labelled, nullable, taxId } from '../../kit/fields.ts'

/** 統一編號 of a buyer, whose check digit fits. */
export function ubn() {
  return labelled(nullable(taxId()), ['買受人統一編號', 'Tax ID of the buyer'])
}

/** A company has a tax ID, a person has none. */
export function refuseUbn(kind: 'person' | 'company', number: string | null | undefined, field: string) {
  if (kind === 'person' && number) refuseField(field, notOfPerson)
  if (kind === 'company' && !number) refuseField(field, missing)
}

const notOfPerson = [
  '買受人是個人時不填統一編號；若要開給公司，請改選公司。',
  'A person has no tax ID: leave it empty, or choose a company.',
] as const
const missing = [
  '買受人是公司時，請填寫 8 碼統一編號；國外公司沒有統一編號，請以個人開立。',
  'A company has a tax ID of eight digits: enter it. A foreign company without one is entered as a person.',
] as const
