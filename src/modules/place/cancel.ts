import { amountIn, dayWithYear, shortDay } from 'guidon-design/formats'
import { Type } from 'typebox'
import { found, refuse } from '../../kit/errors.ts'
import { formed, list } from '../../kit/fields.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, longText, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Locale } from '../../kit/words/words.ts'
import { declineOffer } from '../bookings/cancel.ts'
import { AskedCancellation, askToCancel, type CostByDay } from '../bookings/cancellation-requests/ask.ts'
import { openCancellationRequest } from '../bookings/cancellation-requests/cancellation-request.ts'
import { withdrawRequest } from '../bookings/cancellation-requests/decide.ts'
import type { Receipt } from '../bookings/manage.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'
import { back, placePath } from './document.ts'
import { callerOf, type Holder, ownerOnly } from './holder.ts'
import type { Guest } from './reads.ts'

type Open = NonNullable<Awaited<ReturnType<typeof openCancellationRequest>>>
type OnPage = {
  holder: Holder
  booking: Receipt
  guests: readonly Guest[]
  /** Undefined if it is given up at once, or cannot be cancelled any more. */
  cost: CostByDay | undefined
  open: Open | undefined
}

const ASK = 'ask'
const WITHDRAW = 'withdraw'

/** What a cancellation costs by day, and the form that asks for one. What costs nothing is given up at once. */
export function cancelPage({ holder, booking, guests, cost, open }: OnPage, visit: Visit): Markup {
  const { locale } = visit
  const t = wordsIn(locale)
  return html`
${back(holder.booking_number, t('回訂單', 'Back to the booking'), locale)}
<header class="head"><h1>${t('取消報名', 'Cancel')}</h1></header>
${visit.done === WITHDRAW && done(t('已撤回申請，訂單維持不變。', 'The request is taken back; your booking stays as it is.'))}
${open ? askedCard(open, guests, visit, t) : booking.possible.includes('decline') ? giveUpCard(t) : cost ? askCards(cost, guests, visit, t) : endedCard(t)}`
}

/** Nothing was paid, so nothing has to be settled. */
const giveUpCard = (t: Translate) =>
  card(
    t('放棄名額', 'Give up the seats'),
    html`
<p>${t('您還沒有付款，放棄不收任何費用。放棄後，名額會讓給下一位，無法復原。', 'Nothing was paid, so giving up costs nothing. Your seats then go to the next in line; this cannot be undone.')}</p>
${sending({ name: 'decline', sent: undefined, body: html``, button: t('確定放棄', 'Yes, give up'), kind: 'grave' })}`,
  )

const endedCard = (t: Translate) =>
  card(
    t('不能在這裡取消', 'Not here any more'),
    html`<p>${t('訂單已經結束，或行程已經出發；有疑問請與我們聯絡。', 'The booking has ended, or the trip has departed. Please contact us.')}</p>`,
  )

const askedCard = (
  { traveler_ids, reason, currency, fee, created_at }: Open,
  guests: readonly Guest[],
  visit: Visit,
  t: Translate,
) => {
  const names = guests.filter(({ id }) => traveler_ids.includes(id)).map(({ name }) => name)
  const who = names.length ? names.join(t('、', ', ')) : t('整筆訂單', 'The whole booking')
  const day = shortDay(created_at.slice(0, 10), visit.locale)
  return card(
    t('取消申請處理中', 'Your request is with us'),
    html`
${visit.done === ASK && done(t('已收到您的申請。', 'We have your request.'))}
<p>${t(`${day}申請取消：${who}。`, `Asked on ${day}: ${who}.`)}</p>
<p class="words">${reason}</p>
<p>${t(`取消費依申請當天計算：${amountIn(currency, fee)}。業務會為您辦理，並寄信通知。`, `The fee is that of the day of the request: ${amountIn(currency, fee)}. Sales see to it and write to you.`)}</p>
${sending({ name: WITHDRAW, sent: visit.sent, body: html``, button: t('撤回申請', 'Take the request back'), kind: '' })}`,
    { className: 'asks' },
  )
}

