import { sql } from 'kysely'
import { Type } from 'typebox'
import { localDay, selected } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { knownBooking } from '../bookings/visible.ts'
import type { HouseChange } from '../house/schema.ts'
import { readerOf } from '../users/reader.ts'
import { Answer } from './feedback.ts'
import { feedbackState, LOW, subjects } from './rules.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** A booking has answered how its trip was, or has changed its answer. */
    'trip-feedback.answered': { booking_id: number; isForOffice: boolean }
  }
}

/** The bookings whose customers travelled, and are asked. */
const askedStatuses: readonly BookingStatus[] = ['confirmed', 'completed']

export type Questions = NonNullable<HouseChange['feedback_questions']>

/** The questions, what a booking has answered, and what decides whether it can answer now. */
export const feedbackOf = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .innerJoin('house', (join) => join.onTrue())
    .leftJoin('trip_feedback as f', 'f.booking_id', 'b.id')
    .select([
      'b.status',
      't.return_date',
      'f.trip_score',
      'f.leader_score',
      'f.hotels_score',
      'f.meals_score',
      'f.again_score',
    ])
    .select(['f.remarks', sql<Questions>`house.feedback_questions`.as('questions')])
    .select(sql<string | null>`${localDay(sql`f.answered_at`)}::text`.as('answered_on'))
    .select(sql<string>`today()::text`.as('today'))
    .where('b.id', '=', booking),
)
export type FeedbackOfBooking = Awaited<ReturnType<typeof feedbackOf>>

/** Whether a booking can answer now; a booking that did not travel never can. */
export function stateOf(given: Pick<FeedbackOfBooking, 'status' | 'return_date' | 'today' | 'answered_on'>) {
  return askedStatuses.includes(given.status) ? feedbackState(given) : 'closed'
}

/** Keeps the answer of a booking, or the change of one. The office is told of low scores and of what is written. */
export async function answerFeedback(tx: Tx, booking_id: number, answer: Answer) {
  await tx.selectFrom('bookings').select('id').where('id', '=', booking_id).forUpdate().execute()
  const before = await feedbackOf(tx, { booking: booking_id })
  const state = stateOf(before)
  if (state === 'early') refuse('step_not_possible', { detail: tooEarly })
  if (state === 'closed') refuse('step_not_possible', { detail: closed })
  const given = { ...noAnswer, ...answer }
  const scored = subjects.map((subject) => given[`${subject}_score`])
  if (scored.every((score) => score === null) && given.remarks === null) refuseField('trip_score', nothingSaid)
  const answered_at = sql<string>`now()`
  await tx
    .insertInto('trip_feedback')
    .values({ booking_id, ...given, answered_at })
    .onConflict((same) =>
      same.column('booking_id').doUpdateSet({ ...given, answered_at: sql`coalesce(trip_feedback.answered_at, now())` }),
    )
    .execute()
  const isNews = given.remarks !== null && given.remarks !== before.remarks
  const isLow = subjects.some((subject) => {
    const [was, now] = [before[`${subject}_score`], given[`${subject}_score`]]
    return now !== null && now <= LOW && now !== was
  })
  await emit(tx, 'trip-feedback.answered', { booking_id, isForOffice: isNews || isLow })
}

const noAnswer = {
  ...{ trip_score: null, leader_score: null, hotels_score: null, meals_score: null, again_score: null },
  remarks: null,
}

const tooEarly: Words = [
  '旅程還沒有結束；回國隔天起可以回答。',
  'The trip is not over yet: the questions open on the day after the return.',
]
const closed: Words = [
  `問卷於回國後 ${terms.feedbackOpen.zh}內開放，回答後 ${terms.feedbackChange.zh}內可以更改；現在已不能回答。想告訴我們什麼，請與我們聯絡。`,
  `The questions are open for ${terms.feedbackOpen.en} after the return, and an answer can be changed for ${terms.feedbackChange.en}; neither is possible any more. Please contact us with what you want to tell us.`,
]
const nothingSaid: Words = ['請至少給一項分數，或寫下想說的話。', 'Give at least one score, or write something.']

const ShownAnswer = Type.Object(shownFields(Answer.properties))
const shownAnswer = jsonRow((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_feedback')
    .select(selected('trip_feedback', Object.keys(Answer.properties)))
    .where('booking_id', '=', id),
)

/** `PUT /api/bookings/{id}/feedback`: what the customer answers after the return. */
export default routes((on) =>
  on.put(
    '/:id/feedback',
    {
      access: ['customer'],
      summary: `Answer how the trip was, within ${terms.feedbackOpen.en} of the return; once, and changed within ${terms.feedbackChange.en}`,
      body: Answer,
      returns: ShownAnswer,
      etag: 'content',
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      await knownBooking(tx, { ...readerOf(actor), id: params.id })
      await answerFeedback(tx, params.id, body)
      return shownAnswer(tx, params)
    },
  ),
)
