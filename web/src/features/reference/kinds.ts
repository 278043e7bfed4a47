import { plainRecords } from 'guidon-sdk'
import type { Me } from '../../kit/me.ts'

const FIRST = 'countries'

/** The kinds of records that a role may read. */
export const kindsFor = ({ role }: Me) =>
  Object.entries(plainRecords).filter(
    ([, { readers }]) => readers.includes('signed-in') || readers.some((each) => each === role),
  )
export const kindNamed = (name = FIRST) => plainRecords[name]
