import { until } from '../../test/until.ts'
import type { Console } from './console.ts'

/**
 * Prints a paper of a trip before a page does. The press starts with the first paper, which may take longer on a busy machine than
 * a request waits.
 */
export const printFirst = async (caller: Console['caller'], trip: number) => {
  const op = await caller('op')
  const isPrinted = async () => (await op.get(`/planned-trips/${trip}/leader-pack?format=pdf`)).status === 200
  await until(isPrinted, 'a paper is printed')
}
