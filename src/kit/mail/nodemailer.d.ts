// The types of Nodemailer that `mail.ts` uses. The types on the registry depend on a client of Amazon's mail service.
declare module 'nodemailer' {
  import type { Attachment } from './mail.ts'

  type Message = {
    from: string | { name: string; address: string }
    to: string
    replyTo: string
    subject: string
    text: string
    html: string
    messageId: string
    headers: Record<string, string>
    attachments?: Attachment[]
  }
  type Transport = {
    /** `message` is set by the transport that writes into memory. */
    sendMail: (message: Message) => Promise<{ message?: Buffer }>
    verify: () => Promise<true>
    close: () => void
  }
  type Options =
    | { streamTransport: true; buffer: true; newline: 'unix' }
    | { url: string; pool: true; connectionTimeout: number; greetingTimeout: number; socketTimeout: number }
  export const createTransport: (options: Options) => Transport
}
