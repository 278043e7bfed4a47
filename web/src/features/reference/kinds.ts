import { plainRecords } from 'guidon-sdk'
import type { Me } from '../../kit/me.ts'

const FIRST = 'countries'

/** The kinds of plain records that a role may read. */
export const kindsFor = ({ roles }: Me) =>
  Object.entries(plainRecords).filter(
    ([, { readers }]) => readers.includes('signed-in') || readers.some((each) => roles.some((role) => each === role)),
  )
export const kindNamed = (name = FIRST) => plainRecords[name]
