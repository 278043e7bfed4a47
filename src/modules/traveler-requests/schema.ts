import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { defaulted, flag, labelled, oneOf, ref, text, without } from '../../kit/fields.ts'
import { requestKinds } from '../special-request-kinds.ts'

export const requestStatuses = ['open', 'acknowledged', 'passed_on', 'confirmed', 'declined'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** A special request of a traveler, free of charge: a quiet room, a cake, a wheelchair at the gate. */
export const TravelerRequest = Type.Object({
  traveler_id: ref(),
  kind: oneOf(requestKinds),
  detail: text(2000, '安排安靜的房間'),
  status: defaulted(oneOf(requestStatuses)),
  visible_to_leader: labelled(defaulted(flag()), ['領隊看得到', 'Visible to the leader']),
})

export const NewRequest = without(TravelerRequest, ['status'])
export type NewRequest = Static<typeof NewRequest>
export const RequestChange = Type.Partial(without(NewRequest, ['traveler_id']))
export type RequestChange = Static<typeof RequestChange>
export const Answering = Type.Object({ status: oneOf(requestStatuses) })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    traveler_requests: Table<typeof TravelerRequest>
  }
}
