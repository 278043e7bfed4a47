import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../drills/kit/service.ts'
import { until } from '../until.ts'

export type Setup = {
  /** An empty directory for the files of the proxy. */
  home: string
  /** Ports of the service's processes. */
  targets: number[]
  /**
   * The ports that the proxy listens on: with TLS, plain HTTP, and TLS after a line of the PROXY protocol, which contains the
   * caller's address.
   */
  speaks: 'tls' | 'http' | 'proxy-protocol'
  /** For HAProxy: settings derived from its file in deploy/, with other servers. */
  text?: string
}
type Ports = { port: number; plain: number }

/** The proxies of deploy/ with their files, in which only names, ports and paths are replaced. */
export const proxies = {
  nginx: {
    checks: (path: string) => ['-t', '-c', path],
    runs: (path: string) => ['-c', path],
    write: (setup: Setup, ports: Ports) => {
      const site = join(setup.home, 'site.conf')
      writeFileSync(site, nginxSite(setup, ports))
      return written(join(setup.home, 'nginx.conf'), nginxAround(setup.home, site))
    },
  },
  haproxy: {
    checks: (path: string) => ['-c', '-f', path],
    runs: (path: string) => ['-db', '-f', path],
    write: (setup: Setup, ports: Ports) => written(join(setup.home, 'haproxy.cfg'), haproxyFile(setup, ports)),
  },
} as const
export type ProxyName = keyof typeof proxies

/** Starts one of them in front of the service; `command` is the path of the program. */
export const startProxy = async (name: ProxyName, setup: Setup, command: readonly string[] = [name]) => {
  if (setup.speaks !== 'http') makeCertificate(setup.home)
  const ports = { port: await freePort(), plain: await freePort() }
  const path = proxies[name].write(setup, ports)
  const [program = '', ...words] = command
  const child = spawn(program, [...words, ...proxies[name].runs(path)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => log.push(text))
  await untilOpen(ports.port, child, log)
  return {
    port: ports.port,
    plainPort: ports.plain,
    certificate: () => readFileSync(join(setup.home, 'certificate.pem'), 'utf8'),
    log: () => log.join(''),
    stop: async () => {
      const end = once(child, 'exit')
      if (child.exitCode === null && child.kill()) await end
    },
  }
}

/** A self-signed certificate for this machine. */
export const makeCertificate = (home: string) => {
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=localhost', '-addext', names, ...files], {
    stdio: 'ignore',
  })
  writeFileSync(join(home, 'both.pem'), readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'))
}

export const deployed = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

const nginxSite = ({ home, targets, speaks }: Setup, { port, plain }: Ports) => {
  const listens = {
    tls: `listen 127.0.0.1:${port} ssl http2;`,
    http: `listen 127.0.0.1:${port};`,
    'proxy-protocol': `listen 127.0.0.1:${port} ssl http2 proxy_protocol; set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;`,
  }
  const others = {
    tls: `listen 127.0.0.1:${port} ssl http2 default_server;`,
    http: `listen 127.0.0.1:${port} default_server;`,
    'proxy-protocol': `listen 127.0.0.1:${port} ssl http2 default_server proxy_protocol;`,
  }
  return replaced(deployed('nginx.conf'), [
    ['listen 443 ssl http2 default_server;', others[speaks]],
    ['listen [::]:443 ssl http2 default_server;', ''],
    ['  server 127.0.0.1:3000;', targets.map((target) => `  server 127.0.0.1:${target};`).join('\n')],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', listens[speaks]],
    ['listen [::]:443 ssl http2;', ''],
    [/ssl_certificate .*/g, speaks === 'http' ? '' : `ssl_certificate ${join(home, 'certificate.pem')};`],
    [/ssl_certificate_key .*/g, speaks === 'http' ? '' : `ssl_certificate_key ${join(home, 'key.pem')};`],
    [/server_name api\.example\.com;/g, 'server_name api.example.com 127.0.0.1 localhost;'],
    [/\/var\/log\/nginx\//g, `${home}/`],
  ])
}

// The part of Debian's nginx.conf that the included files need.
const nginxAround = (home: string, site: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${join(home, 'nginx.pid')};
error_log stderr warn;
events { worker_connections 2048; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(home, kind)};`).join(' ')}
  include ${site};
}
`

const haproxyFile = ({ home, targets, speaks, text }: Setup, { port, plain }: Ports) => {
  const certificate = `ssl crt ${join(home, 'both.pem')} alpn h2,http/1.1`
  const binds = {
    tls: `bind 127.0.0.1:${port} ${certificate}`,
    http: `bind 127.0.0.1:${port}`,
    'proxy-protocol': `bind 127.0.0.1:${port} accept-proxy ${certificate}`,
  }
  const servers = targets.map((target, i) => `  server process${i} 127.0.0.1:${target}\n`).join('')
  return replaced(text ?? deployed('haproxy.cfg'), [
    ['bind :80', `bind 127.0.0.1:${plain}`],
    [/bind :443 .*/, binds[speaks]],
    ['-m str api.example.com', '-m str api.example.com 127.0.0.1 localhost'],
    ...(text === undefined ? ownServers(servers) : []),
  ])
}

// The first check of a server decides alone, and on a machine that runs tests its answer may take longer than a second.
const ownServers = (servers: string): [RegExp | string, string][] => [
  [/( {2}server .*\n)+/, servers],
  ['timeout check 1s', 'timeout check 30s'],
]

const replaced = (text: string, changes: (readonly [RegExp | string, string])[]) =>
  changes.reduce((before, [old, fresh]) => {
    const after = before.replace(old, () => fresh)
    if (after === before) throw new Error(`deploy/ holds no ${old}`)
    return after
  }, text)

const written = (path: string, text: string) => {
  writeFileSync(path, text)
  return path
}

const untilOpen = (port: number, child: ChildProcess, log: string[]) =>
  until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The proxy ended:\n${log.join('')}`)
      const socket = connect(port, '127.0.0.1')
      const isOpen = await new Promise<boolean>((resolve) =>
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false)),
      )
      socket.destroy()
      return isOpen
    },
    () => `the proxy listens:\n${log.join('')}`,
  )
