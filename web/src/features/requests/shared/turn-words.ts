import type { listPossibleTurns } from 'guidon-sdk'
import { addonStepWords } from 'guidon-sdk/words/addon-step'
import type { Words } from '../../../kit/words.ts'

export type Turn = Awaited<ReturnType<typeof listPossibleTurns>>[number]

/** `next_action.what` is an open text. */
export const turnWords = (name: string | null | undefined): Words | undefined =>
  Object.entries(addonStepWords).find(([key]) => key === name)?.[1]
