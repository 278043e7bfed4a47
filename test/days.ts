import { Temporal } from 'temporal-polyfill'

/** The date in the time zone of the test houses, so many days from today. In SQL it is `today() + n`. */
export const daysFromToday = (days: number) => Temporal.Now.plainDateISO('Asia/Taipei').add({ days }).toString()
