import type { Socket } from 'node:net'
import { type pg, streamOf } from './driver.ts'

const corked = new WeakSet<Socket>()

/** What is asked within one turn of the event loop leaves in one write. */
export const cork = (client: pg.Client) => {
  const stream = streamOf(client)
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  setImmediate(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
