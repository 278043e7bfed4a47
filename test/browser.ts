import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { until } from './until.ts'

const program = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** The reason why browser tests cannot run on this machine, or false. */
export const noBrowser = existsSync(program) ? false : `there is no browser at ${program}; CHROMIUM names another`

/** Opens a page in a real browser, which is closed at the end of the test file. */
export const openPage = async () => {
  const profile = await mkdtemp(join(tmpdir(), 'guidon-browser-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
    '--window-size=1400,900',
  ]
  const child = spawn(program, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  after(async () => {
    if (child.kill()) await once(child, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 9 })
  })
  const { host } = new URL(await addressIn(child.stderr))
  const [tab] = (await (await fetch(`http://${host}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  return pageOver(new WebSocket(tab?.webSocketDebuggerUrl ?? ''))
}

const addressIn = async (stderr: NodeJS.ReadableStream) => {
  for await (const line of createInterface({ input: stderr })) {
    const address = /DevTools listening on (\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('the browser did not start')
}

type Message = {
  id?: number
  method?: string
  params?: { request?: { url: string } }
  result?: { result?: { value?: unknown } }
}

const pageOver = async (socket: WebSocket) => {
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  const events: Message[] = []
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id === undefined) events.push(message)
    else waiting.get(message.id)?.(message)
  })
  const send = (method: string, params: object = {}) =>
    new Promise<Message>((resolve) => {
      const id = waiting.size + 1
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  for (const domain of ['Page', 'Network', 'Audits', 'Log']) await send(`${domain}.enable`)

  const evaluate = async (expression: string) => (await send('Runtime.evaluate', { expression })).result?.result?.value
  const received = (method: string) => events.filter((event) => event.method === method).map(({ params }) => params)
  return {
    open: (url: string) => send('Page.navigate', { url }),
    /** Turns off the page's Content-Security-Policy. */
    ignorePolicy: () => send('Page.setBypassCSP', { enabled: true }),
    until: (expression: string) => until(() => evaluate(expression), expression),
    /** Every URL the page has requested. */
    asked: () => received('Network.requestWillBeSent').map((params) => params?.request?.url ?? ''),
    /** Policy violations and errors reported by the browser. */
    complaints: () =>
      [...received('Audits.issueAdded'), ...received('Log.entryAdded')]
        .map((params) => JSON.stringify(params))
        // A form that a test sends by a script, without a person's click, is reported like this.
        .filter((text) => !text.includes('NavigationEntryMarkedSkippable')),
  }
}
