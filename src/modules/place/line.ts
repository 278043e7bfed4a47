import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { terms } from '../../terms.ts'
import { channelInUse } from '../line/channel.ts'
import { countHearers, unlinkPerson } from '../line/friends.ts'
import { makeCode } from '../line/link-codes.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { back } from './document.ts'
import { type Holder, ownerOnly } from './holder.ts'

/** How many friends on LINE hear of a booking; undefined while LINE is not used. */
export async function lineOfBooking(db: Db, booking_id: number) {
  return (await channelInUse(db, {})) && { friends: await countHearers(db, { booking_id }) }
}

/** Notices on LINE: a code links the friend who sends it. */
export function lineCard({ friends: count }: { friends: number }, visit: Visit, t: Translate): Markup {
  const { sent } = visit
  const says = count
    ? t(`已有 ${count} 個 LINE 帳號會收到這筆訂單的通知。`, `${count} on LINE get the notices of this booking.`)
    : t(
        '航班、集合、加購與付款的通知可以改用 LINE 收；文件仍會寄到信箱。',
        'Notices about flights, where to meet, add-ons and payments can come by LINE. Papers still go to your mailbox.',
      )
  return card(
    'LINE',
    html`
${visit.done === 'unline' && done(t('已解除連結，之後的通知寄到信箱。', 'Unlinked: notices go to your mailbox.'))}
<p>${says}</p>
${sending({ name: 'line', sent, body: html``, button: count ? t('再連結一個 LINE', 'Link another one') : t('用 LINE 接收通知', 'Get notices by LINE'), kind: '' })}
${count > 0 && sending({ name: 'unline', sent, body: html``, button: t('解除連結', 'Unlink'), kind: '' })}`,
  )
}

export function lineForms(holder: Holder, { locale }: Visit) {
  return {
    line: form(Type.Object({}), async (tx) => {
      const { booking } = ownerOnly(holder)
      await throttle(tx, limits['LINE codes shown'], `booking_id ${booking}`)
      const { code, url } = await makeCode(tx, { booking_id: booking }, null)
      return codePage({ code, url, holder }, wordsIn(locale), locale)
    }),
    unline: form(Type.Object({}), async (tx) => {
      await unlinkPerson(tx, { booking_id: ownerOnly(holder).booking })
      return undefined
    }),
  }
}

type Shown = { code: string; url: string; holder: Holder }

// The code stands on the answer alone: no address holds it, and a page that is opened again makes no other one.
const codePage = ({ code, url, holder }: Shown, t: Translate, locale: Visit['locale']) => ({
  title: 'LINE',
  body: html`
${back(`${holder.booking_number}`, t('回訂單', 'Back to the booking'), locale)}
<header class="head"><h1>${t('用 LINE 接收通知', 'Get notices by LINE')}</h1></header>
${card(
  t('把這個代碼傳給我們', 'Send us this code'),
  html`
<p>${t('按下按鈕會打開 LINE，代碼已經填好，直接傳送即可。', 'The button opens LINE with the code filled in: just send it.')}</p>
<p class="title"><b>${code}</b></p>
<p class="does"><a class="button main" href="${url}">${t('打開 LINE', 'Open LINE')}</a></p>
<p class="hint">${t(
    `代碼 ${terms.lineCode.zh}內有效，只能使用一次；用電腦看這一頁時，請在手機的 LINE 裡把代碼傳給我們的官方帳號。`,
    `The code is good for ${terms.lineCode.en} and for one use. On a computer, send it to our account from LINE on your phone.`,
  )}</p>`,
)}`,
})
