import { isNumber, isOneOf, isText, searchOf } from '../../kit/search.ts'

export const personFilter = searchOf<{ view?: 'doubles'; q?: string; page?: number }>()({
  view: isOneOf('doubles'),
  q: isText,
  page: isNumber,
})
export type PersonFilter = ReturnType<typeof personFilter>
