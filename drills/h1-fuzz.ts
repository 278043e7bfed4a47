import { drill, printFaults } from './kit/drill.ts'
import { fuzzed } from './kit/fuzz-once.ts'

export default drill({
  id: 'H1',
  title: 'every operation in every role, with bodies grown from the schemas',
  target: '0 × 5xx, 0 answers outside their schema, of 20,000',
  run: async (context) => {
    const { requests, statuses, done, operations, broken, outside } = await fuzzed(context)
    context.print(
      `${[...statuses]
        .sort()
        .map(([status, n]) => `${status}: ${n}`)
        .join(', ')}; done at least once: ${done} of ${operations} operations`,
    )
    printFaults(context, [...broken, ...outside])
    return {
      value: `${broken.length} × 5xx, ${outside.length} outside, of ${requests} over ${operations} operations`,
      pass: broken.length + outside.length === 0,
    }
  },
})
