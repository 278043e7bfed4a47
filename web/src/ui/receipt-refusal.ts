import { receiptRefusalWords } from 'guidon-sdk/words'
import type { Words } from '../kit/words.ts'

/** What the platform of receipts has refused, in words: its code is explained; of one that is unknown its own text is shown. */
export const receiptRefusal = (error: string): Words => {
  const [code = ''] = error.split(' ')
  const known: Words | undefined = (receiptRefusalWords as Record<string, Words>)[code]
  const [zh, en] = known ?? [error, error]
  return known ? [`${zh}（${code}）`, `${en} (${code})`] : [zh, en]
}
