import { type TSchema, Type } from 'typebox'
import { refuseField } from '../../errors.ts'
import type { Cell, Kind as CellKind } from '../../files/table.ts'
import { listWith, wordsOf } from '../../words/code-words.ts'
import { type Locale, localTime, say, type Words } from '../../words/words.ts'

type Kind = 'text' | 'number' | 'money' | 'percent' | 'flag' | 'day' | 'moment' | 'codes' | 'json'
/** A field of a list as a column of its file. A field of a nested record is named with a dot: `assigned_leader.name`. */
export type Column = { name: string; kind: Kind; codes: readonly string[]; labels: readonly Label[] }
/** A column that the file of a list can have, and whether it has it if the caller names none. */
export type ListColumn = Column & {
  isStandard: boolean
  /** It serves programs: a version, possible steps, and ids beside which a name stands. People are not offered it. */
  isInner: boolean
}
/** `isRecord`: the fields below it are those of another record, such as a trip. */
type Label = { field: string; label: Words | undefined; isRecord?: boolean }

type Field = {
  type?: string | string[]
  format?: string
  takes?: string
  /** How a number of an answer is written in a file: as an amount, or as a percentage. */
  written?: 'money' | 'percent'
  enum?: unknown[]
  label?: Words
  properties?: Record<string, Field>
  items?: Field
  anyOf?: Field[]
}

// Every field that is one value, or a list of such values. A cast, because TypeBox does not type the keywords of a schema.
const columnsIn = (row: TSchema) => columnsWithin(row as Field, [])

const columnsWithin = ({ properties = {} }: Field, above: readonly Label[]): Column[] =>
  Object.entries(properties).flatMap(([field, declared]) => {
    const schema = withoutNull(declared)
    const own = { field, label: declared.label }
    const { properties: inner } = schema
    if (inner) return columnsWithin(schema, [...above, { ...own, isRecord: 'id' in inner || 'name' in inner }])
    const labels = [...above, own]
    const kind = kindOf(schema)
    if (!kind) return []
    const codes = (schema.items ?? schema).enum?.filter((code) => typeof code === 'string') ?? []
    return [{ name: labels.map((label) => label.field).join('.'), kind, codes, labels }]
  })

const withoutNull = (field: Field): Field => {
  const [one = field, ...others] = field.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length ? field : one
}

// A list of records has no place in a cell.
const kindOf = ({ type, format, takes, written, enum: values, items }: Field): Kind | undefined => {
  const isA = (kind: string) => [type].flat().includes(kind)
  if (items) return items.properties ? undefined : 'codes'
  if (values) return 'codes'
  if (isA('boolean')) return 'flag'
  if (takes === 'money') return 'money'
  if (isA('integer') || isA('number')) return written ?? 'number'
  if (format === 'day') return 'day'
  if (format === 'date-time' || takes === 'moment') return 'moment'
  return isA('string') ? 'text' : 'json'
}

/** The columns of a list, those it has by default first. A list that declares none has its own fields, and the names that stand beside ids. */
export function listColumns(row: TSchema, declared?: readonly string[]): ListColumn[] {
  const columns = columnsIn(row).map((column) => ({ ...column, isInner: isInner(column) }))
  const standard = declared ? chosenColumns(columns, declared) : columns.filter(isPlain)
  const others = columns.filter((column) => !standard.includes(column))
  return [
    ...standard.map((column) => ({ ...column, isStandard: true })),
    ...others.map((column) => ({ ...column, isStandard: false })),
  ]
}

const isPlain = ({ name, kind }: Column) =>
  kind !== 'json' && !isOfPrograms(name) && (!name.includes('.') || /^\w+\.name$/.test(name))

const isOfPrograms = (name: string) => /(^|\.)(version|possible(\.\w+)?)$/.test(name)
const isInner = (column: Column) => isOfPrograms(column.name) || isReference(column) || column.name.endsWith('.id')

/** Whether it holds the ids of other records. */
const isReference = ({ name, kind, codes }: Pick<Column, 'name' | 'kind' | 'codes'>) =>
  /_ids?$/.test(name) && (kind === 'number' || (kind === 'codes' && codes.length === 0))

/** The columns of these names, in this order. */
export function chosenColumns<C extends { name: string }>(columns: readonly C[], names: readonly string[]): C[] {
  const possible = columns.map((column) => column.name)
  return names.map((name) => columns.find((column) => column.name === name) ?? refuseColumn(name, possible))
}

/** The parameter that chooses columns. */
export const columnsParameter = Type.Optional(
  Type.Array(Type.String({ maxLength: 100 }), {
    ...{ minItems: 1, maxItems: 200, uniqueItems: true, separator: ',' },
    description: '檔案的欄位，巢狀欄位以點連接。The columns of the file; nested fields with a dot: `leader.name`.',
  }),
)
export const onlyInFiles: Words = ['只用於 format=csv 或 xlsx。', 'Only with format=csv or format=xlsx.']

const refuseColumn = (name: string, possible: readonly string[]): never => {
  const [given] = name.split(/[^\w.]/)
  return refuseField('columns', [
    `沒有「${given}」；可選擇的欄位：${possible.join(', ')}。`,
    `There is no column “${given}”. Choose from these: ${possible.join(', ')}.`,
  ])
}

