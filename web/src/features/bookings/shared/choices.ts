import { paymentMethodWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import type { Say } from '../../../kit/words.ts'

/** The label of a payment method; one that is no longer offered is shown as it is stored. */
export const methodIn = (say: Say, method: string) => {
  const known = chosenIn(paymentMethodWords, method)
  return known ? say(...paymentMethodWords[known]) : method
}
