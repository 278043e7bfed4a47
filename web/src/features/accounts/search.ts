import type { ListUsersQuery } from 'guidon-sdk'
import { isNumber, isText, searchOf } from '../../kit/search.ts'

export const accountFilter = searchOf<ListUsersQuery>()({
  q: isText,
  role: isText,
  department: isText,
  status: isText,
  sort: isText,
  page: isNumber,
})
export type AccountFilter = ReturnType<typeof accountFilter>
