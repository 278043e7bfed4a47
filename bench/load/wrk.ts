import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Generator, Load, Request } from './types.ts'

const script = fileURLToPath(new URL('wrk.lua', import.meta.url))

export const wrk: Generator = async (url, requests, connections, seconds) => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'))
  const file = join(directory, 'requests')
  await writeFile(file, requests.map(lineOf).join(''))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url, '--', file]
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  await once(child, 'close')
  await rm(directory, { recursive: true })
  return JSON.parse(/^\{.*\}$/m.exec(said)?.[0] ?? '{}') as Load
}

const lineOf = ({ method, path, headers, body = '' }: Request) => {
  const given = Object.entries(headers).map(([name, value]) => `${name}:${value};`)
  return `${[method, path, given.join(''), body].join('\t')}\n`
}
