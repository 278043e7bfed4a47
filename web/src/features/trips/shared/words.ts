import type { PlannedTrip } from 'guidon-sdk'
import { deadlineWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import type { Say } from '../../../kit/words.ts'

export type TripStatus = PlannedTrip['status']

/** The color shows who has to act: sales, departments or leaders; finished trips have none. */
const hues: Record<TripStatus, string> = {
  draft: 'turn-over',
  open: 'turn-sales',
  guaranteed: 'turn-done',
  closed: 'turn-department',
  departed: 'turn-leader',
  returned: 'turn-department',
  settled: 'turn-over',
  cancelled: 'turn-over',
}
export const hueOfTrip = ({ status }: { status: TripStatus }) => hues[status]

/** Who may register for a trip, as choices of a form. */
export const publicChoices = (say: Say) =>
  [
    ['yes', say('公開，任何人', 'Public, anyone')],
    ['no', say('不公開，只由同仁訂位', 'Not public, booked by staff only')],
  ] as const

/** The name of a deadline without a custom name; that of a flight ends with the flight number. */
export const deadlineIn = (say: Say, key: string) => {
  const known = chosenIn(deadlineWords, key.replace(/_\d+$/, ''))
  return known ? say(...deadlineWords[known]) : key
}

/** The name of a trip in the reader's language: its own, else that of its package. */
export const nameOfTrip = (
  say: Say,
  { name, name_en, package: from }: Pick<PlannedTrip, 'name' | 'name_en' | 'package'>,
) => say(name, name_en ?? from?.name_en ?? name)
