import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/**
 * The result of one test, or of a suite that was skipped as a whole, as the process that runs test files sends it to run.ts. `path` are the
 * titles of the suites around it and its own; `text` is the error, or why it was skipped.
 */
export type Result = { outcome: 'passed' | 'failed' | 'skipped'; path: string[]; text?: string }

/** A reporter of node:test that sends each result to the parent process. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') titles[data.nesting] = data.name
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const path = [...titles.slice(0, data.nesting), data.name]
    if (type === 'test:fail') {
      const error: Error & { failureType?: string } = data.details.error
      // A suite also fails because of its tests, which were reported already.
      if (error.failureType !== 'subtestsFailed') send({ outcome: 'failed', path, text: inspect(error.cause ?? error) })
    } else if (data.skip !== undefined) send({ outcome: 'skipped', path, text: String(data.skip) })
    else if (data.details.type !== 'suite') send({ outcome: 'passed', path })
    yield ''
  }
}

const send = (result: Result) => process.send?.(result)
