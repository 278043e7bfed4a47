import { Temporal } from 'temporal-polyfill'

const today = () => Temporal.Now.plainDateISO('Asia/Taipei')

/** The date in the time zone of the test installation, `days` days and `years` years from today. In SQL it is `today() + n`. */
export const daysFromToday = (days: number, years = 0) => today().add({ years }).add({ days }).toString()

/** For trips on fixed dates, which depart while the children of today are still children. */
export const NEXT_YEAR = today().year + 1
