import { passengerTypeWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import type { Words } from '../../../kit/words.ts'

/** The passenger type in words, if it is known. */
export const passengerWords = (type: string | null): Words | undefined => {
  const known = chosenIn(passengerTypeWords, type ?? '')
  return known && passengerTypeWords[known]
}
