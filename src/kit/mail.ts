import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Locale, say, type Words } from './words/words.ts'

declare module './jobs/jobs.ts' {
  interface JobTools {
    mailer: Mailer
  }
}

/** The same `id` is the same mail, however often it is tried. */
type Mail = { id: string; to: string; subject: string; text: string }
export type Mailer = { send: (mail: Mail) => Promise<void>; check: () => Promise<void>; close: () => Promise<void> }

/** Sends by SMTP; without a server every mail is kept as a file in the outbox, ready to be read. */
export const mailer = ({
  smtpUrl,
  from,
  outbox,
}: {
  smtpUrl?: string | undefined
  from: string
  outbox: string
}): Mailer => {
  let opened: ReturnType<typeof open> | undefined
  const transport = () => {
    opened ??= open(smtpUrl)
    return opened
  }
  return {
    send: async ({ id, ...mail }) => {
      const sent = await (await transport()).sendMail({
        ...mail,
        from,
        messageId: `<${id}@guidon>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      if (!smtpUrl) await keep(outbox, id, (sent as unknown as { message: Buffer }).message)
    },
    check: async () => {
      if (smtpUrl) await (await transport()).verify()
    },
    close: async () => (await opened)?.close(),
  }
}

// Loaded with the first mail: the start and the memory of a quiet service are not burdened with it.
const open = async (smtpUrl: string | undefined) => {
  const { createTransport } = await import('nodemailer')
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  return createTransport({ url: smtpUrl, pool: true, ...patience })
}

/** A mail in plain words: a greeting, what happened, what to do, and who is writing. */
export const letter = (locale: Locale, name: string | null, paragraphs: Words[]) =>
  [
    say(name === null ? ['您好：', 'Hello,'] : [`${name} 您好：`, `Dear ${name},`], locale),
    ...paragraphs.map((words) => say(words, locale)),
    say(['（本信由系統自動寄出）', '(This mail was sent automatically.)'], locale),
  ].join('\n\n')

const keep = async (outbox: string, id: string, message: Buffer) => {
  const write = () => writeFile(join(outbox, `${id}.eml`), message, { mode: 0o600 })
  await write().catch(async () => {
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    await write()
  })
}
