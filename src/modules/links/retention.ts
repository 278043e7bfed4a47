import { sql } from 'kysely'
import { retention } from '../../kit/retention/rules.ts'

export const endedLinks = retention({
  what: 'links of mails',
  table: 'links',
  from: sql`expires_at`,
  since: 'they expire',
  after: '90 days',
  why: 'Who comes late, or twice, is told so, and not that the link is wrong.',
})
