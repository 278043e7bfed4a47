import { codesIn } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, Refusal, refuse } from '../../kit/errors.ts'
import { isNullable } from '../../kit/fields.ts'
import { moneyOf } from '../../kit/http/routes/formats.ts'
import { textParser } from '../../kit/http/routes/validators.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Department } from '../roles.ts'
import type { PricingType } from './request.ts'
import { ImportedType, typeWarnings, writeTypeCountries } from './types.ts'

/** The cells of a line by column; an empty cell is undefined. */
type Cells = Record<string, string | undefined>

export type File = { columns: string[]; lines: { line: number; cells: Cells }[] }
type Outcome =
  | { result: 'created'; warnings: Words[] }
  | { result: 'unchanged' }
  | { result: 'refused'; errors: FieldFaults }
export type Report = Outcome & { line: number; type_code: string }

/** Imports types and reports every line. If one was refused, the caller must roll back all of them. */
export async function importTypes(tx: Tx, { columns, lines }: File, zone: string): Promise<Report[]> {
  refuseColumns(columns)
  const categories = await tx.selectFrom('addon_categories').select(['id', 'name', 'name_en', 'department']).execute()
  const countries = await tx.selectFrom('countries').select(['id', 'iso_alpha2']).execute()
  const read = lineParser(categories, countries, zone)
  const reports: Report[] = []
  for (const { line, cells } of lines) {
    const { type, country_ids, errors } = read(cells)
    const outcome: Outcome = type ? await add(tx, { type, country_ids }, cells) : { result: 'refused', errors }
    reports.push({ line, type_code: cells.type_code ?? '', ...outcome })
  }
  return reports
}

