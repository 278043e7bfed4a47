import { type FieldFaults, Refusal, refuse } from '../../../kit/errors.ts'
import { moneyOf } from '../../../kit/http/routes/formats.ts'
import { textParser } from '../../../kit/http/routes/text-input.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { Department } from '../../roles.ts'
import { isFlightTicket, pricingTypeOf } from '../rules.ts'
import { ImportedType } from '../schema.ts'

/** The cells of a line by column; an empty cell is undefined. */
export type Cells = Record<string, string | undefined>
export type Category = { id: number; name: string; name_en: string | null; department: Department }
export type Read = { type: ImportedType; errors?: never } | { type?: never; errors: FieldFaults }

/** A file has the columns of a type, with the category by id or by name; optional fields may be missing. */
export const refuseColumns = (columns: string[]) => {
  const errors: FieldFaults = {}
  for (const column of ['name', 'type_code']) if (!columns.includes(column)) errors[column] = [missing]
  if (columns.includes('category') === columns.includes('category_id')) errors.category = [eitherCategory]
  for (const [i, column] of columns.entries()) {
    if (column !== 'category' && !(column in ImportedType.properties)) errors[column] = [unknown]
    if (columns.indexOf(column) < i) errors[column] = [twice]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

/** Parses lines into types with the validation of the route's body. */
export const lineParser = (categories: Category[], zone: string) => {
  const check = textParser(ImportedType, zone)
  return ({ category: called, ...cells }: Cells): Read => {
    const asked = cells.category_id ?? called
    const category =
      categories.find(({ id, name }) => asked === `${id}` || asked === name) ?? inEnglish(categories, asked)
    const category_id = asked && `${category?.id ?? 1}`
    const noCategory: FieldFaults = asked && !category ? { category_id: [noSuch] } : {}
    try {
      const type = check({ pricing_type: priced(cells, category), ...cells, category_id })
      return category ? { type } : { errors: noCategory }
    } catch (error) {
      if (error instanceof Refusal) return { errors: { ...error.extras.errors, ...noCategory } }
      throw error
    }
  }
}

const inEnglish = (categories: Category[], asked = '') => {
  const found = categories.filter(({ name_en }) => name_en?.toLowerCase() === asked.toLowerCase())
  return found.length === 1 ? found[0] : undefined
}

// The rule by which existing types got their pricing type.
const priced = (cells: Cells, category: Category | undefined) =>
  pricingTypeOf({
    isFlightTicket: !!category && isFlightTicket(cells, category),
    base_cost: moneyOf(cells.base_cost) ?? null,
  })

const missing: Words = ['缺少此欄位。', 'This column is missing.']
const unknown: Words = ['沒有這個欄位；請檢查拼字。', 'There is no such column; check the spelling.']
const twice: Words = ['欄位重複。', 'This column stands there twice.']
const eitherCategory: Words = ['請提供分類（名稱或編號）。', 'Give the category, by name or number.']
const noSuch: Words = ['沒有這筆資料。', 'There is no such record.']
