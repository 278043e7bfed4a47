import type { NoticeName } from '../languages/samples.ts'

/** The event of a notice, without what tells apart its sentences. */
export const eventOf = (name: NoticeName) => name.split('/')[0] ?? name

/** Whether a notice is also mailed. The others have a mail of their own, with a link, or are of interest in the app alone. */
export const isMailed = (name: NoticeName) =>
  !name.startsWith('booking.') && name !== 'addon-request.sales-forward' && name !== 'traveler.completed'
