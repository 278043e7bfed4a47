import * as label from 'guidon-sdk/labels'
import type { Words } from '../../../kit/words.ts'

/** The amounts of a price, in the order of its table and its form. */
export const amounts = [
  'adult',
  'child_with_bed',
  'child_no_bed',
  'infant',
  'single_supplement',
  'land_only',
  'deposit',
] as const
type Amount = (typeof amounts)[number]

export const amountWords: Record<Amount, Words> = {
  adult: ['大人', 'Adult'],
  child_with_bed: ['小孩佔床', 'Child with bed'],
  child_no_bed: ['小孩不佔床', 'Child without bed'],
  infant: ['嬰兒', 'Infant'],
  single_supplement: label.single_supplement,
  land_only: ['不含機票', 'Land only'],
  deposit: label.deposit,
}
