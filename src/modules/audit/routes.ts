import { refuse } from '../../kit/errors.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { auditList, auditPage, Change } from './queries.ts'
import { staffTables } from './tables.ts'

export default routes((on) => {
  on.get(
    '',
    {
      access: staff,
      says: 'The audit: who changed what; staff for one record, administrators for everything',
      ...auditList.of(Change),
      tagged: 'none',
    },
    ({ db, actor, query }) => {
      if (actor.role !== 'admin') requireRecord(query)
      return auditPage(db, {}, query)
    },
  )
})

const requireRecord = (query: object) => {
  const { table_name, record_id }: { table_name?: string; record_id?: number } = query
  if (table_name && record_id && staffTables.includes(table_name)) return
  refuse('forbidden', {
    detail: [
      `請指定資料種類與編號；您可查閱：${staffTables.join('、')}。`,
      `Say which kind of record, and its number; you may read the history of: ${staffTables.join(', ')}.`,
    ],
  })
}
