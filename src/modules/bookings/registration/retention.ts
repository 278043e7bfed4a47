import { sql } from 'kysely'
import { retention } from '../../../kit/retention/rules.ts'

export const manageLinks = retention({
  what: 'links to bookings',
  table: 'booking_links',
  from: sql`expires_at`,
  since: 'they expire',
  why: 'An expired link is answered like an unknown one.',
})
