import { useQuery } from '@tanstack/react-query'
import { getWords } from 'guidon-sdk'
import { guidon } from '../kit/api.ts'
import { useSay } from '../kit/words.ts'

type Eater = { meal_requirement: string | null; food_restrictions: readonly string[] }

const useSet = (set: 'meal-requirements' | 'food-restrictions', isWanted: boolean) =>
  useQuery({
    queryKey: ['words', set],
    queryFn: () => getWords(guidon, set),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

/** What somebody eats and does not eat, in words; they are read only if one of these people asks for something. */
export const useFoodWords = (people: readonly Eater[]) => {
  const say = useSay()
  const meals = useSet(
    'meal-requirements',
    people.some(({ meal_requirement: meal }) => meal !== null && meal !== 'none'),
  )
  const foods = useSet(
    'food-restrictions',
    people.some(({ food_restrictions }) => food_restrictions.length > 0),
  )
  return ({ meal_requirement, food_restrictions }: Eater) => {
    const meal = meal_requirement === 'none' ? undefined : meals?.find(({ value }) => value === meal_requirement)
    const not = foods?.filter(({ value }) => food_restrictions.includes(value)) ?? []
    const words = (each: { label: string; label_en: string }) => say(each.label, each.label_en)
    const without = not.length > 0 && say(`不吃${not.map(words).join('、')}`, `no ${not.map(words).join(', ')}`)
    return [meal && words(meal), without].filter(Boolean).join(say('、', ', '))
  }
}
