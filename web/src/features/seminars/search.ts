import type { ListSessionsQuery } from 'guidon-sdk'
import { isDay, isNumber, isOneOf, isText, searchOf } from '../../kit/search.ts'

/** Sessions by their time, or with `view=seminars` the seminars. */
export const seminarFilter = searchOf<ListSessionsQuery & { view?: 'seminars' }>()({
  view: isOneOf('seminars'),
  q: isText,
  seminar_id: isNumber,
  kind: isText,
  status: isText,
  from: isDay,
  to: isDay,
  sort: isText,
  page: isNumber,
})
export type SeminarFilter = ReturnType<typeof seminarFilter>
