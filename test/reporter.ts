import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** The result of one test, as the process that runs test files sends it to run.ts. */
export type Result = { outcome: 'passed' | 'failed' | 'skipped'; title: string; text?: string }

/** A reporter of node:test that sends each result to the parent process. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') titles[data.nesting] = data.name
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const title = [...titles.slice(0, data.nesting), data.name].join(' › ')
    if (type === 'test:fail') {
      const error: Error & { failureType?: string } = data.details.error
      // A suite also fails because of its tests, which were reported already.
      if (error.failureType !== 'subtestsFailed')
        process.send?.({ outcome: 'failed', title, text: inspect(error.cause ?? error) })
    } else if (data.details.type !== 'suite') process.send?.({ outcome: data.skip ? 'skipped' : 'passed', title })
    yield ''
  }
}
