import { Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { anyText, line, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Columns, Sheet } from '../../kit/http/routes/sheet-formats.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { revealTraveler } from '../travelers/reveal.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import {
  headingOf,
  type ListedTraveler,
  listHeading,
  listHeadingOf,
  listTitle,
  nameColumns,
  optionName,
  personKinds,
  ShownTraveler,
  travelersOf,
  yes,
} from './manifest.ts'
import { neededBy, needsInWords } from './needs.ts'
import { readers } from './visible.ts'

/** Travelers with dietary restrictions. */
const DietaryList = Type.Object({
  ...listHeading,
  /** Meals by kind. `none` counts the travelers without any dietary need. */
  meals: Type.Array(Type.Object({ meal_requirement: Type.String(), label: Type.String(), count: Type.Integer() })),
  /** The number of travelers who avoid a food, for any kind of meal. */
  restrictions: Type.Array(
    Type.Object({ food_restriction: Type.String(), label: Type.String(), count: Type.Integer() }),
  ),
  /** The number of travelers with allergies, and of those with a special request for meals. */
  ...shownFields({ allergies: whole(0), special_requests: whole(0) }),
  travelers: Type.Array(ShownTraveler),
})

const Allergies = Type.Array(Type.Object({ traveler_id: ref(), name: Type.String(), allergies: orNull(anyText()) }))

/** Whether a traveler has dietary restrictions or special requests for meals. */
const hasDiet = ({ needs }: ListedTraveler) => needs.some(({ is_diet }) => is_diet)

/** The special requests for meals. */
const requestsOf = ({ needs }: ListedTraveler) => neededBy('table', needs).filter(({ is_request }) => is_request)

const foodOf = ({ food_restrictions: foods }: ListedTraveler, locale: Locale) =>
  foods.map((food) => optionName('food-restrictions', food, locale)).join(say(['、', ', '], locale))

/** The counts above the list. A traveler with any dietary need is not counted as `none`. */
const countsOf = (travelers: ListedTraveler[], locale: Locale) => {
  const special = travelers.filter(({ meal_requirement }) => meal_requirement !== null && meal_requirement !== 'none')
  const meals = [...Map.groupBy(special, ({ meal_requirement }) => meal_requirement ?? 'none')].map(
    ([meal_requirement, those]) => ({ meal_requirement, count: those.length }),
  )
  const without = travelers.filter((one) => !hasDiet(one)).length
  if (without) meals.push({ meal_requirement: 'none', count: without })
  const foods = Map.groupBy(
    travelers.flatMap(({ food_restrictions }) => food_restrictions),
    (food) => food,
  )
  return {
    meals: meals.map((meal) => ({ ...meal, label: optionName('meal-requirements', meal.meal_requirement, locale) })),
    restrictions: [...foods].map(([food_restriction, those]) => ({
      food_restriction,
      label: optionName('food-restrictions', food_restriction, locale),
      count: those.length,
    })),
    allergies: travelers.filter(({ has_allergies }) => has_allergies).length,
    special_requests: travelers.filter((one) => requestsOf(one).length > 0).length,
  }
}

const dietaryColumns: Columns = {
  meal_requirement: ['餐食', 'Meal'],
  food_restrictions: ['不吃', 'Does not eat'],
  has_allergies: ['過敏', 'Allergies'],
  special_requests: ['餐食需求', 'Asked for at table'],
}

type Reveal = { reader: Reader; actor: Actor; reason: string; request_id: string }

/** Reveals the allergies of all active travelers. Each reading is logged for its traveler. */
const revealAllergies = async (tx: Tx, keys: Keys, id: number, { reader, ...asking }: Reveal) => {
  found(await headingOf(tx, { ...reader, id }))
  const allergic = (await travelersOf(tx, { ...reader, id })).filter(({ has_allergies }) => has_allergies)
  const told: { traveler_id: number; name: string; allergies: string | null }[] = []
  // The list contains only travelers that the reader may see, so access is not checked again.
  for (const { traveler_id, name } of allergic) {
    const { allergies = null } = await revealTraveler(tx, keys, traveler_id, ['allergies'], {
      ...asking,
      reader: seesAll,
    })
    told.push({ traveler_id, name, allergies })
  }
  return told
}

/** The dietary needs of each traveler, with their counts. */
export async function dietarySheet(db: Db, given: Reader & { id: number }, locale: Locale): Promise<Sheet> {
  const [heading, all] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
  const trip = found(heading)
  const travelers = all.filter(hasDiet)
  const counts = countsOf(all, locale)
  const data = { ...listHeadingOf(trip), ...counts, travelers }
  const rows = travelers.map((guest) => ({
    ...guest,
    meal_requirement: optionName('meal-requirements', guest.meal_requirement, locale),
    food_restrictions: foodOf(guest, locale),
    has_allergies: guest.has_allergies ? say(yes, locale) : '',
    special_requests: needsInWords(requestsOf(guest), locale),
  }))
  const columns = { ...nameColumns, ...dietaryColumns }
  return {
    ...listTitle(trip, 'dietary-list', locale),
    data,
    rows,
    columns,
    kinds: personKinds,
    facts: counts,
  }
}

/** The list for restaurants, from the same query as the other lists of a trip. */
export const tripDietaryList = routes((on, { keys }) => {
  sheet(
    on,
    '/:id/dietary-list',
    { access: readers, summary: 'The dietary list', returns: DietaryList, paper: 'dietary-list' },
    ({ db, actor, id, locale }) => dietarySheet(db, { ...readerOf(actor), id }, locale),
  )

  on.post(
    '/:id/dietary-list/reveal',
    {
      access: readers,
      summary: 'Reveal the allergies of all travelers; who and why is logged',
      body: Type.Object({ reason: line(500, '通知餐廳') }),
      returns: Allergies,
      refuses: ['step_not_possible'],
      noReplay: true,
      etag: 'none',
    },
    ({ tx, actor, params, body, request }) =>
      revealAllergies(tx, keys, params.id, { ...body, reader: readerOf(actor), actor, request_id: request.id }),
  )
})
