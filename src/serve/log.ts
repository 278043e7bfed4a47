import { pino } from 'pino'

const FLUSH_MS = 500
const MOST = 16_384

/** The log on standard output. Lines are joined and written together, at most half a second late: one write for each would cost more than answering. */
export const openLog = (level: string) => {
  const out = pino.destination({ sync: false })
  // If nobody takes them, as on a full disk, lines are lost and the service goes on.
  out.on('error', () => {})
  let lines = ''
  const flush = () => {
    if (lines) out.write(lines)
    lines = ''
  }
  setInterval(flush, FLUSH_MS).unref()
  process.once('exit', () => {
    flush()
    out.flushSync()
  })
  const joined = {
    write: (line: string) => {
      lines += line
      if (lines.length > MOST) flush()
    },
    flush,
  }
  return pino({ level }, joined)
}
