import { setTimeout as pause } from 'node:timers/promises'
import { drill, showSome } from './kit/drill.ts'
import { openMailbox } from './kit/mailbox.ts'
import { meanwhile } from './kit/pool.ts'

export default drill({
  id: 'D5',
  says: 'a worker killed again and again while mail flows',
  target: '10 kills: 0 lost; duplicates bear the same id; oldest undelivered ≤ 60 s',
  run: async (site) => {
    const { url, mails } = await openMailbox(site)
    const services = [await site.start({ SMTP_URL: url }), await site.start({ SMTP_URL: url })]
    const kills = site.times(10)
    const asked = new Map<string, number>()
    const people = await customers(site.query, 4_000)
    const one = async (n: number) => {
      const email = people[n]
      const service = services[n % 2]
      if (!email || !service) return pause(100)
      const headers = { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` }
      const answer = await service
        .ask('POST', '/api/sign-in-links', { body: { email }, headers })
        .catch(() => undefined)
      if (answer?.status === 200) asked.set(email, Date.now())
      await pause(100)
    }
    await meanwhile(2, one, async () => {
      for (let n = 0; n < kills; n += 1) {
        await pause(site.random.int(500, 2_000))
        await services[n % 2]?.kill('SIGKILL')
        await services[n % 2]?.again()
      }
    })
    const missing = () => [...asked.keys()].filter((email) => !mails.some(({ to }) => to === email))
    for (const end = Date.now() + 90_000; missing().length && Date.now() < end; ) await pause(250)

    const faults = missing().map((email) => `no mail came to ${email}`)
    const waits = [...asked].map(
      ([email, at]) => ((mails.find(({ to }) => to === email)?.at ?? Number.POSITIVE_INFINITY) - at) / 1000,
    )
    const longest = Math.max(0, ...waits)
    if (longest > 60) faults.push(`the longest wait was ${longest.toFixed(0)} s`)
    const twice = [...Map.groupBy(mails, ({ to }) => to).values()].filter(({ length }) => length > 1)
    for (const alike of twice)
      if (new Set(alike.map(({ id }) => id)).size > 1) faults.push(`${alike[0]?.to} had two mails of different ids`)
    showSome(site, faults)
    return {
      value: `${missing().length} lost of ${asked.size} after ${kills} kills; ${twice.length} twice, under one id; longest wait ${longest.toFixed(1)} s`,
      pass: faults.length === 0 && asked.size > 0,
    }
  },
})

const customers = async (query: <R extends object>(text: string, values: unknown[]) => Promise<R[]>, count: number) => {
  const rows = await query<{ email: string }>(
    `insert into users (name, email, role) select '客戶 ' || n, 'd5-' || n || '@example.com', 'customer' from generate_series(1, $1) n returning email`,
    [count],
  )
  return rows.map(({ email }) => email)
}
