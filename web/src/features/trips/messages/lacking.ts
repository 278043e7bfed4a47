import type { PlannedTripMessageInput } from 'guidon-sdk'
import { travelerCheckWords } from 'guidon-sdk/words'
import type { Say, Words } from '../../../kit/words.ts'

export type Lacking = NonNullable<PlannedTripMessageInput['lacking']>

/** The missing data that a message was sent about; a code that no longer exists is shown as it was stored. */
export const lackingIn = (say: Say, lacking: readonly string[]) => {
  const words: Record<string, Words> = travelerCheckWords
  return lacking.map((check) => say(...(words[check] ?? [check, check]))).join(say('、', ', '))
}
