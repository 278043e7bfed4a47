import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { House } from './house.ts'
import { until } from './until.ts'

type Told = { headers: IncomingHttpHeaders; body: string }

/** A receiver on this machine that records requests and answers as the test sets. */
export const receiver = async ({ allowed, atEnd }: Pick<House, 'allowed' | 'atEnd'>) => {
  const told: Told[] = []
  let status = 204
  let also: Record<string, string> = {}
  const server = createServer(async (request, reply) => {
    told.push({ headers: request.headers, body: await text(request) })
    reply.writeHead(status, also).end(status === 204 ? undefined : `answer ${status}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  allowed.push(place)
  return {
    url: `http://${place}/hook`,
    place,
    told,
    answer: (with_: number, headers: Record<string, string> = {}) => {
      status = with_
      also = headers
    },
    until: (count: number) =>
      until(
        () => told.length >= count,
        () => `${told.length} of ${count} messages came`,
      ),
  }
}
