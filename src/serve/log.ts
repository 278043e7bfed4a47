import { pino } from 'pino'

const FLUSH_MS = 500
const MOST = 16_384

/**
 * The log on standard output. Lines are buffered and written together, at most half a second late, because a write for each line
 * would take longer than the answer itself.
 */
export function openLog(level: string) {
  // As Node itself writes to pipes and files: the order of the lines holds, also when the process exits.
  const out = pino.destination({ sync: true })
  // If lines cannot be written, as on a full disk, they are lost and the service continues.
  out.on('error', () => {})
  let lines = ''
  const flush = () => {
    if (lines) out.write(lines)
    lines = ''
  }
  setInterval(flush, FLUSH_MS).unref()
  process.once('exit', flush)
  const joined = {
    write: (line: string) => {
      lines += line
      if (lines.length > MOST) flush()
    },
    flush,
  }
  return pino({ level }, joined)
}