// An existing type that equals the line is left unchanged; changes by staff are not overwritten.
const add = async (tx: Tx, { type, country_ids }: Imported, cells: Cells): Promise<Outcome> => {
  const added = await tx
    .insertInto('addon_request_types')
    .values(type)
    .onConflict((there) => there.column('type_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) {
    await writeTypeCountries(tx, added.id, country_ids)
    return { result: 'created', warnings: typeWarnings(type) }
  }
  const there = await tx
    .selectFrom('addon_request_types')
    .selectAll()
    .where('type_code', '=', type.type_code)
    .executeTakeFirstOrThrow()
  const isElsewhere = COUNTRIES in cells && `${await countriesOf(tx, there.id)}` !== `${country_ids}`
  const others = differences(type, there, cells).concat(isElsewhere ? COUNTRIES : [])
  return others.length ? { result: 'refused', errors: { type_code: [taken(others)] } } : { result: 'unchanged' }
}

const countriesOf = async (tx: Tx, type: number) =>
  (await tx.selectFrom('addon_type_countries').select('country_id').where('type_id', '=', type).execute())
    .map(({ country_id }) => country_id)
    .toSorted((a, b) => a - b)

// An empty cell means null where null is allowed; a missing column means no change.
const differences = (type: ImportedType, there: ImportedType, cells: Cells) => {
  const [given, kept] = [new Map(Object.entries(type)), new Map(Object.entries(there))]
  return Object.entries(ImportedType.properties)
    .filter(([column, field]) => cells[column] !== undefined || (column in cells && isNullable(field)))
    .map(([column]) => column)
    .concat('category' in cells ? 'category_id' : [])
    .filter((column) => (given.get(column) ?? null) !== kept.get(column))
}

const taken = (others: string[]) =>
  [
    `此值已被使用；不同的欄位：${others.join('、')}。`,
    `This value is taken already; what differs: ${others.join(', ')}.`,
  ] as const
// A line, from its cells to a type

type Category = { id: number; name: string; name_en: string | null; department: Department }
type Country = { id: number; iso_alpha2: string }
type Imported = { type: ImportedType; country_ids: number[] }
type Read = (Imported & { errors?: never }) | { type?: never; country_ids?: never; errors: FieldFaults }

/** The countries of the trips for which a type is offered, by their codes: `JP KR`. */
const COUNTRIES = 'country_codes'

/** A file has the columns of a type, with the category by id or by name; optional fields may be missing. */
const refuseColumns = (columns: string[]) => {
  const errors: FieldFaults = {}
  for (const column of ['name', 'type_code']) if (!columns.includes(column)) errors[column] = [missing]
  if (columns.includes('category') === columns.includes('category_id')) errors.category = [eitherCategory]
  for (const [i, column] of columns.entries()) {
    if (column !== 'category' && column !== COUNTRIES && !(column in ImportedType.properties))
      errors[column] = [unknown]
    if (columns.indexOf(column) < i) errors[column] = [twice]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

/** Parses lines into types with the validation of the route's body. */
const lineParser = (categories: Category[], countries: Country[], zone: string) => {
  const check = textParser(ImportedType, zone)
  return ({ category: called, [COUNTRIES]: codes, ...cells }: Cells): Read => {
    const asked = cells.category_id ?? called
    const category =
      categories.find(({ id, name }) => asked === `${id}` || asked === name) ?? inEnglish(categories, asked)
    const category_id = asked && `${category?.id ?? 1}`
    const noCategory: FieldFaults = asked && !category ? { category_id: [noSuch] } : {}
    const wanted = codesIn(codes)
    const found = countries.filter(({ iso_alpha2 }) => wanted.includes(iso_alpha2))
    const noCountry: FieldFaults = found.length < new Set(wanted).size ? { [COUNTRIES]: [noSuchCountry] } : {}
    const faults = { ...noCategory, ...noCountry }
    try {
      const type = check({ pricing_type: priced(cells, category), ...cells, category_id })
      const country_ids = found.map(({ id }) => id).toSorted((a, b) => a - b)
      return Object.keys(faults).length || !category ? { errors: faults } : { type, country_ids }
    } catch (error) {
      if (error instanceof Refusal) return { errors: { ...error.extras.errors, ...faults } }
      throw error
    }
  }
}

const inEnglish = (categories: Category[], asked = '') => {
  const found = categories.filter(({ name_en }) => name_en?.toLowerCase() === asked.toLowerCase())
  return found.length === 1 ? found[0] : undefined
}

// The rule by which types got a pricing type when the field was introduced.
const priced = (cells: Cells, category: Category | undefined) =>
  pricingTypeOf({
    isFlightTicket: !!category && isFlightTicket(cells, category),
    base_cost: moneyOf(cells.base_cost) ?? null,
  })

/**
 * The pricing type of an imported type: flight tickets need a quotation, types with a cost have a fixed price, all others are free.
 */
const pricingTypeOf = ({
  isFlightTicket,
  base_cost,
}: {
  isFlightTicket: boolean
  base_cost: number | null
}): PricingType => (isFlightTicket ? 'quotation_required' : base_cost ? 'fixed_price' : 'free')

type Named = { type_code?: string | undefined; name?: string | undefined; name_en?: string | null | undefined }

/** Whether an imported type is a flight ticket: it belongs to ticketing, and it or its whole category is named so. */
const isFlightTicket = (
  { type_code = '', name = '', name_en }: Named,
  category: Named & { department: Department },
) => {
  const called = [type_code, name, name_en ?? ''].some((words) => /機票|(flight|air)[ _-]?ticket|airfare/i.test(words))
  const isOne = [category.name, category.name_en].some((words) => /^(機票|(flight|air) tickets?)$/i.test(words ?? ''))
  return category.department === 'ticketing' && (called || isOne)
}

const missing: Words = ['缺少此欄位。', 'This column is missing.']
const unknown: Words = ['沒有這個欄位；請檢查拼字。', 'There is no such column; check the spelling.']
const twice: Words = ['欄位重複。', 'This column stands there twice.']
const eitherCategory: Words = ['請提供分類（名稱或編號）。', 'Give the category, by name or number.']
const noSuchCountry: Words = [
  '沒有這個國家；請填兩碼國別，以空格分開，例如 JP KR。',
  'There is no such country; give codes of two letters with a space between them, such as JP KR.',
]
const noSuch: Words = ['沒有這筆資料。', 'There is no such record.']
