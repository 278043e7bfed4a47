import { inspect, isDeepStrictEqual } from 'node:util'
import { until } from '../../test/until.ts'

/** Reads from a page until the value is the expected one: the effect of a click may be visible only a moment later. */
export const eventually = async <T>(read: () => Promise<T>, expected: T) => {
  let last: T | undefined
  const isThere = async () => {
    last = await read()
    return isDeepStrictEqual(last, expected)
  }
  await until(isThere, () => `${inspect(expected)}, instead of ${inspect(last)}`)
}
