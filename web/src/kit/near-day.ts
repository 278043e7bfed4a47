import { createContext } from 'react'
import type { Day } from './days.ts'

/** The reference day for dates without a year, such as the departure of the trip on its page. */
export const NearDay = createContext<Day | undefined>(undefined)
