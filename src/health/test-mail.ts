import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { refuse } from '../kit/errors.ts'
import { anyText } from '../kit/fields.ts'
import type { On } from '../kit/http/routes/routes.ts'
import { throttle } from '../kit/throttle.ts'
import { say, type Words } from '../kit/words/words.ts'
import { limits } from '../limits.ts'
import { letter } from '../modules/notifications/letter.ts'
import { sendLetter } from '../modules/notifications/send-letter.ts'
import { mailFault } from './machine.ts'

const subject: Words = ['測試信', 'A test mail']
const text: Words = [
  '這是系統寄給您自己的測試信：收到它，就表示信件可以寄出。',
  'You have sent this test mail to yourself. If you can read it, mails can be sent.',
]

/** A mail to the administrator who asks for it. It is sent at once, so that the answer says what is wrong. */
export function testMail(on: On, app: FastifyInstance) {
  on.post(
    '/test-mail',
    {
      name: 'sendTestMail',
      access: ['admin'],
      summary: 'Mails a test to yourself, and says why it cannot be sent',
      returns: Type.Object({ sent_to: anyText('admin@example.com') }),
      etag: 'none',
      noReplay: true,
      refuses: ['too_many_requests'],
    },
    async ({ tx, actor, locale }) => {
      const me = await tx
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow()
      await throttle(tx, limits['test mails of account'], actor.id)
      const { mailer } = app.machine
      const fault = await mailFault(mailer)
      if (fault) return refuse('unavailable', { detail: fault })
      const body = letter({ locale, name: me.name }, say(subject, locale), [{ text: say(text, locale) }])
      await sendLetter({ database: app.database, mailer }, { id: randomUUID(), to: me.email }, body)
      return { sent_to: me.email }
    },
  )
}