/** The columns of a list as a file has them, with their headings among `all` of the list. If two are called the same, each says its field too. */
export function fileColumns(columns: readonly Column[], all: readonly Column[], locale: Locale) {
  const words = headingsOf(all)
  const headings = columns.map(({ name }) => say(words.get(name) ?? [name, name], locale))
  return columns.map(({ name, kind }, i) => {
    const heading = headings[i] ?? name
    const isTwice = headings.filter((other) => other === heading).length > 1
    return { heading: isTwice ? `${heading} (${name})` : heading, kind: cellKind(kind) }
  })
}

// Codes, flags and JSON are written as texts.
const cellKind = (kind: Kind): CellKind => (kind === 'flag' || kind === 'codes' || kind === 'json' ? 'text' : kind)

/** What the columns of a list are called, by name: 團號, and not 團團號, unless another column of the list is called so too. */
export function headingsOf(columns: readonly Column[]): ReadonlyMap<string, Words> {
  const short = columns.map((column) => wordsIn(column, shortOf(column)))
  const isUnique = ([zh]: Words) => short.filter(([other]) => other === zh).length === 1
  return new Map(
    columns.map((column, i) => {
      const one = short[i]
      return [column.name, one && isUnique(one) ? one : wordsIn(column, saidOf(column))]
    }),
  )
}

// What is called by its name alone needs no second word: 領隊, not 領隊 名稱.
const saidOf = ({ labels }: Column) =>
  labels.length > 1 && labels.at(-1)?.field === 'name' ? labels.slice(0, -1) : labels

// The number of a trip says by itself that it is of a trip; its status does not.
const shortOf = (column: Column) => {
  const said = saidOf(column)
  const last = said.at(-1)
  return last && general.has(last.field) ? said : said.filter((label) => label === last || !label.isRecord)
}
const general = new Set(['name_en', 'status', 'code', 'type_code', 'kind', 'currency', 'notes', 'reason'])

const wordsIn = (column: Column, labels: readonly Label[]): Words => {
  const words = labels.map((label, i) => wordsOfField(label, i === labels.length - 1 && isReference(column)))
  return [words.map(([zh]) => zh).reduce(joined, ''), words.map(([, en]) => en).join(', ')]
}

// 訂單 and 訂單編號 are 訂單編號. Latin letters keep a space.
const joined = (before: string, next: string) => {
  if (next.startsWith(before)) return next
  return /\w$/.test(before) || /^\w/.test(next) ? `${before} ${next}` : before + next
}

const wordsOfField = ({ field, label }: Label, isId: boolean): Words => {
  const own = label ?? wordsOf('field', field)
  if (isId && own) return [`${own[0]}系統編號`, `${own[1]} (number)`]
  return own ?? wordsOf('field', `${field}_id`) ?? [field.replaceAll('_', ' '), field.replaceAll('_', ' ')]
}

export type Row = Record<string, unknown>

const yes: Words = ['是', 'Yes']
const no: Words = ['否', 'No']

/** Turns rows of a list into cells: codes in words, moments on the clock of the installation, texts that are no formulas. */
export function cellsOf(columns: readonly Column[], { format, locale, zone }: Omit<Writing, 'list'>) {
  const readers = columns.map((column) => {
    const path = column.name.split('.')
    const list = wordListOf(column)
    return (row: Row) => cellOf(valueAt(row, path), column, { list, format, locale, zone })
  })
  return (row: Row): Cell[] => readers.map((read) => read(row))
}

// The list of words for the codes of a column, if there is one. That of a text is called like its field.
const wordListOf = ({ codes, labels }: Column) => {
  const field = labels.at(-1)?.field ?? ''
  return (codes.length && listWith(codes, field)) || field
}

const valueAt = (row: unknown, path: string[]) =>
  path.reduce<unknown>((inside, name) => (inside as Row | null | undefined)?.[name], row)

type Writing = { list: string; format: 'csv' | 'xlsx'; locale: Locale; zone: string }

const cellOf = (value: unknown, { kind }: Column, { list, format, locale, zone }: Writing): Cell => {
  if (value === null || value === undefined) return null
  const inWords = (code: unknown) => {
    const words = wordsOf(list, `${code}`)
    return words ? say(words, locale) : textOf(code)
  }
  if (kind === 'number' || kind === 'money' || kind === 'percent') return Number(value)
  if (kind === 'flag') return say(value ? yes : no, locale)
  if (kind === 'day') return `${value}`
  if (kind === 'moment') return localTime(`${value}`, zone)
  const text = [value]
    .flat()
    .map(inWords)
    .join(say(['、', ', '], locale))
  return format === 'xlsx' && isTelephone(text) ? text : harmless(text)
}

// The cell of a workbook is a text whatever it begins with, and the digits of a telephone number do no harm as a formula.
const isTelephone = (text: string) => /^\+\d[\d ()-]*$/.test(text)

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : `${value}`)

// A spreadsheet takes such a text for a formula. An import takes the apostrophe off again.
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
