import type { PlainField, PlainRecord } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import type { Words } from '../../kit/words.ts'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { Filter, FiltersOf } from '../../ui/lists/filters.ts'
import { askedOf, fileColumnsOf } from './queries.ts'
import type { ReferenceFilter } from './search.ts'

/** The filters that the service has for these records. */
export const filtersOf = (record: PlainRecord, search: ReferenceFilter): FiltersOf<ReferenceFilter> => ({
  search: { ...search, q: search.q === undefined ? undefined : String(search.q) },
  ...(record.isSearched && { find: ['找名稱、代碼', 'Find name, code'] }),
  filters: [
    ...record.filters.map(filterOf),
    record.filters.some(({ name }) => name === 'from') && { from: 'from', to: 'to', words: ['期間', 'Days'] },
  ],
})

const filterOf = ({ name, words, kind, options = [], of = '' }: PlainField): Filter<ReferenceFilter> | false => {
  if (kind === 'choice')
    return {
      of: name,
      words,
      choices: Object.fromEntries(options.map(([code, ...pair]): [string, Words] => [code, pair])),
    }
  if (kind === 'record') return { of: name, words, field: fieldOf(of) }
  return name === 'is_active' && { of: name, words: ['使用中與停用', 'Active and inactive'], choices: activeWords }
}

const activeWords: Record<string, Words> = { true: label.is_active, false: ['已停用', 'Inactive'] }

// The same component each time, so that its field keeps what is typed.
const fields = new Map<string, ReturnType<typeof recordFilter>>()
const fieldOf = (of: string) => {
  const field = fields.get(of) ?? recordFilter(of)
  fields.set(of, field)
  return field
}

export const ReferenceTools = ({ record, search }: { record: PlainRecord; search: ReferenceFilter }) => {
  const { asked, order } = askedOf(record, search)
  return (
    <ExportButton
      path={record.path}
      words={record.title}
      asked={{ ...asked, sort: order.sort }}
      columns={async () => ({ columns: fileColumnsOf(record) })}
    />
  )
}
