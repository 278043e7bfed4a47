import { drill } from './kit/drill.ts'
import { countIs, othersHeard, rush, won } from './kit/rush.ts'

export default drill({
  id: 'C5',
  says: 'the same idempotency key from 64 clients',
  target: 'done once in each of ≥ 100 rounds, one answer for all, 0 × 5xx',
  run: (site) =>
    rush(site, {
      round: async (n) => {
        const code = `K${site.random.text(9).toUpperCase()}`
        const body = { code, name: `季節 ${n}`, starts_on: '2027-01-01', ends_on: '2027-02-01', level: 'high' }
        return {
          send: (_, { as }) => as('op')('POST', '/api/seasons', body, { 'idempotency-key': code }),
          judge: async (answers) => {
            const [row] = await site.query<{ n: number }>(
              'select count(*)::integer as n from seasons where code = $1',
              [code],
            )
            const first = won(answers).filter(({ headers }) => headers['idempotency-replayed'] === undefined)
            return [
              ...countIs('rows', row?.n ?? 0, 1),
              ...countIs('first answers', first.length, 1),
              ...countIs('different answers', new Set(won(answers).map(({ text }) => text)).size, 1),
              ...othersHeard(answers, 'idempotency_in_progress'),
            ]
          },
        }
      },
    }),
})
