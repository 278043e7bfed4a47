import type { Words } from '../../../kit/words/words.ts'

/** What stands for the hours of a briefing that has none yet. */
export const hoursWords: Record<'unset', Words> = { unset: ['時間未定', 'no hours yet'] }
