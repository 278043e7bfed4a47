import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listUserOptions } from 'guidon-sdk'
import { auditActionWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { numberTyped } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { tableWords } from '../../ui/forms/changes/words.ts'
import { DaysFilter } from '../../ui/lists/days-filter.tsx'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { ClearFilters, OneOf, OneRecord } from '../../ui/lists/filter-parts.tsx'
import type { AuditFilter } from './search.ts'

/** Filters by record, person and day. Readers who may see the audit of one record only cannot change the record. */
export const Filters = ({ filter, mayAll }: { filter: AuditFilter; mayAll: boolean }) => {
  const say = useSay()
  const navigate = useNavigate({ from: '/audit' })
  const users = useQuery({ queryKey: ['users', 'options'], queryFn: () => listUserOptions(guidon) }).data
  const change = (to: Partial<AuditFilter>) =>
    navigate({ search: (now) => ({ ...now, page: undefined, ...to }), replace: true })
  const { page: _page, table_name, record_id, ...asked } = filter
  const kept = mayAll ? {} : { table_name, record_id }
  return (
    <search className="filters">
      {mayAll && (
        <>
          <OneOf
            label={say('資料', 'Record')}
            words={tableWords}
            value={table_name}
            choose={(table_name) => change({ table_name })}
          />
          <DelayedSearch
            label={say('編號', 'Number')}
            value={record_id === undefined ? '' : String(record_id)}
            change={(typed) => change({ record_id: numberTyped(typed) || undefined })}
          />
        </>
      )}
      <OneRecord
        label={say('異動人員', 'Changed by')}
        options={users}
        value={filter.actor_id}
        choose={(actor_id) => change({ actor_id })}
      />
      <OneOf
        label={say('動作', 'Action')}
        words={auditActionWords}
        value={filter.action}
        choose={(action) => change({ action })}
      />
      <DaysFilter
        label={say('異動日期', 'Days')}
        from={filter.from}
        to={filter.to}
        choose={(from, to) => change({ from, to })}
      />
      {(Object.keys(asked).length > 0 || (mayAll && table_name)) && (
        <ClearFilters clear={() => navigate({ to: '/audit', search: kept })} />
      )}
    </search>
  )
}
