import { Agent } from 'node:https'
import { isIPv6, connect as openSocket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { type Client, clientWith } from './client.ts'

export type RunningProxy = { port: number; certificate: string }

/** A client whose connections come from `address`, which a line of the PROXY protocol sends before TLS begins. */
export const clientFrom = (address: string, { port, certificate }: RunningProxy): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  agent.createConnection = () => {
    const socket = openSocket(port, '127.0.0.1')
    socket.write(lineOf(address, port))
    return startTls({ socket, ca: certificate, servername: 'localhost' })
  }
  return clientWith(agent, `https://localhost:${port}`)
}

const lineOf = (address: string, port: number) =>
  isIPv6(address) ? `PROXY TCP6 ${address} ::1 40000 ${port}\r\n` : `PROXY TCP4 ${address} 127.0.0.1 40000 ${port}\r\n`

/** One client for each address and proxy, so that connections are reused. */
export const proxyClients = () => {
  const known = new Map<string, Client>()
  return {
    from: (address: string, proxy: RunningProxy) => {
      const client = known.get(`${address} ${proxy.port}`) ?? clientFrom(address, proxy)
      known.set(`${address} ${proxy.port}`, client)
      return client
    },
    close: () => {
      for (const { close } of known.values()) close()
    },
  }
}
