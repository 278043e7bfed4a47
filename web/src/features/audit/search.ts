import type { ListAuditQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, searchOf } from '../../kit/search.ts'

export const auditFilter = searchOf<ListAuditQuery>()({
  table_name: isText,
  record_id: isNumber,
  actor_id: isNumber,
  action: isText,
  from: isDay,
  to: isDay,
  page: isNumber,
})
export type AuditFilter = ReturnType<typeof auditFilter>
