import { sql } from 'kysely'
import { retention } from '../../kit/retention/rules.ts'

const why = 'Until then a caller is told that its token has expired; afterwards, that it is unknown.'

export const expiredTokens = retention({
  what: 'expired tokens',
  table: 'tokens',
  from: sql`expires_at`,
  since: 'they expire',
  after: '30 days',
  why,
})

export const idleSessions = retention({
  what: 'idle sessions',
  table: 'tokens',
  from: sql`last_used_at`,
  since: 'they end',
  after: '30 days',
  where: sql`idle_for is not null and last_used_at + idle_for < now() - interval '30 days'`,
  why,
})

export const oldChallenges = retention({
  what: 'sign-ins that wait for a second factor',
  table: 'sign_in_challenges',
  from: sql`expires_at`,
  since: 'they expire',
  why: 'An expired one is answered like an unknown one.',
})
