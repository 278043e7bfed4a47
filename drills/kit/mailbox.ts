import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Context } from './context.ts'
import type { Message } from './messages.ts'

const MAIL_MS = 60_000

/** A mail server that accepts every mail and records the recipient, the time, the text and the paths of its links. */
export const openMailbox = async (context: Context) => {
  const mails: (Message & { text: string; links: string[] })[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      // The sender may be killed while it sends.
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return done(new Error('broken off'))
      mails.push({
        about: envelope.rcptTo[0]?.address ?? '',
        id: /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '',
        at: Date.now(),
        ...read(raw),
      })
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  context.atEnd(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: `smtp://127.0.0.1:${port}`, mails }
}

/** Waits for the mails to these addresses, and returns the addresses that got none. */
export const unmailed = async (expected: Set<string>, mails: { about: string }[]) => {
  const missing = () => {
    const got = new Set(mails.map(({ about }) => about))
    return [...expected].filter((address) => !got.has(address))
  }
  for (const end = Date.now() + MAIL_MS; missing().length && Date.now() < end; ) await pause(250)
  return missing().map((address) => `${address} got no mail`)
}

// The text of a mail is quoted-printable: long lines are folded, and an equals sign is written as =3D.
const read = (raw: string) => {
  const text = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  return { text, links: [...new Set(text.match(/(?<=https?:\/\/[^/\s"]+)\/[\w./-]+/g))] }
}
