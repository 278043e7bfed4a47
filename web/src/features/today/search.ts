import type { GetWorkQuery } from 'guidon-sdk'
import { isNumber, isOneOf, isText, searchOf } from '../../kit/search.ts'
import { teamNames } from './teams.ts'

/** The search parameters of the start page: whose work is shown, and the one group that is shown in full. */
export const morningFilter = searchOf<GetWorkQuery>()({
  whose: isOneOf('mine', 'team'),
  for: isOneOf(...teamNames),
  user_id: isNumber,
  group: isText,
})
export type MorningFilter = ReturnType<typeof morningFilter>
