import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proxyTo } from './postgres-proxy.ts'

/** An S3 server with one bucket, `guidon`. */
export const s3Server = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'guidon-s3-'))
  const options = ['-d', directory, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', 'guidon']
  const server = spawn(process.execPath, ['node_modules/s3rver/bin/s3rver.js', ...options])
  return {
    port: await portOf(server.stdout),
    end: async () => {
      server.kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
export const s3Url = (port: number) => `s3://guidon?endpoint=http://127.0.0.1:${port}`

/** The same behind a proxy that can stall. The client takes its credentials from the environment. */
export const objectStorage = async () => {
  Object.assign(process.env, s3Credentials)
  const server = await s3Server()
  const proxy = await proxyTo({ host: '127.0.0.1', port: server.port })
  return {
    url: s3Url(proxy.settings.port),
    stall: proxy.stall,
    resume: proxy.resume,
    /** From here on connections are refused. */
    shut: proxy.end,
    end: async () => {
      proxy.end()
      await server.end()
    },
  }
}

// The output is read as long as the server runs, because a server that cannot write its log would end.
const portOf = (output: NodeJS.ReadableStream) =>
  new Promise<number>((resolve) => {
    let printed = ''
    output.on('data', (some) => {
      printed += some
      const port = /listening on 127\.0\.0\.1:(\d+)/.exec(printed)?.[1]
      if (port) resolve(Number(port))
    })
  })
