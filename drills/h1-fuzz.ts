import { drill, showSome } from './kit/drill.ts'
import { fuzzed } from './kit/fuzzed.ts'

export default drill({
  id: 'H1',
  says: 'every operation in every role, with bodies grown from the schemas',
  target: '0 × 5xx, 0 answers outside their schema, of 20,000',
  run: async (site) => {
    const { requests, statuses, done, operations, broken, outside } = await fuzzed(site)
    site.tell(
      `${[...statuses]
        .sort()
        .map(([status, n]) => `${status}: ${n}`)
        .join(', ')}; done at least once: ${done} of ${operations} operations`,
    )
    showSome(site, [...broken, ...outside])
    return {
      value: `${broken.length} × 5xx, ${outside.length} outside, of ${requests} over ${operations} operations`,
      pass: broken.length + outside.length === 0,
    }
  },
})
