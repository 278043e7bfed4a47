import { drill, printFaults } from './kit/drill.ts'
import { fuzzed } from './kit/fuzz-once.ts'

export default drill({
  id: 'H3',
  title: 'values that validation accepted and PostgreSQL refused, during H1',
  target: '0',
  run: async (context) => {
    const { letThrough, requests } = await fuzzed(context)
    printFaults(context, letThrough)
    return { value: `${letThrough.length} of ${requests}`, pass: letThrough.length === 0 }
  },
})
