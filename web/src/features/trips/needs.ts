import type { PlannedTripRoomTraveler } from 'guidon-sdk'
import type { Say } from '../../kit/words.ts'

/** Diet, allergies and special requests in one line, in the words of the papers. */
export const needsIn = (say: Say, needs: PlannedTripRoomTraveler['needs']) =>
  needs.map(({ says, says_en }) => say(says, says_en)).join(say('；', '; '))
