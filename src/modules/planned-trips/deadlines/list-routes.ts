import { routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { ListedDeadline } from '../shapes.ts'
import { deadlinesOf, readDeadlines } from './queries.ts'

/** `/api/deadlines`: the deadlines of all trips. */
export default routes((on) => {
  on.get(
    '',
    {
      access: staff,
      summary: 'The deadlines of all trips, by day; `done=false` are the open ones of trips that still take place',
      ...deadlinesOf(ListedDeadline),
      etag: 'none',
    },
    ({ db, actor, query }) => readDeadlines(db, actor, query),
  )
})
