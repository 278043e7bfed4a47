import type { Socket } from 'node:net'
import { SILENCE_MS } from '../../constants.ts'
import type { pg } from '../driver.ts'
import { awaitedOn } from './query.ts'

const CLOSE_MS = 3_000
// Many short checks instead of one, so that a process that was itself blocked does not blame the database.
const CHECKS = 17

/** Thrown when the database accepted statements and sent nothing for the timeout. Whether they ran is unknown. */
export class Silence extends Error {
  code = 'SILENT'
  constructor(message = 'the database took the call and says nothing') {
    super(message)
  }
}

/** `silenceTimeout`: milliseconds without any answer after which a connection is destroyed. */
export type Watched = pg.ClientConfig & { silenceTimeout?: number | undefined }

/** Destroys a connection that receives no byte for the timeout while answers are awaited on it, so that all of them fail. */
export function watch(client: pg.Client, timeout = SILENCE_MS) {
  const stream = client.connection.stream as Socket
  let [left, bytesRead] = [CHECKS, stream.bytesRead]
  const check = () => {
    left = awaitedOn(client) > 0 && stream.bytesRead === bytesRead ? left - 1 : CHECKS
    bytesRead = stream.bytesRead
    if (left === 0) stream.destroy(new Silence())
  }
  const checking = setInterval(check, timeout / CHECKS).unref()
  stream.once('close', () => clearInterval(checking))
}

/** Closes the connection; destroys the socket if the server does not close it within 3 s. */
export async function disconnect(client: pg.Client) {
  const late = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS)
  await client.end().finally(() => clearTimeout(late))
}
