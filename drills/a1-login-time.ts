import { drill } from './kit/drill.ts'
import { PASSWORD } from './kit/people.ts'

const kinds = ['known', 'unknown', 'suspended', 'without a password', 'with a second factor'] as const
type Kind = (typeof kinds)[number]
type Times = Record<Kind, number[]>

export default drill({
  id: 'A1',
  title: 'login time for known, unknown, suspended and password-less accounts, and those with a second factor',
  target: 'median gap ≤ 5 %',
  run: async (context) => {
    const service = await context.start()
    const [row] = await context.query<{ password_hash: string }>(
      "select password_hash from users where email = 'sales@demo.guidon.local'",
    )
    await context.query(
      `insert into users (name, email, role, status, password_hash)
       select kind, replace(kind, ' ', '-') || n || '@example.com', 'sales', case kind when 'suspended' then 'suspended' else 'active' end,
              case kind when 'without a password' then null else $1 end
         from unnest($2::text[]) kind, generate_series(0, 399) n`,
      [row?.password_hash, kinds.filter((kind) => kind !== 'unknown')],
    )
    await context.query(
      `insert into second_factors (user_id, kind, sealed, confirmed_at)
       select id, 'totp', '', now() from users where name = 'with a second factor'`,
    )
    const times: Times = { known: [], unknown: [], suspended: [], 'without a password': [], 'with a second factor': [] }
    const rounds = context.times(150)
    for (let n = -3; n < rounds; n += 1)
      for (const kind of context.random.shuffled(kinds)) {
        const began = performance.now()
        const answer = await service.ask('POST', '/api/login', {
          body: { email: `${kind.replaceAll(' ', '-')}${n + 3}@example.com`, password: `${PASSWORD}!` },
          headers: { 'x-forwarded-for': addressOf(n + 3, kinds.indexOf(kind)) },
        })
        if (answer.status !== 401) throw new Error(`a wrong password was answered ${answer.status}`)
        // The first three rounds warm up and are not counted.
        if (n >= 0) times[kind].push(performance.now() - began)
      }
    // Each time is compared with the known account of the same round, so that a busy moment of the machine affects both.
    const known = medianOf(times.known)
    const gaps = kinds.map((kind) => medianOf(times[kind].map((time, n) => time - (times.known[n] ?? 0))))
    const gap = (Math.max(...gaps.map(Math.abs)) / known) * 100
    context.print(
      `known ${known.toFixed(1)} ms; beside it ${kinds.map((kind, i) => `${kind} ${gaps[i]?.toFixed(1)} ms`).join(', ')}`,
    )
    return { value: `${gap.toFixed(1)} % over ${rounds} logins of each kind`, pass: gap <= 5 }
  },
})

const addressOf = (n: number, kind: number) => `10.${kind}.${n >> 6}.${n & 63}`
const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
