import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import type { JobTools } from '../src/kit/jobs/jobs.ts'
import { workers } from '../src/kit/jobs/workers.ts'
import { mailer } from '../src/kit/mail/mail.ts'
import { jobs } from '../src/wiring.ts'
import type { House } from './house.ts'
import { decoded, headerIn, readMail } from './mail-parts.ts'
import { until } from './until.ts'

export type Mail = {
  to: string
  id: string
  subject: string
  text: string
  html: string
  from: string
  replyTo: string
}
type Verdict = 'take' | 'refuse' | 'say nothing'

/** A mail server that records the mails it accepts. */
export const smtp = async (atEnd: (end: () => unknown) => unknown) => {
  const mails: Mail[] = []
  const refused: Mail[] = []
  let verdict: (mail: Mail, nth: number) => Verdict = () => 'take'

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      const mail = mailIn((await buffer(stream)).toString('latin1'), envelope.rcptTo[0]?.address ?? '')
      const said = verdict(mail, [...mails, ...refused].filter(({ id }) => id === mail.id).length)
      if (said === 'take') {
        mails.push(mail)
        return done()
      }
      refused.push(mail)
      if (said === 'refuse') done(Object.assign(new Error('come back later'), { responseCode: 451 }))
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  atEnd(() => new Promise<void>((resolve) => server.close(resolve)))

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Attempts that were refused. */
    refused,
    to: (address: string) => mails.filter(({ to }) => to === address),
    until: (holds: () => boolean, what: string) =>
      until(holds, () => `${what}; there is ${JSON.stringify(mails.map(({ to, subject }) => [to, subject]))}`),
    /** Sets how the server answers; `nth` is the number of the attempt for the same mail. */
    answer: (how: typeof verdict) => {
      verdict = how
    },
  }
}

/** Runs the workers, which send their mails to an SMTP server. */
export const startWorkers = async (
  { settings, database, keys, files, papers, outbound, atEnd }: House,
  smtpUrl: string,
  elsewhere: Pick<JobTools, 'lineApiUrl'> = {},
) => {
  const post = mailer({ from: 'Guidon <noreply@guidon.test>', outbox: '/nowhere', smtpUrl })
  const tools = {
    database,
    keys,
    files,
    papers,
    outbound,
    mailer: post,
    log: pino({ level: 'fatal' }),
    zone: 'Asia/Taipei',
    ...elsewhere,
  }
  const all = { ...tools, publicUrl: 'https://guidon.test' }
  const working = await workers(settings, jobs, all, { supervise: 1, poll: 1 })
  const stop = async () => {
    await working.stop()
    post.close()
  }
  atEnd(stop)
  return { stop }
}

/** The notices in a mail: a single one is the subject, several are the paragraphs between the greeting and the link. */
export const titlesIn = ({ subject, text }: Mail) =>
  /另有|more\)$/.test(subject)
    ? text
        .split('\n\n')
        .slice(1)
        .filter((part) => !frame.test(part))
        .map((part) => part.split('\n')[0] ?? '')
    : [subject]
// The link, the sender and the last line.
const frame = /^(\S.*[：:] ?https?:\/\/|（本信|\(This mail|承辦業務：|Your contact: )/

const mailIn = (raw: string, to: string): Mail => {
  const [head = ''] = raw.split('\r\n\r\n')
  return {
    to,
    id: headerIn(head, 'Message-ID'),
    from: wordsIn(head, 'From'),
    replyTo: headerIn(head, 'Reply-To'),
    subject: wordsIn(head, 'Subject'),
    ...readMail(raw),
  }
}

const wordsIn = (head: string, name: string) =>
  headerIn(head, name).replace(/=\?UTF-8\?(\w)\?(.*?)\?=(?:\s+(?==\?))?/gi, (_, how, word) =>
    decoded(how === 'B' ? 'base64' : 'quoted-printable', word.replaceAll('_', '=20')),
  )
