import type { PlannedTripMessageInput } from 'guidon-sdk'
import { travelerCheckWords } from 'guidon-sdk/words/traveler-check'
import type { Say, Words } from '../../../kit/words.ts'

export type Lacking = NonNullable<PlannedTripMessageInput['lacking']>

/** The faults that a message was written about; one that no release knows any more stays as it was stored. */
export const lackingIn = (say: Say, lacking: readonly string[]) => {
  const words: Record<string, Words> = travelerCheckWords
  return lacking.map((check) => say(...(words[check] ?? [check, check]))).join(say('、', ', '))
}
