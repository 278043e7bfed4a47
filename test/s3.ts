import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { proxyTo } from './postgres-proxy.ts'

/** An S3 server with one bucket, `guidon`, in a separate process. */
export const s3Server = async () => {
  const program = fileURLToPath(new URL('s3-server.ts', import.meta.url))
  const server = spawn(process.execPath, [program, BUCKET, s3Credentials.AWS_ACCESS_KEY_ID], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit').then(() => assert.fail('the S3 server did not start'))
  const [port] = await Promise.race([once(server.stdout, 'data'), ended])
  return { port: Number(port), end: () => server.kill() }
}

const BUCKET = 'guidon'
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'guidon', AWS_SECRET_ACCESS_KEY: 'a-secret-of-the-tests' }
export const s3Url = (port: number) => `s3://${BUCKET}?endpoint=http://127.0.0.1:${port}`

/** An S3 server behind a proxy that can stall. The client takes its credentials from the environment. */
export const objectStorage = async () => {
  Object.assign(process.env, s3Credentials)
  const server = await s3Server()
  const proxy = await proxyTo({ host: '127.0.0.1', port: server.port })
  return {
    url: s3Url(proxy.settings.port),
    stall: proxy.stall,
    resume: proxy.resume,
    /** Connections are refused from here on. */
    shut: proxy.end,
    end: () => {
      proxy.end()
      server.end()
    },
  }
}
