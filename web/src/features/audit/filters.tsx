import { useQuery } from '@tanstack/react-query'
import { listUserOptions } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { auditActionWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { numberTyped } from '../../kit/typed.ts'
import { DelayedSearch } from '../../ui/delayed-search.tsx'
import { tableWords } from '../../ui/forms/changes/words.ts'
import type { FieldProps, Filter } from '../../ui/lists/filters.ts'
import { OneRecord } from '../../ui/lists/one-of.tsx'
import type { AuditFilter } from './search.ts'

/** Readers who may see the audit of one record only cannot choose another. */
export const auditFilters = (mayAll: boolean): (Filter<AuditFilter> | false)[] => [
  mayAll && { of: 'table_name', words: label.table_name, choices: tableWords },
  mayAll && { of: 'record_id', words: label.id, field: NumberField },
  { of: 'actor_id', words: label.actor_id, field: UserField },
  { of: 'action', words: label.action, choices: auditActionWords },
  { from: 'from', to: 'to', words: ['異動日期', 'Days'] },
]

const NumberField = ({ label, value, choose }: FieldProps) => (
  <DelayedSearch
    label={label}
    value={String(value ?? '')}
    change={(typed) => choose(numberTyped(typed) || undefined)}
  />
)

const UserField = (props: FieldProps) => {
  const users = useQuery({ queryKey: ['users', 'options'], queryFn: () => listUserOptions(guidon) }).data
  return <OneRecord {...props} options={users} />
}
