import { Type } from 'typebox'
import { oneOf, shownFields } from '../../kit/fields.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { optionLabel } from '../options/labels.ts'
import { requestKinds } from '../special-request-kinds.ts'

/**
 * What a need is: an entry of the traveler (a kind of meal, a food that is not eaten, allergies) or a special request. Seats are the
 * business of the airline.
 */
const kinds = ['diet', 'no_food', 'allergies', ...requestKinds] as const
type Kind = (typeof kinds)[number]

/** Who is told of which needs on a paper. Leaders and the office see all. */
const heard = {
  table: ['diet', 'no_food', 'allergies', 'meal', 'medical'],
  hotel: ['diet', 'no_food', 'allergies', 'meal', 'room', 'mobility', 'celebration'],
  land: ['diet', 'no_food', 'allergies', 'meal', 'medical', 'room', 'mobility', 'celebration', 'other'],
} as const satisfies Record<string, readonly Kind[]>

/** A need of a traveler as the papers of a trip name it. */
export const Need = Type.Object({
  ...shownFields({ kind: oneOf(kinds) }),
  /** It concerns what the traveler eats. */
  is_diet: Type.Boolean(),
  /** It is a special request, not an entry of the traveler. */
  is_request: Type.Boolean(),
  says: Type.String(),
  says_en: Type.String(),
})
export type Need = { kind: Kind; is_diet: boolean; is_request: boolean; says: string; says_en: string }

type Guest = {
  meal_requirement: string | null
  food_restrictions: readonly string[]
  has_allergies: boolean
  special_requests: readonly { kind: string; detail: string }[]
}

/** All needs of a traveler: what is entered for the traveler, then the special requests. Every paper of a trip takes them from here. */
export function needsOf(guest: Guest): Need[] {
  const { meal_requirement: meal, food_restrictions, has_allergies, special_requests } = guest
  return [
    ...(meal === null || meal === 'none' ? [] : [need('diet', optionLabel('meal-requirements', meal))]),
    ...food_restrictions.map((food) => {
      const [zh, en] = optionLabel('food-restrictions', food)
      return need('no_food', [`不吃${zh}`, `no ${en.toLowerCase()}`])
    }),
    ...(has_allergies ? [need('allergies', ['有過敏', 'allergies'])] : []),
    ...special_requests.map(({ kind, detail }) => need(kind as Kind, [detail, detail])),
  ]
}

const need = (kind: Kind, [says, says_en]: Words): Need => ({
  ...{ kind, says, says_en },
  is_diet: heard.table.some((each) => each === kind),
  is_request: requestKinds.some((each) => each === kind),
})

/** Those of the needs that a restaurant, a hotel or a land operator is told. */
export function neededBy(reader: keyof typeof heard, needs: readonly Need[]) {
  const told: readonly Kind[] = heard[reader]
  return needs.filter(({ kind }) => told.includes(kind))
}

/** Needs in one line. */
export function needsInWords(needs: readonly Need[], locale: Locale) {
  return needs.map(({ says, says_en }) => say([says, says_en], locale)).join(say(['；', '; '], locale))
}
