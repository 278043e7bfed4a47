import type { Say } from '../../../kit/words.ts'

/** Who may register for a trip, as choices of a form. */
export const publicChoices = (say: Say) =>
  [
    ['yes', say('公開，任何人', 'Public, anyone')],
    ['no', say('不公開，只由同仁訂位', 'Not public, booked by staff only')],
  ] as const
