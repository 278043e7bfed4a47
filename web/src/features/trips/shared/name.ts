import type { PlannedTrip } from 'guidon-sdk'
import type { Say } from '../../../kit/words.ts'

/** The name of a trip in the reader's language: its own, else that of its package. */
export const nameOfTrip = (
  say: Say,
  { name, name_en, package: from }: Pick<PlannedTrip, 'name' | 'name_en' | 'package'>,
) => say(name, name_en ?? from?.name_en ?? name)
