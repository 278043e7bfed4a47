import type { Filter } from '../../../ui/lists/filters.ts'
import type { MoneyFilter } from '../search.ts'

/** Which list is shown. */
export const lists: Filter<Pick<MoneyFilter, 'cash'>> = {
  of: 'cash',
  words: ['交接紀錄', 'Handovers'],
  choices: { waiting: ['待點收', 'To be taken'], counts: ['點算紀錄', 'Counts'] },
}
