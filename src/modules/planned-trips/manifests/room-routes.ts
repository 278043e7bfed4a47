import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { found } from '../../../kit/errors.ts'
import { line } from '../../../kit/fields.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { sheet } from '../../../kit/http/routes/sheet.ts'
import type { Columns } from '../../../kit/http/routes/sheet-formats.ts'
import { type Locale, say } from '../../../kit/words/words.ts'
import { optionLabel } from '../../options/labels.ts'
import { readerOf } from '../../users/reader.ts'
import { readers } from '../routes.ts'
import { Allergies, DietaryList, RoomingList } from '../shapes.ts'
import { revealAllergies } from './actions.ts'
import { added, ofPeople, titled, who } from './columns.ts'
import { headingOf, type Traveling, travelersOf } from './queries.ts'
import { extrasInWords, isOnDiet, roomsOf, tableWishes } from './rules.ts'

/** The lists for hotels and restaurants, from the same query as all lists of a trip. */
export default routes((on, app) => {
  roomingList(on)
  dietaryList(on)
  allergies(on, app)
})

const roomingList = (on: On) => {
  sheet(
    on,
    '/:id/rooming-list',
    { access: readers, summary: 'The rooming list', returns: RoomingList },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [heading, travelers] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      const trip = found(heading)
      const data = { ...titleOf(trip), ...roomsOf(travelers) }
      const placed = data.rooms.flatMap(({ number, travelers }) =>
        travelers.map((guest) => ({ room: number, ...guest })),
      )
      const rows = [...placed, ...data.without_room].map((guest) => ({
        ...guest,
        bed_type: called('bed-type', guest.bed_type, locale),
        bed: say(guest.bed ? yes : no, locale),
        extras: extrasInWords(guest, locale),
      }))
      const columns = { ...inRoom, ...who, ...ofGuest }
      return { ...titled(trip, 'rooming-list', locale), data, rows, columns, kinds: { ...ofPeople, room: 'whole' } }
    },
  )
}

const dietaryList = (on: On) => {
  sheet(
    on,
    '/:id/dietary-list',
    { access: readers, summary: 'The dietary list', returns: DietaryList, paper: 'dietary-list' },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [heading, all] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      const trip = found(heading)
      const travelers = all.filter(isOnDiet)
      const data = { ...titleOf(trip), meals: mealsOf(all, locale), travelers }
      const rows = travelers.map((guest) => ({
        ...guest,
        meal_requirement: called('meal-requirements', guest.meal_requirement, locale),
        food_restrictions: foodOf(guest, locale),
        has_allergies: guest.has_allergies ? say(yes, locale) : '',
        wishes: tableWishes(guest),
      }))
      const columns = { ...who, ...atTable }
      return {
        ...titled(trip, 'dietary-list', locale),
        data,
        rows,
        columns,
        kinds: ofPeople,
        facts: { meals: data.meals },
      }
    },
  )
}

const allergies = (on: On, { keys }: FastifyInstance) => {
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
}

type Heading = { serial: string; name: string; departure_date: string; return_date: string }
const titleOf = ({ serial, name, departure_date, return_date }: Heading) => ({
  serial,
  name,
  departure_date,
  return_date,
})

const called = (list: string, value: string | null, locale: Locale) =>
  value === null ? '' : say(optionLabel(list, value), locale)

const foodOf = ({ food_restrictions: foods }: Traveling, locale: Locale) =>
  foods.map((food) => called('food-restrictions', food, locale)).join(say(['、', ', '], locale))

const mealsOf = (travelers: Traveling[], locale: Locale) =>
  [...Map.groupBy(travelers, ({ meal_requirement }) => meal_requirement ?? 'none')].map(
    ([meal_requirement, those]) => ({
      meal_requirement,
      label: called('meal-requirements', meal_requirement, locale),
      count: those.length,
    }),
  )

const yes = ['是', 'yes'] as const
const no = ['否', 'no'] as const
const inRoom: Columns = { room: ['房號', 'Room'] }
const ofGuest: Columns = {
  gender: ['性別', 'Gender'],
  passenger_type: ['旅客類別', 'Passenger'],
  bed_type: ['床型', 'Bed type'],
  bed: ['佔床', 'Own bed'],
  roommate_group: ['同房', 'Shares with'],
  booking_number: ['訂單編號', 'Booking'],
  ...added,
}
const atTable: Columns = {
  meal_requirement: ['餐食', 'Meal'],
  food_restrictions: ['不吃', 'Does not eat'],
  has_allergies: ['過敏', 'Allergies'],
  wishes: ['餐食需求', 'Asked for at table'],
}
