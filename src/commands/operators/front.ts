import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperatorsConfig } from '../../config.ts'
import { type Operator, writeAtomically } from './registry.ts'

type Back = Pick<Operator, 'name' | 'host' | 'port'>

/** Writes the settings of HAProxy as the front of all operators, and their processes for Prometheus. Returns the path of the first. */
export const writeFront = ({ directory, machines }: OperatorsConfig, operators: readonly Back[]) => {
  const path = join(directory, 'haproxy.cfg')
  writeAtomically(path, frontOf(operators, machines), 0o644)
  writeAtomically(join(directory, 'prometheus.json'), JSON.stringify(targetsOf(operators, machines), null, 2), 0o644)
  return path
}

/** For `file_sd_configs`: with the label, every figure of a process tells whose it is. */
const targetsOf = (operators: readonly Back[], machines: readonly string[]) =>
  operators.map(({ name, port }) => ({
    targets: machines.map((machine) => `${machine}:${port}`),
    labels: { operator: name },
  }))

/** deploy/haproxy.cfg with a back end for each operator, which is chosen by the host name of the request. */
const frontOf = (operators: readonly Back[], machines: readonly string[]) => {
  const text = readFileSync(new URL('../../../deploy/haproxy.cfg', import.meta.url), 'utf8')
  const [front = '', back = ''] = text.split(/^(?=backend guidon$)/m)
  const fronts = replaced(front, [
    ['crt /etc/ssl/guidon.pem', 'crt /etc/ssl/guidon/'],
    ['  acl away nbsrv(guidon) lt 1\n', [...operators.flatMap(choice), ...unknownHost].map(indented).join('')],
    ['default_backend guidon', 'use_backend %[var(txn.operator)]'],
  ])
  const backs = operators.map(({ name, port }) =>
    replaced(back, [
      ['backend guidon', `backend ${name}`],
      [/( {2}server .*\n)+/, machines.map((machine, i) => `  server api${i + 1} ${machine}:${port}\n`).join('')],
    ]),
  )
  return [fronts, ...backs].join('\n')
}

const choice = ({ name, host }: Back) => {
  const isIts = `{ req.hdr(host),field(1,:),lower ${host} }`
  return [
    `http-request set-var(txn.operator) str(${name}) if ${isIts}`,
    `http-request set-var(txn.servers) nbsrv(${name}) if ${isIts}`,
  ]
}

const notFound = (title: string, detail: string, condition: string) =>
  `http-request return status 404 content-type "application/problem+json; charset=utf-8" hdr X-Request-Id %[var(txn.id)] hdr Cache-Control no-store lf-string '{"success":false,"type":"/api/problems/not_found","title":"${title}","status":404,"detail":"${detail}","code":"not_found","message":"${detail}","request_id":"%[var(txn.id)]"}' if ${condition}`

const unknownHost = [
  'acl known var(txn.operator) -m found',
  'acl away var(txn.servers) -m int lt 1',
  notFound('Not found', 'Nobody has this host name here; check the address.', '!known english'),
  notFound('找不到', '這裡沒有使用這個主機名稱的旅行社；請檢查網址。', '!known'),
]

const indented = (line: string) => `  ${line}\n`

const replaced = (text: string, changes: (readonly [RegExp | string, string])[]) =>
  changes.reduce((before, [old, fresh]) => {
    const after = before.replace(old, () => fresh)
    if (after === before) throw new Error(`deploy/haproxy.cfg holds no ${old}`)
    return after
  }, text)
