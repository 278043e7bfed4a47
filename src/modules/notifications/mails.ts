import { settleAll } from '../../kit/async/settle.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { kindOf } from '../../kit/errors.ts'
import { enqueue, type Job, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { endLeases, giveUpLeases, type Letter, renewLeases, settle, takeAgain, takeWaiting } from './queue.ts'
import type { MailedNotices } from './schema.ts'
import { written } from './written.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Tries a mail again that could not be sent. */
    'notifications.deliver': { mail_id: string }
  }
}

/** Gives the papers of which the notices of a mail speak. */
type PapersFor = (mail: MailedNotices, tools: JobTools) => Promise<Attachment[]>

/**
 * Sends all waiting notices of a person in one mail with their papers. A mail that cannot be sent, or whose process has died, is tried again by a
 * job, with the same notices under the same id.
 */
export const mailNotices = (papersFor: PapersFor): Job<Jobs['notifications.deliver']> => {
  const send = sender(papersFor)
  return {
    poller: {
      channel: 'deliveries',
      work: async (tools) => {
        const letters = await begin(tools)
        if (letters.length > 0) await sendAll(letters, send, tools)
        return letters.length > 0
      },
    },
    work: async ({ mail_id }, tools) => {
      const { transaction } = tools.database
      const [letter] = await transaction({}, (tx) => takeAgain(tx, mail_id))
      if (!letter) return
      await send(letter, tools)
      await transaction({}, (tx) => settle(tx, [letter]))
    },
  }
}

const begin = ({ database }: JobTools) =>
  database.transaction({}, async (tx) => {
    const [letters, abandoned] = await settleAll([takeWaiting(tx), endLeases(tx)])
    tryAgain(tx, abandoned)
    return letters
  })

const sendAll = async (letters: Letter[], send: Send, tools: JobTools) => {
  const stopRenewing = renewLeases(tools.database, letters)
  await settleAll(letters.map((letter) => sendOne(letter, send, tools))).finally(stopRenewing)
}

/** Sends a mail and records the result at once, so that a process that is killed has at most the mails that it was sending sent again. */
const sendOne = async (letter: Letter, send: Send, tools: JobTools) => {
  const { transaction } = tools.database
  try {
    await send(letter, tools)
  } catch (error) {
    tools.log.warn({ mail_id: letter.mail_id, fault: kindOf(error) }, 'a mail was not sent')
    return transaction({}, async (tx) => {
      await giveUpLeases(tx, [letter])
      tryAgain(tx, [letter])
    })
  }
  return transaction({}, (tx) => settle(tx, [letter]))
}

const tryAgain = (tx: Tx, mails: readonly { mail_id: string }[]) => {
  for (const { mail_id } of mails) enqueue(tx, 'notifications.deliver', { mail_id }, { at: '5 seconds' })
}

/** Sends a mail. One whose address is gone is not sent. */
type Send = (letter: Letter, tools: JobTools) => Promise<void>
const sender =
  (papersFor: PapersFor): Send =>
  async (letter, tools) => {
    const { mail_id: id, email: to, reply_to: replyTo } = letter
    if (to === null) return
    const attachments = await papersFor({ ...letter, sent_to: to }, tools)
    await tools.mailer.send({ id, to, replyTo, ...(await written(letter, tools)), attachments })
  }
