import { Type } from 'typebox'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { contactChangeBehind, takeAddress } from '../bookings/contact-changes.ts'
import { wordsIn } from '../page-words.ts'

/** The page of a link that changes the mail address of a booking: the new one is confirmed, or the former one comes back. */
export function contactPage(): PageRoute {
  return {
    show: async (db, visit) => askPage(await contactChangeBehind(db, visit.token), visit),
    forms: (visit) => ({
      take: form(Type.Object({}), async (tx) => ({ to: await takeAddress(tx, visit.token) })),
    }),
  }
}

const askPage = (change: Awaited<ReturnType<typeof contactChangeBehind>>, { locale, sent }: Visit): Page => {
  const t = wordsIn(locale)
  const { booking_number, email, is_undo } = change
  const title = is_undo
    ? t('恢復原來的聯絡信箱', 'Take the change of the address back')
    : t('確認新的聯絡信箱', 'Confirm the new address')
  const body = is_undo
    ? t(
        `訂單 ${booking_number} 的通知會再寄到 ${email}，寄到另一個信箱的連結隨即失效。`,
        `Mails about booking ${booking_number} go to ${email} again, and links in mails to the other address stop working at once.`,
      )
    : t(
        `確認後，訂單 ${booking_number} 的通知會寄到 ${email}。`,
        `Once you confirm, mails about booking ${booking_number} go to ${email}.`,
      )
  const button = is_undo ? t('恢復', 'Take it back') : t('確認信箱', 'Confirm the address')
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
${sending({ name: 'take', sent, body: html`<p>${body}</p>`, button })}</section>`,
  }
}
