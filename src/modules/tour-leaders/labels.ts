import type { Words } from '../../kit/words/words.ts'
import type { fileKinds } from './files/schema.ts'

export const fileKindWords: Record<(typeof fileKinds)[number], Words> = {
  photo: ['照片', 'Photo'],
  license: ['執業證', 'Licence'],
  passport: ['護照', 'Passport'],
  visa: ['簽證', 'Visa'],
  id_card: ['身分證', 'Identity card'],
  contract: ['合約', 'Contract'],
  certificate: ['證書', 'Certificate'],
}
