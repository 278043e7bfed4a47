import type { PlannedTripPublication } from 'guidon-sdk'
import { publicationPartWords } from 'guidon-sdk/words'
import type { Say } from '../../../kit/words.ts'

/** The parts of what visitors read, in one line: `飯店、航班`. */
export const partsIn = (say: Say, parts: PlannedTripPublication['changed']) =>
  parts.map((part) => say(...publicationPartWords[part])).join(say('、', ', '))
