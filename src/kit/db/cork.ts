import type { Socket } from 'node:net'
import { type pg, streamOf } from './driver.ts'

const held = new WeakSet<Socket>()

/** What is asked within one turn of the event loop leaves in one write. */
export const batch = (client: pg.Client) => {
  const stream = streamOf(client)
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  setImmediate(() => {
    held.delete(stream)
    stream.uncork()
  })
}
