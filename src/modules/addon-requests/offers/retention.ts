import { sql } from 'kysely'
import { reportedOnce, retention } from '../../../kit/retention/rules.ts'

export const offerLinks = retention({
  what: 'links to offers',
  table: 'addon_offer_links',
  from: sql`expires_at`,
  since: 'they expire',
  after: '90 days',
  why: 'A customer who comes late, or twice, is told so, and not that the link is wrong.',
})

export const deadlineReminders = reportedOnce('addon_reminders', "that a customer's deadline was reported")
