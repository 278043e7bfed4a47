import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'

const LIMIT = 20
const GRACE = 5

export default drill({
  id: 'H6',
  title: 'slow sockets (headers, body, non-reading) beside good traffic',
  target: 'all closed ≤ 20 s, good traffic unharmed',
  run: async (context) => {
    const service = await context.start()
    const { token } = context.people.admin
    const each = context.times(60)
    const faults: string[] = []
    const times: number[] = []
    const good = async () => {
      const began = performance.now()
      const answer = await service.ask('GET', '/api/seasons', { token }).catch(() => undefined)
      times.push(performance.now() - began)
      if (answer?.status !== 200) faults.push(`good traffic was answered ${answer?.status ?? 'not at all'}`)
    }
    const lives = await repeatWhile(4, good, () =>
      Promise.all(kinds.flatMap((kind) => Array.from({ length: each }, () => lifeOf(service.port, kind, token ?? '')))),
    )
    const longest = Math.max(...lives.map(({ seconds }) => seconds))
    for (const { kind, seconds } of lives) if (seconds > LIMIT) faults.push(`${kind} lived ${seconds.toFixed(1)} s`)
    times.sort((a, b) => a - b)
    const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
    if (p99 > 1000) faults.push(`the p99 of good traffic was ${p99} ms`)
    printFaults(context, faults)
    return {
      value: `${lives.length} closed after ≤ ${longest.toFixed(1)} s; ${times.length} good requests, p99 ${p99} ms`,
      pass: faults.length === 0,
    }
  },
})

const kinds = ['nothing', 'slow headers', 'slow body', 'non-reading'] as const
type Kind = (typeof kinds)[number]

/** Opens a socket that misbehaves, and returns how long the service kept it open. */
const lifeOf = async (port: number, kind: Kind, token: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const began = performance.now()
  const secondsNow = () => (performance.now() - began) / 1000
  const drip = begin[kind](socket, token)
  if (kind !== 'non-reading') socket.resume()
  while (secondsNow() < LIMIT + GRACE && isOpen(port, socket.localPort ?? 0)) await pause(250)
  const seconds = secondsNow()
  clearInterval(drip)
  socket.destroy()
  return { kind, seconds }
}

// A client that does not read does not see the close either; so the kernel's table tells whether the service still holds its side.
const isOpen = (port: number, peer: number) => connections().includes(`:${hex(port)} 0100007F:${hex(peer)} 01`)
// Read once for all sockets, so that the drill does not slow down the good traffic.
let seen = { at: 0, text: '' }
const connections = () => {
  if (Date.now() - seen.at > 250) seen = { at: Date.now(), text: readFileSync('/proc/net/tcp', 'utf8') }
  return seen.text
}
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

type Begin = (socket: ReturnType<typeof connect>, token: string) => NodeJS.Timeout | undefined
const begin: Record<Kind, Begin> = {
  nothing: () => undefined,
  'slow headers': (socket) => {
    socket.write('GET /api/seasons HTTP/1.1\r\nhost: x\r\n')
    return setInterval(() => socket.write('x-a: b\r\n'), 1000)
  },
  'slow body': (socket, token) => {
    socket.write(
      `POST /api/seasons HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
    )
    return setInterval(() => socket.write(' '), 1000)
  },
  // Requests a large answer several times and never reads a byte.
  'non-reading': (socket, token) => {
    socket.pause()
    const asked = `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
    for (let i = 0; i < 12; i += 1) socket.write(asked)
    return undefined
  },
}
