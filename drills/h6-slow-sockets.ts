import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pdfWith } from '../test/fixtures/samples.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { findProgram, proxyBefore } from './kit/proxies.ts'
import type { Service } from './kit/service.ts'

const LIMIT = 20
const GRACE = 5

export default drill({
  id: 'H6',
  title: 'slow sockets (headers, body, non-reading) beside good traffic',
  target: 'all closed ≤ 20 s, good traffic unharmed, 10 MB at 0.5 Mbit/s arrives, also through the proxies of deploy/',
  run: async (context) => {
    const service = await context.start()
    const ways = [{ name: 'the service itself', port: service.port }, ...(await proxiesBefore(context, service))]
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
    const [lives, uploads] = await repeatWhile(4, good, () =>
      Promise.all([
        Promise.all(
          kinds.flatMap((kind) => Array.from({ length: each }, () => lifeOf(service.port, kind, token ?? ''))),
        ),
        Promise.all(ways.map((way) => slowUpload(way, token ?? '', context.times(UPLOAD_BYTES)))),
      ]),
    )
    for (const { name, status } of uploads)
      if (status !== 201) faults.push(`the slow upload through ${name} was answered ${status || 'not at all'}`)
    const longest = Math.max(...lives.map(({ seconds }) => seconds))
    for (const { kind, seconds } of lives) if (seconds > LIMIT) faults.push(`${kind} lived ${seconds.toFixed(1)} s`)
    times.sort((a, b) => a - b)
    const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
    if (p99 > 1000) faults.push(`the p99 of good traffic was ${p99} ms`)
    printFaults(context, faults)
    return {
      value: `${lives.length} closed after ≤ ${longest.toFixed(1)} s; uploads of ${context.times(UPLOAD_BYTES) / 1e6} MB: ${uploads.map(({ name, seconds }) => `${seconds} s to ${name}`).join(', ')}; ${times.length} good requests, p99 ${p99} ms`,
      pass: faults.length === 0,
    }
  },
})

type Way = { name: string; port: number }
const proxiesBefore = async (context: Context, service: Service): Promise<Way[]> => {
  const ways: Way[] = []
  for (const name of ['haproxy', 'nginx'] as const) {
    const program = findProgram(name)
    if (program) ways.push(await proxyBefore(context, program, [service]))
    else context.print(`!!! NOT TRIED through ${name}, which is missing: apt-get install ${name}`)
  }
  return ways
}

const kinds = ['nothing', 'slow headers', 'slow body', 'silent upload', 'non-reading'] as const
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
// Read once for all sockets, so that the drill does not slow down normal traffic.
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
  'silent upload': (socket, token) => {
    socket.write(`${uploadHead(token, 1_000_000)}${formHead}%PDF-1.7\n`)
    return undefined
  },
  // Requests a large answer several times and never reads a byte.
  'non-reading': (socket, token) => {
    socket.pause()
    const asked = `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
    for (let i = 0; i < 12; i += 1) socket.write(asked)
    return undefined
  },
}

const UPLOAD_BYTES = 10_000_000
const BYTES_PER_SECOND = 500_000 / 8
const formHead =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="slow.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
const formEnd = '\r\n--x--\r\n'
const uploadHead = (token: string, length: number) =>
  [
    'POST /api/attachments HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${length}`,
    'connection: close',
    '\r\n',
  ].join('\r\n')

/** Sends a file over a bad line: slowly, but without a pause. */
const slowUpload = async ({ name, port }: Way, token: string, size: number) => {
  const began = performance.now()
  const file = pdfWith(' '.repeat(size))
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      answer += chunk
    })
  await once(socket, 'connect')
  socket.write(uploadHead(token, formHead.length + file.length + formEnd.length) + formHead)
  for (let at = 0; at < file.length && !socket.destroyed; at += BYTES_PER_SECOND / 4) {
    socket.write(file.subarray(at, at + BYTES_PER_SECOND / 4))
    await pause(250)
  }
  socket.write(formEnd)
  if (!socket.destroyed) await once(socket, 'close').catch(() => {})
  const seconds = Math.round((performance.now() - began) / 1000)
  return { name, status: Number(answer.split(' ')[1] ?? 0), seconds }
}
