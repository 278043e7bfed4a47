import { deadlineWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import type { Say } from '../../../kit/words.ts'

/** The name of a deadline without a custom name; that of a flight ends with the flight number. */
export const deadlineIn = (say: Say, key: string) => {
  const known = chosenIn(deadlineWords, key.replace(/_\d+$/, ''))
  return known ? say(...deadlineWords[known]) : key
}
