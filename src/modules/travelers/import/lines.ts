import { Type } from 'typebox'
import { type FieldFaults, Refusal, refuse } from '../../../kit/errors.ts'
import { textParser } from '../../../kit/http/routes/text-input.ts'
import type { Words } from '../../../kit/words/words.ts'
import { optionLists } from '../../options/lists.ts'
import { NewTraveler } from '../schema.ts'

/** The cells of a line by column; an empty cell is undefined. */
export type Cells = Record<string, string | undefined>
export type Line = Omit<NewTraveler, 'booking_id'>
export type Read = { traveler: Line; errors?: never } | { traveler?: never; errors: FieldFaults }

const { booking_id: _booking, food_restrictions: _foods, ...fields } = NewTraveler.properties
const known = ['booking_number', 'food_restrictions', ...Object.keys(fields)]

/** A file has the columns of a traveler and, unless all lines belong to one booking, the booking number. */
export function refuseColumns(columns: string[], isOneBooking: boolean) {
  const errors: FieldFaults = {}
  for (const column of ['name', ...(isOneBooking ? [] : ['booking_number'])])
    if (!columns.includes(column)) errors[column] = [missing]
  for (const [i, column] of columns.entries()) {
    if (!known.includes(column) || (isOneBooking && column === 'booking_number')) errors[column] = [unknown]
    if (columns.indexOf(column) < i) errors[column] = [twice]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

/** Parses lines into travelers with the validation of the route's body; an option may be given by its label. */
export function lineParser(zone: string) {
  const check = textParser(Type.Object(fields), zone)
  const checkFood = textParser(Type.Object({ food: Type.Unsafe<Food>({ type: 'string', enum: foods }) }), zone)
  return ({ booking_number: _number, food_restrictions, ...cells }: Cells): Read => {
    const errors: FieldFaults = {}
    const tried = <T>(work: () => T, as?: string): T | undefined => {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        for (const [field, words] of Object.entries(error.extras.errors ?? {})) errors[as ?? field] = words
        return undefined
      }
    }
    const traveler = tried(() => check(valued(cells)))
    const eaten = (food_restrictions ?? '').split(/[、,，;；\s]+/).filter((food) => food !== '')
    const restricted = eaten.flatMap((cell) => {
      const food = tried(() => checkFood({ food: optionCalled('food-restrictions', cell) }).food, 'food_restrictions')
      return food ? [food] : []
    })
    if (!traveler || Object.keys(errors).length) return { errors }
    return { traveler: { ...traveler, ...(restricted.length && { food_restrictions: [...new Set(restricted)] }) } }
  }
}

type Food = NonNullable<NewTraveler['food_restrictions']>[number]
const foods = (optionLists['food-restrictions'] ?? []).map(({ value }) => value)

// The option lists of columns that may be given by label.
const lists: Record<string, string> = {
  nationality: 'nationality',
  passport_status: 'passport-status',
  passport_country: 'nationality',
  meal_requirement: 'meal-requirements',
  ticket_handling: 'ticket-handling',
  class_preference: 'class-preference',
  bed_type: 'bed-type',
  seat_preference: 'seat-preference',
}
const valued = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [
      column,
      cell === undefined || !lists[column] ? cell : optionCalled(lists[column], cell),
    ]),
  )
const optionCalled = (list: string, cell: string) =>
  optionLists[list]?.find(
    ({ value, label, label_en }) => value === cell || label === cell || label_en.toLowerCase() === cell.toLowerCase(),
  )?.value ?? cell

const missing: Words = ['缺少此欄位。', 'This column is missing.']
const unknown: Words = ['沒有這個欄位；請檢查拼字。', 'There is no such column; check the spelling.']
const twice: Words = ['欄位重複。', 'This column stands there twice.']
