import { paymentMethodWords } from 'guidon-sdk/words/payment-method'
import { chosenIn } from '../../../kit/choices.ts'
import type { Say } from '../../../kit/words.ts'

/** A method is a text: one that is offered no more is shown as it is. */
export const methodIn = (say: Say, method: string) => {
  const known = chosenIn(paymentMethodWords, method)
  return known ? say(...paymentMethodWords[known]) : method
}
