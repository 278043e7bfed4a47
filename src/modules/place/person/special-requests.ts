import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Visit } from '../../../kit/http/pages/forms.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { card, choice, done, longText, sending } from '../../../kit/http/pages/parts.ts'
import { form } from '../../../kit/http/pages/sent.ts'
import { throttle } from '../../../kit/throttle.ts'
import { say } from '../../../kit/words/words.ts'
import { limits } from '../../../limits.ts'
import type { Translate } from '../../page-words.ts'
import { requestKinds } from '../../special-request-kinds.ts'
import { makeRequest, removeRequest } from '../../traveler-requests/actions.ts'
import { kindWords as requestWords, statusWords } from '../../traveler-requests/labels.ts'
import { NewRequest } from '../../traveler-requests/schema.ts'
import { callerOf, type Holder } from '../holder.ts'
import type { Guest } from '../reads.ts'

/** Special requests, which are free: they can be taken back until we work on them. */
export function requestsCard(guest: Guest, visit: Visit, t: Translate) {
  const form = `request-${guest.id}`
  const { locale, sent } = visit
  const kinds = requestKinds.map((each) => [each, say(requestWords[each], locale)] as const)
  const isOpen = sent?.form === form
  const body = html`
${choice({ form, sent, name: 'kind', label: t('種類', 'Kind'), of: kinds })}
${longText({ form, sent, name: 'detail', label: t('需求', 'What you would like'), attributes: html`maxlength="2000" required` })}`
  const rows = guest.special_requests.map((each) => requestRow(each, visit, t))
  return card(
    t('特別需求', 'Special requests'),
    html`
<p class="soft">${t(...freeOfCharge)}</p>
${visit.done === form && done(t('已收到，我們會告訴您結果。', 'Received; we will tell you what is possible.'))}
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
<details${isOpen && html` open`}>
  <summary>${t('提出需求', 'Make a request')}</summary>
  ${sending({ name: form, sent, body, button: t('送出', 'Send') })}
</details>`,
    { id: 'special-requests' },
  )
}

const freeOfCharge = [
  '不另計價，例如靠走道的座位、安靜的房間；出發前都可以提出，我們會盡量安排。',
  'Free of charge, such as an aisle seat or a quiet room. Ask until the departure; we do what we can.',
] as const

type Request = Guest['special_requests'][number]
const requestRow = ({ id, kind, detail, status }: Request, { sent, locale }: Visit, t: Translate) => {
  const takeBack = { name: `withdraw-${id}`, sent, body: html``, button: t('收回', 'Take it back'), kind: 'small' }
  return html`
<li>
  <span class="between">
    <span>${say(requestWords[kind], locale)}${t('：', ': ')}${detail}</span>
    <span class="badge">${say(statusWords[status], locale)}</span>
  </span>
  ${status === 'open' && sending(takeBack)}
</li>`
}

const { kind, detail } = NewRequest.properties
const SpecialRequest = Type.Object({ kind, detail })

export function requestForms({ keys }: FastifyInstance, holder: Holder) {
  const caller = callerOf(holder, keys)
  return {
    request: form(SpecialRequest, async (tx, body, traveler_id) => {
      await throttle(tx, limits['extras of booking'], holder.booking)
      await makeRequest(tx, caller, { ...body, traveler_id })
      return undefined
    }),
    withdraw: form(Type.Object({}), async (tx, _nothing, id) => {
      await removeRequest(tx, caller, id, undefined)
      return undefined
    }),
  }
}
