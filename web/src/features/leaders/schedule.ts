import { type ListTourLeaderScheduleQuery, listTourLeaderSchedule, type TourLeaderScheduleList } from 'guidon-sdk'
import { blockKindWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { addDays } from '../../kit/days.ts'

export type Line = TourLeaderScheduleList
export type Block = Line['blocks'][number]

export const readSchedule = async (query: ListTourLeaderScheduleQuery) =>
  (await listTourLeaderSchedule(guidon, query)).data

/** The blocks of a leader with the days of rest around them, which a brief schedule leaves out. */
export const withRest = (blocks: Block[]): Block[] =>
  blocks.flatMap((block) => {
    const { starts_on, ends_on, rest_days, is_firm } = block
    if (!rest_days || !is_firm) return [block]
    const [title, title_en] = blockKindWords.rest
    const rest = { ...block, kind: 'rest' as const, title, title_en }
    return [
      { ...rest, starts_on: addDays(starts_on, -rest_days), ends_on: addDays(starts_on, -1) },
      block,
      { ...rest, starts_on: addDays(ends_on, 1), ends_on: addDays(ends_on, rest_days) },
    ]
  })

/** In the color of the party that a block belongs to. */
export const blockHues: Record<Block['kind'], string> = {
  trip: 'turn-leader',
  briefing: 'turn-department',
  unavailability: 'turn-customer',
  rest: '',
}

export const keyOf = ({ kind, subject, starts_on }: Pick<Block, 'kind' | 'subject' | 'starts_on'>) =>
  `${kind} ${subject.type} ${subject.id} ${starts_on}`
