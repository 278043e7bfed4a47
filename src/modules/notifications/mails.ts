import { inBatches, type Job, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { type Letter, settle, takeLetters } from './queue.ts'
import type { MailedNotices } from './schema.ts'
import { written } from './written.ts'

/** Gives the papers of which the notices of a mail speak. */
type PapersFor = (mail: MailedNotices, tools: JobTools) => Promise<Attachment[]>

const BATCH = 100
/** While a mail server does not answer, the mails of a batch time out in groups. */
const LONGEST_SECONDS = 900

/** Sends all waiting notices of a person in one mail with their papers. A mail that is tried again has the same notices and the same id. */
export const mailNotices = (papersFor: PapersFor): Job<Jobs['notifications.send']> => ({
  ...inBatches(BATCH, {
    prefetch: (jobs, { database }) => database.transaction({}, (tx) => takeLetters(tx, jobs)),
    work: async (_, tools, id, letters) => {
      const letter = letters.get(id)
      // Somebody else has mailed what the job was queued for, or it was erased.
      if (!letter) return
      await send(letter, papersFor, tools)
      // At once, so that a process that is killed has at most the mails that it was sending sent again.
      await tools.database.transaction({}, (tx) => settle(tx, letter))
    },
  }),
  isKeyed: true,
  expireInSeconds: LONGEST_SECONDS,
})

// A mail whose address is gone is not sent.
const send = async (letter: Letter, papersFor: PapersFor, tools: JobTools) => {
  const { mail_id: id, email: to, reply_to: replyTo } = letter
  if (to === null) return
  const attachments = await papersFor({ ...letter, sent_to: to }, tools)
  await tools.mailer.send({ id, to, replyTo, ...(await written(letter, tools)), attachments })
}
