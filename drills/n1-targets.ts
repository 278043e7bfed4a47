import { once } from 'node:events'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { drill, printFaults } from './kit/drill.ts'

// biome-ignore format: spellings of this machine and of private networks.
const hosts = [
  '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '017700000001', '127.0.0.1.', '127.255.255.254', '0.0.0.0', '0',
  '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]',
  '[fe80::1]', '[fc00::1]', '[fd00::1]', '[ff02::1]', '[2001:db8::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:10.0.0.1]', '[::ffff:169.254.169.254]',
  '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '169.254.169.254', '192.0.2.1', '198.18.0.1', '198.51.100.1',
  '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', 'localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'foo.localhost',
  '①②⑦.⓪.⓪.①', '127。0。0。1', 'user:pass@127.0.0.1', 'example.com@127.0.0.1', '127.0.0.1#@example.com', '127.0.0.1%23.example.com', hostname(),
]

export default drill({
  id: 'N1',
  title: 'webhook targets at private, loopback and mapped addresses, when entered and when sent',
  target: '≥ 50 vectors, 0 connections',
  run: async (context) => {
    let connections = 0
    const trap = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '::')
    await once(trap, 'listening')
    context.atEnd(() => trap.close())
    const address = trap.address()
    const port = typeof address === 'object' ? address?.port : 0
    const service = await context.start()
    const { token } = context.people.admin
    const ask = (method: string, path: string, body?: unknown) => service.ask(method, path, { token, body })

    const made = await ask('POST', '/api/webhooks', { name: '外', url: 'https://example.com/hook' })
    const id = made.body?.data?.id
    if (!id) throw new Error(`no webhook could be made: ${made.text.slice(0, 200)}`)
    const vectors = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`])
    const faults: string[] = []
    let refused = 0
    for (const url of vectors) {
      const entered = await ask('PUT', `/api/webhooks/${id}`, { url })
      if (entered.status === 422) refused += 1
      else if (entered.status >= 500) faults.push(`${url} was answered ${entered.status}`)
      // As if DNS had returned a public address when the URL was entered.
      await context.query('update webhooks set url = $1, is_active = true where id = $2', [url, id])
      const sent = await ask('POST', `/api/webhooks/${id}/test`)
      if (sent.status >= 500) faults.push(`a test to ${url} was answered ${sent.status} ${sent.text.slice(0, 120)}`)
    }
    await pause(8_000)
    if (connections) faults.push(`${connections} connections were made`)
    const [tried] = await context.query<{ n: number }>('select count(*)::integer as n from webhook_deliveries')
    if (!tried?.n) faults.push('nothing was even tried, so this proves nothing')
    printFaults(context, faults)
    return {
      value: `${connections} connections; ${vectors.length} vectors, ${refused} refused when entered, ${tried?.n ?? 0} sent all the same`,
      pass: faults.length === 0,
    }
  },
})
