import type { TravelerChange } from 'guidon-sdk'
import type { Say, Words } from '../kit/words.ts'

const mealWords: Record<NonNullable<TravelerChange['meal_requirement']>, Words> = {
  none: ['無特殊需求', 'No special meal'],
  vegetarian: ['素食', 'Vegetarian'],
  'lacto-ovo': ['蛋奶素', 'Lacto-ovo vegetarian'],
}
const foodWords: Record<NonNullable<TravelerChange['food_restrictions']>[number], Words> = {
  牛: ['牛', 'Beef'],
  羊: ['羊', 'Lamb'],
  豬: ['豬', 'Pork'],
  雞: ['雞', 'Chicken'],
  鴨: ['鴨', 'Duck'],
  魚: ['魚', 'Fish'],
  海鮮: ['海鮮', 'Seafood'],
}

type Eater = { meal_requirement: string | null; food_restrictions: readonly string[] }

/** What somebody eats and does not eat, in words; nothing if that is nothing special. */
export const foodIn = (say: Say, { meal_requirement: meal, food_restrictions }: Eater) => {
  const wordsIn = (words: Record<string, Words>, value: string) => say(...(words[value] ?? [value, value]))
  const not = food_restrictions.map((food) => wordsIn(foodWords, food))
  return [
    meal && meal !== 'none' && wordsIn(mealWords, meal),
    not.length > 0 && say(`不吃${not.join('、')}`, `no ${not.join(', ')}`),
  ]
    .filter(Boolean)
    .join(say('、', ', '))
}
