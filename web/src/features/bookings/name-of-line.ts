import type { Say } from '../../kit/words.ts'

/** How a booking is called in the answer to an act on many. */
export const nameOfLine = (
  say: Say,
  { booking_number, contact }: { booking_number: string | null; contact: string | null },
) => [booking_number, contact].filter(Boolean).join('・') || say('已不存在的訂單', 'A booking that is gone')
