import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { plural } from '../../../kit/words/words.ts'
import type { Translate } from '../../page-words.ts'
import { type Account, nameOf, type Settings, translator } from '../view/shown.ts'
import type { Contact } from './contact.ts'
import type { Entry } from './store.ts'

/** What the bar at the upper edge tells: whether there is a network, what waits, and whose it is. */
export type OnBar = {
  contact: Contact['state'] | 'unknown'
  account: Account | undefined
  entries: readonly Entry[]
  isSending: boolean
  offset: number
  settings: Settings
}

/** A clock that is wrong by less is not told. */
const TOLD_MS = 120_000

export function barLines(on: OnBar): Markup[] {
  const { account, entries, offset, settings } = on
  const t = translator(settings)
  const own = account ? entries.filter((entry) => entry.account.id === account.id) : []
  const others = Map.groupBy(
    entries.filter((entry) => entry.account.id !== account?.id),
    (entry) => entry.account.id,
  )
  return [
    ...ownLine(on, own, t),
    ...(account ? [...others.values()].map((those) => linesOfOther(those, settings, t)) : []),
    ...(Math.abs(offset) >= TOLD_MS ? [html`<p>${clockWords(offset, t)}</p>`] : []),
  ]
}

const ownLine = ({ contact, entries, isSending, settings }: OnBar, own: readonly Entry[], t: Translate): Markup[] => {
  if (contact === 'signed-out' || contact === 'not-a-leader') return [signInLine(contact, entries, settings, t)]
  const waits = own.filter(({ refused }) => !refused).length
  const refused = own.length - waits
  const see = html`<a href="#waiting" data-waiting>${t('看', 'See')}</a>`
  if (refused)
    return [
      html`<p><b>${t(`${refused} 筆被退回`, `${plural(refused, 'entry', 'entries')} refused`)}</b> · ${t('請修改或捨棄', 'change or discard')} ${see}</p>`,
    ]
  if (contact === 'no-answer') {
    const words = waits
      ? t(
          `${waits} 筆未送出，有網路時自動送出`,
          `${plural(waits, 'entry', 'entries')} not sent, sent when there is a network`,
        )
      : t('顯示的是手機裡的資料', 'what you see is kept on the phone')
    return [
      html`<p><b>${t('離線', 'Offline')}</b> · ${words} ${waits > 0 && html`${see} <button type="button" data-send>${t('立即送出', 'Send now')}</button>`}</p>`,
    ]
  }
  if (waits && isSending)
    return [html`<p>${t(`正在送出 ${waits} 筆`, `Sending ${plural(waits, 'entry', 'entries')}`)}</p>`]
  return waits ? [html`<p>${t(`${waits} 筆未送出`, `${plural(waits, 'entry', 'entries')} not sent`)} ${see}</p>`] : []
}

const signInLine = (contact: OnBar['contact'], entries: readonly Entry[], settings: Settings, t: Translate) => {
  const names = [...new Set(entries.map(({ account }) => nameOf(account, settings)))].join(t('、', ', '))
  const waits = entries.length
  const why = waits
    ? t(`${names}請登入以送出 ${waits} 筆紀錄`, `${names}: sign in to send ${plural(waits, 'entry', 'entries')}`)
    : contact === 'signed-out'
      ? t('登入已結束', 'Your session has ended')
      : t('這個帳號不是領隊', 'This account is not that of a leader')
  return html`<p><b>${why}</b> <a href="${signInPath(settings)}">${t('登入', 'Sign in')}</a>${waits > 0 && html` <button type="button" data-export="">${t('匯出', 'Export')}</button>`}</p>`
}

const linesOfOther = (those: readonly Entry[], settings: Settings, t: Translate) => {
  const { length } = those
  const account = those[0]?.account
  if (!account) return html``
  const name = nameOf(account, settings)
  return html`
<p>
  ${t(`另有 ${length} 筆是${name}寫的，由${name}登入後送出。`, `${plural(length, 'entry', 'entries')} of ${name} wait: sign in as ${name} to send them.`)}${' '}
  <button type="button" data-leave="">${t('換帳號登入', 'Change the account')}</button>${' '}
  <button type="button" data-export="${account.id}">${t('匯出', 'Export')}</button>${' '}
  <button type="button" data-discard-all="${account.id}">${t('捨棄', 'Discard')}</button>
</p>`
}

const clockWords = (offset: number, t: Translate) => {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [zh, en] = minutes < 120 ? [`${minutes} 分鐘`, plural(minutes, 'minute')] : hours(minutes)
  const isBehind = offset > 0
  return t(
    `手機的時間${isBehind ? '慢' : '快'}了 ${zh}；紀錄以服務的時間為準。`,
    `The clock of this phone is ${en} ${isBehind ? 'slow' : 'fast'}; entries count by the time of the service.`,
  )
}
const hours = (minutes: number) => {
  const count = Math.round(minutes / 60)
  return [`${count} 小時`, plural(count, 'hour')] as const
}

/** Where somebody signs in, and is led back from. */
function signInPath({ base }: Settings) {
  return `${base}/my/password?${new URLSearchParams({ to: location.pathname })}`
}
