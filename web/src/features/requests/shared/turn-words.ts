import type { listPossibleTurns } from 'guidon-sdk'
import { addonStepWords } from 'guidon-sdk/words'
import type { Words } from '../../../kit/words.ts'

export type Turn = Awaited<ReturnType<typeof listPossibleTurns>>[number]

/** `next_action.what` may have values that are not listed here. */
export const turnWords = (name: string | null | undefined): Words | undefined =>
  Object.entries(addonStepWords).find(([key]) => key === name)?.[1]
