import { type Static, Type } from 'typebox'
import { defaulted, flag, list, oneOf, without } from '../../kit/fields.ts'
import { checkNames } from '../travelers/words.ts'
import { TripMessage } from './schema.ts'

/** The body of a message. The faults are those of the current checks. */
export const NewTripMessage = Type.Object({
  ...without(TripMessage, ['planned_trip_id', 'sent_by', 'told']).properties,
  lacking: defaulted(list(oneOf(checkNames), 20)),
  dry_run: Type.Optional(flag()),
})
export type NewTripMessage = Static<typeof NewTripMessage>