const askCards = (cost: CostByDay, guests: readonly Guest[], visit: Visit, t: Translate) => html`
${costCard(cost, visit.locale, t)}
${card(t('申請取消', 'Ask to cancel'), askForm(guests, visit, t), { className: 'asks' })}`

const costCard = ({ currency, today, later }: CostByDay, locale: Locale, t: Translate) => {
  const row = ({ fee_percent, fee, refund, owed }: CostByDay['today'], when: string) => {
    const rest =
      refund > 0
        ? t(`退您 ${amountIn(currency, refund)}`, `${amountIn(currency, refund)} back`)
        : owed > 0
          ? t(`尚須付 ${amountIn(currency, owed)}`, `${amountIn(currency, owed)} to pay`)
          : ''
    return html`
<li>
  <span>${when}${' '}<small class="soft">${fee_percent}%</small></span>
  <b class="nb">${amountIn(currency, fee)}</b>
  ${rest && html`<span class="soft small">${rest}</span>`}
</li>`
  }
  return card(
    t('全部取消要多少費用', 'What it costs to cancel everybody'),
    html`
<p class="soft">${t('依旅遊契約，以您通知我們的那天計算。', 'By the contract, on the day on which you tell us.')}</p>
<ol class="rows costs">
  ${row(today, t('今天', 'Today'))}
  ${later.map((step) => row(step, t(`${dayWithYear(step.from, locale)}起`, `From ${dayWithYear(step.from, locale)}`)))}
</ol>`,
  )
}

const askForm = (guests: readonly Guest[], { sent }: Visit, t: Translate) => {
  const chosen = [sent?.fields.traveler_ids ?? []].flat()
  const box = ({ id, name }: Guest) => html`
<label class="tick"><input type="checkbox" name="traveler_ids" value="${id}"${chosen.includes(`${id}`) && html` checked`}> <span>${name}</span></label>`
  const faults = sent?.form === ASK ? sent.faults.traveler_ids : undefined
  return sending({
    ...{ name: ASK, sent, button: t('送出取消申請', 'Send the request') },
    body: html`
${
  guests.length > 1 &&
  html`
<fieldset class="field">
  <legend class="label">${t('誰不去？（都不勾就是全部取消）', 'Who is not going? (Nobody ticked: everybody)')}</legend>
  ${guests.map(box)}
  ${faults && html`<p class="fault">${faults.join(' ')}</p>`}
</fieldset>`
}
${longText({ form: ASK, sent, name: 'reason', label: t('原因', 'Why'), required: t('必填', 'required'), attributes: html`maxlength="2000"` })}
<p class="hint">${t('業務確認後才會取消；費用依今天計算，不會因為處理時間而增加。', 'Sales confirm it first. The fee is that of today, however long it takes.')}</p>`,
  })
}

const Asking = Type.Object({
  // A box is sent as text.
  traveler_ids: Type.Optional(list(formed('^[1-9][0-9]{0,8}$', '3'))),
  reason: AskedCancellation.properties.reason,
})

/** The forms of the page: the request, and taking it back. */
export function cancelForms(keys: Keys, holder: Holder, locale: Locale) {
  const by = () => callerOf(ownerOnly(holder), keys)
  return {
    [ASK]: form(Asking, async (tx, { traveler_ids = [], reason }) => {
      await askToCancel(tx, by(), holder.booking, { traveler_ids: traveler_ids.map(Number), reason })
      return undefined
    }),
    [WITHDRAW]: form(Type.Object({}), async (tx) => {
      const { id } = found(await openCancellationRequest(tx, { booking: holder.booking }))
      await withdrawRequest(tx, by(), id)
      return undefined
    }),
    decline: form(Type.Object({}), async (tx) => {
      if (holder.own) return refuse('forbidden')
      await declineOffer(tx, holder.booking, callerOf(holder, keys))
      return { to: `${pathIn(locale, placePath(holder.booking_number))}?done=decline#done` }
    }),
  }
}
