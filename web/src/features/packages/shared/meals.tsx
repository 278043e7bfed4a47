import type { PlannedTripSegment } from 'guidon-sdk'
import { mealWords } from 'guidon-sdk/words'
import { type Say, useSay, type Words } from '../../../kit/words.ts'
import css from './itinerary.module.css'

type Meal = 'breakfast' | 'lunch' | 'dinner'
type Eaten = Pick<PlannedTripSegment, Meal | `${Meal}_text`>

export const mealNames: Record<Meal, Words> = {
  breakfast: ['早', 'Breakfast'],
  lunch: ['午', 'Lunch'],
  dinner: ['晚', 'Dinner'],
}
export const meals = ['breakfast', 'lunch', 'dinner'] as const

/** The meals of a day, in one line. */
export const Meals = ({ segment }: { segment: Eaten }) => {
  const say = useSay()
  return (
    <p className={`${css.meals} small soft`}>
      {meals.map((meal) => {
        const eaten = segment[meal]
        if (eaten === 'none' && segment[`${meal}_text`] === null) return null
        return <span key={meal}>{`${say(...mealNames[meal])} ${wordsOf(say, eaten, segment[`${meal}_text`])}`}</span>
      })}
    </p>
  )
}

/** What an included meal is; of another one who provides it, and what it is behind. */
const wordsOf = (say: Say, eaten: Eaten[Meal], text: string | null) => {
  if (text && eaten === 'included') return text
  const who = say(...mealWords[eaten])
  return text ? say(`${who}（${text}）`, `${who} (${text})`) : who
}
