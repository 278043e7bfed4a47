import { drill, showSome } from './kit/drill.ts'
import { fuzzed } from './kit/fuzzed.ts'

export default drill({
  id: 'H3',
  says: 'what validation let through and PostgreSQL could not take, during H1',
  target: '0',
  run: async (site) => {
    const { letThrough, requests } = await fuzzed(site)
    showSome(site, letThrough)
    return { value: `${letThrough.length} of ${requests}`, pass: letThrough.length === 0 }
  },
})
