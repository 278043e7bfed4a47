import type { Context } from './context.ts'
import type { Channel } from './messages.ts'
import type { Service } from './service.ts'

const ENDPOINTS = ['/office', '/accounts']

type Action = (service: Service, n: number) => Promise<unknown>

/** Each customer requests one sign-in link, which is sent by mail. */
export const requestSignInLink = async ({ query }: Context, { expected }: Channel): Promise<Action> => {
  const people = await query<{ email: string }>(
    `insert into users (name, email, role) select '客戶 ' || n, 'd5-' || n || '@example.com', 'customer'
       from generate_series(1, 8000) n returning email`,
  )
  return async ({ ask }, n) => {
    const { email = '' } = people[n] ?? {}
    const headers = { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` }
    const { status } = await ask('POST', '/api/sign-in-links', { body: { email }, headers })
    if (status === 200) expected.set(email, Date.now())
  }
}

/** Each day off of a leader is sent to two webhooks. */
export const enterDaysOff = async (
  { people }: Context,
  { ask }: Service,
  place: string,
  { expected }: Channel,
): Promise<Action> => {
  const { token } = people.admin
  for (const path of ENDPOINTS)
    await ask('POST', '/api/webhooks', { token, body: { name: path, url: `http://${place}${path}` } })
  const leader = await ask('POST', '/api/tour-leaders', { token, body: { name: '陳志明' } })
  return async ({ ask }, n) => {
    const on = new Date(Date.UTC(2027, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
    const body = { tour_leader_id: leader.body.data.id, type: 'training', starts_on: on, ends_on: on, reason: '受訓' }
    const answer = await ask('POST', '/api/leader-unavailabilities', { token, body })
    if (answer.status !== 201) return
    for (const path of ENDPOINTS)
      expected.set(`${path} leader_unavailability.entered ${answer.body.data.id}`, Date.now())
  }
}
