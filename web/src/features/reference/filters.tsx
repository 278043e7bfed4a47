import { useNavigate } from '@tanstack/react-router'
import type { PlainField, PlainRecord } from 'guidon-sdk'
import { useSay, type Words } from '../../kit/words.ts'
import { ExportButton } from '../../ui/export/button.tsx'
import { RecordFilter } from '../../ui/forms/record-field.tsx'
import { DaysFilter } from '../../ui/lists/days-filter.tsx'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { ClearFilters, OneOf } from '../../ui/lists/filter-parts.tsx'
import { askedOf, fileColumnsOf } from './queries.ts'
import type { ReferenceFilter } from './search.ts'

type Props = { record: PlainRecord; search: ReferenceFilter }

export const Filters = ({ record, search }: Props) => {
  const say = useSay()
  const navigate = useNavigate()
  const go = (to: ReferenceFilter) => navigate({ to: '/reference', search: to, replace: true })
  const change = (to: ReferenceFilter) => go({ ...search, page: undefined, ...to })
  const { asked, order } = askedOf(record, search)
  const hasSpan = record.filters.some(({ name }) => name === 'from')
  return (
    <search className="filters">
      {record.isSearched && (
        <DelayedSearch
          label={say('找名稱、代碼', 'Find name, code')}
          value={String(search.q ?? '')}
          change={(q) => change({ q: q || undefined })}
        />
      )}
      {record.filters.map((field) => (
        <Filter
          key={field.name}
          field={field}
          value={search[field.name]}
          choose={(value) => change({ [field.name]: value })}
        />
      ))}
      {hasSpan && (
        <DaysFilter
          label={say('期間', 'Days')}
          from={textOf(search.from)}
          to={textOf(search.to)}
          choose={(from, to) => change({ from, to })}
        />
      )}
      {Object.keys(asked).length > 0 && (
        <ClearFilters clear={() => go({ ...(search.kind && { kind: search.kind }), ...order, page: undefined })} />
      )}
      <ExportButton
        path={record.path}
        words={record.title}
        asked={{ ...asked, sort: order.sort }}
        columns={async () => ({ columns: fileColumnsOf(record) })}
      />
    </search>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

type Value = string | number | boolean | undefined
type FilterProps = { field: PlainField; value: unknown; choose: (value: Value) => void }

const Filter = ({ field: { name, words, kind, options = [], of = '' }, value, choose }: FilterProps) => {
  const say = useSay()
  const label = say(...words)
  if (kind === 'choice') {
    const table = Object.fromEntries(options.map(([code, ...words]): [string, Words] => [code, words]))
    return <OneOf label={label} words={table} value={textOf(value)} choose={choose} />
  }
  if (kind === 'record')
    return <RecordFilter label={label} of={of} value={typeof value === 'number' ? value : undefined} choose={choose} />
  if (name !== 'is_active') return null
  return (
    <OneOf
      label={say('使用中與停用', 'Active and inactive')}
      words={{ yes: ['使用中', 'Active'], no: ['已停用', 'Inactive'] }}
      value={value === undefined ? undefined : value === true ? 'yes' : 'no'}
      choose={(chosen) => choose(chosen && chosen === 'yes')}
    />
  )
}
