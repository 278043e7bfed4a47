import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListColumn, PageMeta, PlainField, PlainRecord } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { usePageSize } from '../../kit/page-size.ts'
import type { Named } from '../../ui/names.ts'
import type { ReferenceFilter } from './search.ts'
import type { Row } from './shared/plain-record/record.ts'

/** The filters that are in an address and that these records have. */
export const askedOf = ({ filters, isSearched, sorts }: PlainRecord, search: ReferenceFilter) => {
  const names = [...filters.map(({ name }) => name), ...(isSearched ? ['q'] : [])]
  const asked = Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
  const { sort, page } = search
  const isSort = sorts.some((name) => sort === name || sort === `-${name}`)
  return { asked, order: { ...(isSort && { sort }), ...(page && { page }) } }
}

type Listed = { data: Row[]; meta: PageMeta }

export const useRows = (record: PlainRecord, search: ReferenceFilter) => {
  const { asked, order } = askedOf(record, search)
  // A short list without pages takes neither a page nor an order.
  const per_page = usePageSize()
  const query = record.sorts.length ? { ...asked, ...order, per_page } : asked
  return useQuery({
    queryKey: ['reference', record.path, query],
    queryFn: () => guidon.whole<Listed>('GET', record.path, undefined, { query }).then(withTotal),
    placeholderData: keepPreviousData,
  })
}

const withTotal = ({ data, meta }: Listed): Listed => ({
  data,
  meta:
    'total' in meta
      ? meta
      : { current_page: 1, last_page: 1, total: data.length, from: 1, to: data.length, per_page: data.length },
})

const COLUMNS = 5
const NAMED = 2
const shownKinds = ['line', 'whole', 'decimal', 'day', 'choice', 'record', 'records', 'color']
const aside = ['name', 'name_en', 'address', 'address_en', 'sort_order', 'base_cost', 'timezone']

/** The fields that a table shows beside the name: those that must be there first, and names of at most two kinds of records. */
export const columnsOf = ({ fields }: PlainRecord): PlainField[] => {
  const paths = [...new Set(fields.flatMap(({ kind, of }) => (kind === 'record' && of ? [of] : [])))].slice(0, NAMED)
  return fields
    .filter(({ name, kind, of = '' }) => {
      if (aside.includes(name) || !shownKinds.includes(kind)) return false
      return kind !== 'record' || paths.includes(of)
    })
    .slice(0, COLUMNS)
}

/** The columns that a file of these records can have: what their form has. */
export const fileColumnsOf = ({ fields }: PlainRecord): ListColumn[] =>
  fields.flatMap(({ name, words, kind }) => (kind === 'rows' ? [] : [{ name, words, isStandard: true }]))

/** The paths of the records that these columns name. */
export const pathsOf = (columns: readonly PlainField[]) => [
  ...new Set(columns.flatMap(({ kind, of }) => (kind === 'record' && of ? [of] : []))),
]

/** The names that stand beside the ids in these rows, by path and id. */
export const namesBeside = (rows: readonly Row[], columns: readonly PlainField[]) =>
  new Map<string, Named>(
    columns.flatMap(({ name, of }) =>
      rows.flatMap((row) => {
        const named = namedIn(row[name.replace(/_id$/, '')])
        return named ? [[`${of} ${named.value}`, named] as const] : []
      }),
    ),
  )

const namedIn = (value: unknown): Named | undefined => {
  if (!value || typeof value !== 'object' || !('id' in value) || !('name' in value)) return undefined
  const label_en = 'name_en' in value && typeof value.name_en === 'string' ? value.name_en : null
  return { value: Number(value.id), label: String(value.name), label_en }
}

/** The ids of the records of a path that these rows refer to without their names. */
export const idsOf = (
  rows: readonly Row[],
  columns: readonly PlainField[],
  path: string | undefined,
  known: ReadonlyMap<string, Named>,
) =>
  columns
    .filter(({ kind, of }) => kind === 'record' && of === path)
    .flatMap(({ name }) => rows.map((row) => row[name]))
    .filter((id) => typeof id === 'number')
    .filter((id) => !known.has(`${path} ${id}`))
