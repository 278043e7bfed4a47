import { statement } from '../../../kit/db/statement.ts'
import { seatedTravelers } from '../checks.ts'

/** Everybody with a seat on a trip, with failed checks. */
export const travelersReady = statement(seatedTravelers)
