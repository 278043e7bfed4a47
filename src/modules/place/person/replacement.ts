import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Visit } from '../../../kit/http/pages/forms.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { done, sending } from '../../../kit/http/pages/parts.ts'
import { form, tidied } from '../../../kit/http/pages/sent.ts'
import { fields } from '../../form-fields.ts'
import type { Translate } from '../../page-words.ts'
import { EnteredTraveler } from '../../travelers/schema.ts'
import { askedOfTraveler } from '../../travelers/words.ts'
import { callerOf, type Holder } from '../holder.ts'
import type { Guest } from '../reads.ts'
import { asStored } from './details.ts'
import { changeOncePriceIsSeen } from './price.ts'

/** Another person travels in this one's place: name and birth date change, and with them perhaps the price. */
export function replacementCard(guest: Guest, visit: Visit, t: Translate) {
  const form = `replace-${guest.id}`
  const { sent, locale } = visit
  const isOpen = sent?.form === form
  const isRequired = true
  const { surname_en, given_name_en, birth_date } = askedOfTraveler
  const body = fields(replaced, ['name', 'birth_date', 'surname_en', 'given_name_en'], {
    ...{ form, sent, locale, pairs: true },
    own: {
      name: { label: ['新旅客姓名', 'Name of the new traveler'] },
      surname_en: { ...surname_en, isRequired },
      given_name_en: { ...given_name_en, isRequired },
      birth_date: { ...birth_date, isRequired },
    },
  })
  const says = t(
    '出發前可以改由另一位參加；原旅客的護照、文件、過敏與特別需求會一併刪除，請再為新旅客填寫。若有差額（例如機票改名），送出前會先讓您看到新的總價，我們也會與您確認。',
    'Until the departure another person may travel instead. Passport, documents, allergies and special requests of the former one are removed; please give those of the new one. If it costs more, for example for the name on the ticket, you see the new total before you send it, and we confirm it with you.',
  )
  return html`
<section class="card over">
  ${visit.done === form && done(t('已收到，我們確認後會通知聯絡人。', 'Received. The contact is told once we have confirmed it.'))}
  <details${isOpen && html` open`}>
    <summary>${t('改由另一位參加', 'Another person travels instead')}</summary>
    <p class="soft">${says}</p>
    ${sending({ name: form, sent, body, button: t('送出變更', 'Send the change') })}
  </details>
</section>`
}

const replaced = Type.Object({
  name: EnteredTraveler.properties.name,
  surname_en: EnteredTraveler.properties.surname_en,
  given_name_en: EnteredTraveler.properties.given_name_en,
  birth_date: EnteredTraveler.properties.birth_date,
})
const Replacement = Type.Object({
  ...replaced.properties,
  agreed_price: Type.Optional(Type.Number()),
})

export function replacementForms({ keys }: FastifyInstance, holder: Holder, { locale }: Visit) {
  const caller = callerOf(holder, keys)
  const replace = form(Replacement, (tx, { agreed_price, ...body }, id) =>
    changeOncePriceIsSeen(tx, { name: `replace-${id}`, id, body, agreed_price, is_other_person: true }, caller, locale),
  )
  return { replace: tidied(replace, asStored) }
}
