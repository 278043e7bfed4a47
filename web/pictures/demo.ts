import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { readMail } from '../../test/mail-parts.ts'
import type { Read } from './list.ts'

export const credentials = (name: string) => ({ email: `${name}@demo.guidon.local`, password: 'guidon-demo' })

/** Starts a separate service with a new demo; `stop` stops and removes it. */
export const startDemo = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'guidon-pictures-'))
  const env = { ...process.env, DATA_DIR: directory, PORT: '0', DEMO: '1', LOG_LEVEL: 'silent' }
  const service = spawn(process.execPath, ['src/main.mjs', 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    service.kill()
    if (service.exitCode === null) await once(service, 'exit')
    await rm(directory, { recursive: true, force: true })
  }
  const base = await addressIn(service.stdout).catch(async (error) => {
    await stop()
    throw error
  })
  return { base, stop, read: reader(base), mailedLink: () => mailedLink(base, join(directory, 'outbox')) }
}

const addressIn = async (stdout: NodeJS.ReadableStream) => {
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address) return address
  }
  throw new Error('the service did not start')
}

const sent = async (url: string, body: object, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const reader = (base: string): Read => {
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = async (name: string) => (await (await sent(`${base}/api/login`, credentials(name))).json()).data.token
  return async (name, path) => {
    if (!tokens.has(name)) tokens.set(name, tokenOf(name))
    const headers = { authorization: `Bearer ${await tokens.get(name)}` }
    return (await (await fetch(`${base}/api${path}`, { headers })).json()).data
  }
}

/** The page of a booking, from the mail to a family that has just registered. */
const mailedLink = async (base: string, outbox: string) => {
  const [trip] = (await (await fetch(`${base}/api/public/trips`)).json()).data
  const contact = { name: '王美玲', phone: '0912345678', email: 'meiling@example.com' }
  const travelers = [{ name: '王美玲', birth_date: '1985-04-12' }, { name: '李承翰' }, { name: '李小安' }]
  const choices = { payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' }
  const body = { planned_trip_id: trip.id, contact, travelers, ...choices, privacy_consent: true }
  const answer = await sent(`${base}/api/trip-registrations`, body)
  if (!answer.ok) throw new Error(await answer.text())
  for (let tries = 0; tries < 100; tries++, await pause(200)) {
    const names = await readdir(outbox).catch(() => [])
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const link = mails
      .map((mail) => readMail(mail).text)
      .map((mail) => /\/l\/booking\/[\w-]{43}/.exec(mail)?.[0])
      .find(Boolean)
    if (link) return link
  }
  throw new Error('no mail came')
}
