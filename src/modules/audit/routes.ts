import { refuse } from '../../kit/errors.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Role, staff } from '../roles.ts'
import { withNames } from './names.ts'
import { auditList, auditPage, Change } from './queries.ts'
import { departmentTables, sellerTables, staffTables } from './tables.ts'

export default routes((on) => {
  on.get(
    '',
    {
      access: staff,
      summary: 'The audit: who changed what; staff for one record, administrators for everything',
      ...auditList.of(Change),
      etag: 'none',
    },
    async ({ db, actor, query }) => {
      if (!actor.roles.includes('admin')) requireRecord(actor.roles, query)
      return withNames(db, await auditPage(db, {}, query))
    },
  )
})

const requireRecord = (roles: readonly Role[], query: object) => {
  const tables = [
    ...staffTables,
    ...(roles.includes('department') ? departmentTables : []),
    ...(roles.includes('sales') || roles.includes('manager') ? sellerTables : []),
  ]
  const { table_name, record_id }: { table_name?: string; record_id?: number } = query
  if (table_name && !tables.includes(table_name)) refuse('forbidden', { detail: notOfYourRole })
  if (!table_name || !record_id) refuse('forbidden', { detail: oneRecord })
}

const notOfYourRole = [
  '您的角色不能查閱這類資料的異動紀錄；請洽系統管理員。',
  'Your role may not read the history of records of this kind. Ask an administrator.',
] as const
const oneRecord = [
  '全部的異動紀錄只有系統管理員可以查閱；請指定要查閱哪一筆資料（種類與編號）。',
  'Only administrators may read the history of everything. Say whose you want to read: the kind of record, and its number.',
] as const
