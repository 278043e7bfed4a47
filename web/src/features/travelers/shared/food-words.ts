import { foodRestrictionsWords, mealRequirementsWords } from 'guidon-sdk/words'
import type { Say, Words } from '../../../kit/words.ts'

type Eater = { meal_requirement: string | null; food_restrictions: readonly string[] }

/** The diet of a traveler in words; empty if nothing special is recorded. */
export const foodIn = (say: Say, { meal_requirement: meal, food_restrictions }: Eater) => {
  const wordsIn = (words: Record<string, Words>, value: string) => say(...(words[value] ?? [value, value]))
  const not = food_restrictions.map((food) => wordsIn(foodRestrictionsWords, food))
  return [
    meal && meal !== 'none' && wordsIn(mealRequirementsWords, meal),
    not.length > 0 && say(`不吃${not.join('、')}`, `no ${not.join(', ')}`),
  ]
    .filter(Boolean)
    .join(say('、', ', '))
}
