import type { PlannedTripSegment } from 'guidon-sdk'
import { useSay, type Words } from '../kit/words.ts'

type Eaten = Pick<PlannedTripSegment, 'breakfast' | 'lunch' | 'dinner'>
type Meal = Eaten['breakfast']

export const mealNames: Record<keyof Eaten, Words> = {
  breakfast: ['早', 'Breakfast'],
  lunch: ['午', 'Lunch'],
  dinner: ['晚', 'Dinner'],
}
const meals = ['breakfast', 'lunch', 'dinner'] as const

export const mealWords: Record<Meal, Words | undefined> = {
  included: ['含', 'included'],
  own: ['自理', 'own'],
  onboard: ['機上', 'on board'],
  none: undefined,
}

/** What is eaten on a day, in one line. */
export const Meals = ({ segment }: { segment: Eaten }) => {
  const say = useSay()
  return (
    <p className="meals small soft">
      {meals.map((meal) => {
        const words = mealWords[segment[meal]]
        return words && <span key={meal}>{`${say(...mealNames[meal])} ${say(...words)}`}</span>
      })}
    </p>
  )
}
