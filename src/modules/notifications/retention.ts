import { sql } from 'kysely'
import { retention } from '../../kit/retention/rules.ts'

export const oldNotifications = retention({
  what: 'notifications',
  table: 'notifications',
  from: sql`created_at`,
  since: 'they were written',
  after: '1 year',
  why: 'They point to a record; what happened stays in the record and in its history.',
})

export const oldMails = retention({
  what: 'mails that were sent',
  table: 'deliveries',
  from: sql`created_at`,
  since: 'they were written',
  after: '1 year',
  why: 'They show what a person was told and where; an address is not kept for longer.',
})
