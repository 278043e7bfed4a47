import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { card, done, sending } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import { wordsIn } from '../words.ts'

/** The contact asks for an account of its own, which has all bookings of its address. */
export const loginCard = ({ wants_login }: { wants_login: boolean }, visit: Visit): Markup => {
  if (!wants_login) return html``
  const t = wordsIn(visit.locale)
  const form = 'account'
  const { sent } = visit
  const says = t(
    '有了帳號，您可以登入查看所有訂單、加購與通知。邀請會寄到您的信箱。',
    'With an account you sign in and see all your bookings, extras and notices. The invitation goes to your address.',
  )
  return card(
    t('您的帳號', 'Your account'),
    html`${visit.done === form && done(t('邀請已寄出，請查看信箱。', 'The invitation is on its way; please see your mail.'))}
<p>${says}</p>${sending({ name: form, sent, body: html``, button: t('寄給我邀請', 'Send me an invitation') })}`,
  )
}
