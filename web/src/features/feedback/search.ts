import type { ListTripFeedbackQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

export const feedbackFilter = searchOf<ListTripFeedbackQuery>()({
  planned_trip_id: isNumber,
  package_id: isNumber,
  tour_leader_id: isNumber,
  branch_id: isNumber,
  is_low: isTrue,
  answered_from: isDay,
  answered_to: isDay,
  sort: isText,
  page: isNumber,
})
export type FeedbackFilter = ReturnType<typeof feedbackFilter>
