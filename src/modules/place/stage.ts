import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Translate } from '../page-words.ts'

/** Where a booking stands for its travelers. Before the departure alone they can change it. */
export type Stage = 'before' | 'during' | 'after' | 'off'

/** The stage of a booking; with `only`, of one of its travelers, whose place may have been cancelled. */
export const stageOf = theRow((db, { booking, only }: { booking: number; only?: number | undefined }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as p', 'p.id', 'b.planned_trip_id')
    .select(
      sql<Stage>`case
        when b.status in ('cancelled', 'expired') then 'off'
        when exists (select from travelers v where v.id = ${only ?? null} and v.status = 'cancelled') then 'off'
        when b.status = 'completed' or p.status in ('returned', 'settled') then 'after'
        when p.status = 'departed' then 'during'
        else 'before' end`.as('stage'),
    )
    .where('b.id', '=', booking),
)

/** Why nothing can be changed any more. */
export function closedWords(stage: Exclude<Stage, 'before'>, t: Translate) {
  return t(...words[stage])
}
const words: Record<Exclude<Stage, 'before'>, Words> = {
  during: [
    '旅程已經開始，資料不能在這裡更改；需要協助時，請告訴領隊或與我們聯絡。',
    'The trip is under way, so nothing can be changed here any more. If you need anything, tell your tour leader or contact us.',
  ],
  after: ['行程已經結束，資料不再更改。', 'The trip is over, so nothing is changed any more.'],
  off: ['已取消或逾期，資料不再更改。', 'This was cancelled or has expired, so nothing is changed any more.'],
}
