import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

declare module '../jobs/jobs.ts' {
  interface JobTools {
    mailer: Mailer
  }
}

/** Whom a mail goes to, and with what. All retries have the same `id`, which becomes the Message-ID. */
export type Envelope = {
  id: string
  to: string
  replyTo?: string | null | undefined
  /** The name beside the address of the sender; without it, that of `MAIL_FROM`. */
  fromName?: string | null | undefined
  attachments?: Attachment[]
}
/** A mail. The program of the reader shows its text or its page, which say the same. */
type Mail = Envelope & { subject: string; text: string; html: string }
export type Attachment = { filename: string; content: Buffer; contentType: string }
type Sending = { smtpUrl?: string | undefined; from: string; outbox: string }
export type Mailer = { send: (mail: Mail) => Promise<void>; check: () => Promise<void>; close: () => Promise<void> }

/** Sends by SMTP. Without a server, every mail is written to a file in the outbox directory. */
export function mailer({ smtpUrl, from, outbox }: Sending): Mailer {
  let opened: ReturnType<typeof open> | undefined
  const transport = () => {
    opened ??= open(smtpUrl)
    return opened
  }
  return {
    send: async ({ id, fromName, ...mail }) => {
      const sent = await (await transport()).sendMail({
        ...mail,
        replyTo: mail.replyTo ?? '',
        from: fromName ? { name: fromName, address: addressIn(from) } : from,
        messageId: `<${id}@guidon>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      if (sent.message) await keep(outbox, id, sent.message)
    },
    check: async () => {
      if (smtpUrl) await (await transport()).verify()
    },
    close: async () => (await opened)?.close(),
  }
}

/** The address of `Name <address>`. */
const addressIn = (from: string) => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from

// Loaded at the first mail, so that it costs no start time, and no memory if no mail is sent.
const open = async (smtpUrl: string | undefined) => {
  const { createTransport } = await import('nodemailer')
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  return createTransport({ url: smtpUrl, pool: true, ...timeouts })
}

const keep = async (outbox: string, id: string, message: Buffer) => {
  const write = () => writeFile(join(outbox, `${id}.eml`), message, { mode: 0o600 })
  await write().catch(async () => {
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    await write()
  })
}
