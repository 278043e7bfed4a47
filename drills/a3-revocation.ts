import type { Answer } from './kit/client.ts'
import { drill, showSome } from './kit/drill.ts'
import { openSession, PASSWORD } from './kit/people.ts'
import { inTurns, meanwhile } from './kit/pool.ts'
import type { Site } from './kit/site.ts'

type Victim = { id: number; token: string }
type Ask = (method: string, path: string, body: unknown, token: string) => Promise<Answer>
type Ending = {
  name: string
  dies: (answer: Answer) => boolean
  end: (site: Site, victim: Victim, ask: Ask) => Promise<Answer | undefined>
}

export default drill({
  id: 'A3',
  says: 'logout, logout-all, password change, suspension, role change, expiry; then the other process',
  target: '0 of 1,000 each accepted after the revoking answer',
  run: async (site) => {
    const [one, other] = [await site.start(), await site.start()]
    const accepted: string[] = []
    const after = site.times(1_000)
    for (const ending of endings) {
      const victim = await newVictim(site, ending.name)
      const read = () => other.ask('GET', '/api/users', { token: victim.token })
      if ((await read()).status !== 200) throw new Error(`${ending.name}: the session never worked`)
      // The session is in use until the moment it is revoked, so that any cache of the other process is warm.
      const answer = await meanwhile(4, read, () =>
        ending.end(site, victim, (method, path, body, token) => one.ask(method, path, { body, token })),
      )
      if (answer && answer.status >= 300) throw new Error(`${ending.name} was answered ${answer.status} ${answer.text}`)
      await inTurns(after, 16, async () => {
        const answer = await read()
        if (!ending.dies(answer)) accepted.push(`${ending.name}: ${answer.status}`)
      })
    }
    showSome(site, accepted)
    return { value: `${accepted.length} of ${endings.length} × ${after} accepted`, pass: accepted.length === 0 }
  },
})

const newVictim = async ({ query }: Site, name: string): Promise<Victim> => {
  const [row] = await query<{ id: number }>(
    `insert into users (name, email, role, password_hash)
     select $1::text, replace($1, ' ', '-') || '@example.com', 'admin', password_hash from users where email = 'admin@demo.guidon.local' returning id`,
    [name],
  )
  const id = row?.id ?? 0
  return { id, token: await openSession(query, id) }
}

const isOut = ({ status }: Answer) => status === 401
const byAdmin = (site: Site) => site.people.admin.token ?? ''

const endings: Ending[] = [
  { name: 'logout', dies: isOut, end: (_, { token }, ask) => ask('POST', '/api/logout', undefined, token) },
  { name: 'logout all', dies: isOut, end: (_, { token }, ask) => ask('POST', '/api/logout-all', undefined, token) },
  {
    name: 'password change',
    dies: isOut,
    end: async (site, { id }, ask) => {
      const elsewhere = await openSession(site.query, id)
      return ask('PUT', '/api/me/password', { current_password: PASSWORD, password: 'another password' }, elsewhere)
    },
  },
  {
    name: 'suspension',
    dies: isOut,
    end: (site, { id }, ask) => ask('PUT', `/api/users/${id}`, { status: 'suspended' }, byAdmin(site)),
  },
  {
    name: 'role change',
    dies: ({ status }) => status === 401 || status === 403,
    end: (site, { id }, ask) => ask('PUT', `/api/users/${id}`, { role: 'customer' }, byAdmin(site)),
  },
  {
    name: 'expiry',
    dies: isOut,
    end: async ({ query }, { id }) => {
      await query('update tokens set expires_at = now() where user_id = $1', [id])
      return undefined
    },
  },
]
