import type { PlannedTripMessageInput } from 'guidon-sdk'
import type { Say, Words } from '../../../kit/words.ts'
import { checkWords } from '../../../parts/check-words.ts'

export type Lacking = NonNullable<PlannedTripMessageInput['lacking']>

/** The faults that a message was written about; one that no release knows any more stays as it was stored. */
export const lackingIn = (say: Say, lacking: readonly string[]) => {
  const words: Record<string, Words> = checkWords
  return lacking.map((check) => say(...(words[check] ?? [check, check]))).join(say('、', ', '))
}
