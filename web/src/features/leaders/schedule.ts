import { type ListTourLeaderScheduleQuery, listTourLeaderSchedule, type TourLeaderScheduleList } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'

export type Line = TourLeaderScheduleList
export type Block = Line['blocks'][number]

export const readSchedule = async (query: ListTourLeaderScheduleQuery) =>
  (await listTourLeaderSchedule(guidon, query)).data

/** In the color of the party that a block belongs to. */
export const blockHues: Record<Block['kind'], string> = {
  trip: 'turn-leader',
  briefing: 'turn-department',
  unavailability: 'turn-customer',
  rest: '',
}

export const keyOf = ({ kind, subject, starts_on }: Pick<Block, 'kind' | 'subject' | 'starts_on'>) =>
  `${kind} ${subject.type} ${subject.id} ${starts_on}`
