import type { Words } from '../../kit/words/words.ts'
import type { DocumentKind } from './schema.ts'

export const kindWords: Record<DocumentKind, Words> = {
  passport: ['護照', 'Passport'],
  visa: ['簽證', 'Visa'],
  id: ['身分證', 'Identity card'],
  photo: ['照片', 'Photo'],
  insurance: ['保險', 'Insurance'],
  consent: ['同意書', 'Consent'],
  other: ['其他文件', 'Other document'],
}
