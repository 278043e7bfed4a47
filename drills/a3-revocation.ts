import type { Answer } from './kit/client.ts'
import { inParallel, repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openSession, PASSWORD } from './kit/people.ts'

type Victim = { id: number; token: string }
type Ask = (method: string, path: string, body: unknown, token: string) => Promise<Answer>
type Revocation = {
  name: string
  isRevoked: (answer: Answer) => boolean
  end: (context: Context, victim: Victim, ask: Ask) => Promise<Answer | undefined>
}

export default drill({
  id: 'A3',
  title: 'logout, logout-all, password change, suspension, role change, expiry; then the other process',
  target: '0 of 1,000 each accepted after the revoking answer',
  run: async (context) => {
    const [one, other] = [await context.start(), await context.start()]
    const accepted: string[] = []
    const after = context.times(1_000)
    for (const revocation of revocations) {
      const victim = await newVictim(context, revocation.name)
      const read = () => other.ask('GET', '/api/users', { token: victim.token })
      if ((await read()).status !== 200) throw new Error(`${revocation.name}: the session never worked`)
      // The session is used until it is revoked, so that any cache of the other process contains it.
      const answer = await repeatWhile(4, read, () =>
        revocation.end(context, victim, (method, path, body, token) => one.ask(method, path, { body, token })),
      )
      if (answer && answer.status >= 300)
        throw new Error(`${revocation.name} was answered ${answer.status} ${answer.text}`)
      await inParallel(after, 16, async () => {
        const answer = await read()
        if (!revocation.isRevoked(answer)) accepted.push(`${revocation.name}: ${answer.status}`)
      })
    }
    printFaults(context, accepted)
    return { value: `${accepted.length} of ${revocations.length} × ${after} accepted`, pass: accepted.length === 0 }
  },
})

const newVictim = async ({ query }: Context, name: string): Promise<Victim> => {
  const [row] = await query<{ id: number }>(
    `insert into users (name, email, role, password_hash)
     select $1::text, replace($1, ' ', '-') || '@example.com', 'admin', password_hash from users where email = 'admin@demo.guidon.local' returning id`,
    [name],
  )
  const id = row?.id ?? 0
  return { id, token: await openSession(query, id) }
}

const isOut = ({ status }: Answer) => status === 401
const byAdmin = (context: Context) => context.people.admin.token ?? ''

const revocations: Revocation[] = [
  { name: 'logout', isRevoked: isOut, end: (_, { token }, ask) => ask('POST', '/api/logout', undefined, token) },
  {
    name: 'logout all',
    isRevoked: isOut,
    end: (_, { token }, ask) => ask('POST', '/api/logout-all', undefined, token),
  },
  {
    name: 'password change',
    isRevoked: isOut,
    end: async (context, { id }, ask) => {
      const elsewhere = await openSession(context.query, id)
      return ask('PUT', '/api/me/password', { current_password: PASSWORD, password: 'another password' }, elsewhere)
    },
  },
  {
    name: 'suspension',
    isRevoked: isOut,
    end: (context, { id }, ask) => ask('PUT', `/api/users/${id}`, { status: 'suspended' }, byAdmin(context)),
  },
  {
    name: 'role change',
    isRevoked: ({ status }) => status === 401 || status === 403,
    end: (context, { id }, ask) => ask('PUT', `/api/users/${id}`, { role: 'customer' }, byAdmin(context)),
  },
  {
    name: 'expiry',
    isRevoked: isOut,
    end: async ({ query }, { id }) => {
      await query('update tokens set expires_at = now() where user_id = $1', [id])
      return undefined
    },
  },
]
