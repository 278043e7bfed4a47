import { refuse } from '../../kit/errors.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../users/schema.ts'
import { auditList, auditPage, Change } from './queries.ts'

export default routes((on) => {
  on.get(
    '',
    {
      access: staff,
      says: 'Who changed what; staff ask for one record, an administrator for anything',
      ...auditList.of(Change),
      tagged: 'none',
    },
    ({ db, actor, query }) => {
      if (actor.role !== 'admin') requireRecord(query)
      return auditPage(db, {}, query)
    },
  )
})

// Accounts are the administrator's business; of everything else staff may read the history, one record at a time.
const requireRecord = (query: object) => {
  const { table_name, record_id }: { table_name?: string; record_id?: number } = query
  if (table_name && record_id && table_name !== 'users') return
  refuse('forbidden', {
    detail: [
      '請指定 table_name 與 record_id；帳號的紀錄只有管理員可看。',
      'Give table_name and record_id; the history of accounts is for administrators.',
    ],
  })
}
