import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { labelled, moment, nullable, ref, text, whole } from '../../kit/fields.ts'

const score = () => nullable(whole(1, 5))

/** What a booking answers after its return: five scores and what it writes. */
export const scores = {
  trip_score: labelled(score(), ['整趟旅程', 'Whole trip']),
  leader_score: labelled(score(), ['領隊', 'Tour leader']),
  hotels_score: labelled(score(), ['住宿', 'Hotels']),
  meals_score: labelled(score(), ['餐食', 'Meals']),
  again_score: labelled(score(), ['會再參加', 'Would travel again']),
}
export const Answer = Type.Object({
  ...scores,
  remarks: labelled(nullable(text(2000, '領隊很照顧長輩，飯店離車站近。')), ['想說的話', 'Remarks']),
})
export type Answer = Static<typeof Answer>

/** The feedback of a booking: that it was asked, and its answer. */
export const TripFeedback = Type.Object({
  booking_id: ref(),
  ...Answer.properties,
  asked_at: labelled(nullable(moment()), ['詢問時間', 'Asked at']),
  answered_at: labelled(nullable(moment()), ['回答時間', 'Answered at']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_feedback: Table<typeof TripFeedback>
  }
}
