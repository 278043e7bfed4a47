import type { Socket } from 'node:net'
import type { pg } from './wire.ts'

type Wire = { connection: { stream: Socket } }
const held = new WeakSet<Socket>()

/** What is asked within one turn of the event loop leaves in one write. */
export const batch = (client: pg.Client) => {
  const { stream } = (client as unknown as Wire).connection
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  setImmediate(() => {
    held.delete(stream)
    stream.uncork()
  })
}
