import type { FieldFaults } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import { type HouseChange, insurances } from './schema.ts'

/** What is wrong with values that are well formed and cannot be true. */
export function houseFaults(change: HouseChange): FieldFaults {
  const faults: FieldFaults = {}
  for (const name of insurances) {
    const insurance = change[name]
    if (insurance && insurance.ends_on < insurance.starts_on) faults[`${name}.ends_on`] = [endsBeforeStart]
  }
  return faults
}

const endsBeforeStart: Words = [
  '保險的結束日早於開始日；請修改其中一個日期。',
  'The insurance ends before it starts: change one of the two days.',
]
