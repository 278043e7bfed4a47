import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { line } from '../../kit/fields.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, choice, done, facts, fault, sending } from '../../kit/http/pages/parts.ts'
import type { Sent } from '../../kit/http/pages/sent.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { askAgain, fitsTrip, totalOf } from '../addon-requests/offered.ts'
import { NewRequest, previewRequest } from '../addon-requests/open.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { fields } from '../form-fields.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { type Frame, pathIn, readFrame } from '../site/frame.ts'
import { placePath } from './document.ts'
import { type Holder, ownerOnly } from './holder.ts'
import { type Guest, guestsOf } from './reads.ts'

/**
 * The add-on types that the customer of a booking may request now without further details, by category: those that are offered for its
 * trip, and on the trip those that are sold there.
 */
export const typesOnPage = statement((db, { booking }: { booking: number }) =>
  db
    .selectFrom('addon_request_types as t')
    .innerJoin('addon_categories as c', 'c.id', 't.category_id')
    .innerJoin('bookings as b', (on) => on.on('b.id', '=', booking))
    .innerJoin('planned_trips as p', 'p.id', 'b.planned_trip_id')
    .select(['t.id', 't.name', 't.name_en', 't.description', 't.description_en', 't.pricing_type', 't.base_cost'])
    .select(['t.cost_currency', 't.most_per_person', 'c.name as category', 'c.name_en as category_en'])
    .where('t.is_active', '=', true)
    .where('t.customer_visible', '=', true)
    .where(isOneOf('b.status', aliveStatuses))
    .where(sql<boolean>`p.status not in ('returned', 'settled', 'cancelled') and p.return_date >= today()
      and (t.is_sold_on_the_road or p.status <> 'departed' and p.departure_date >= today())`)
    .where(fitsTrip)
    .where(sql<boolean>`not t.details_schema @> '[{"is_required": true}]'`)
    .orderBy('c.sort_order')
    .orderBy('c.id')
    .orderBy('t.sort_order')
    .orderBy('t.id'),
)
export type TypeOnPage = Awaited<ReturnType<typeof typesOnPage>>[number]

export const EXTRA = 'extra'
const { type_id, traveler_id, quantity, message, again } = NewRequest.properties
/** `agreed` is the total that was shown before the request is sent; `change` leads back to the form. */
export const NewExtra = Type.Object({
  ...{ type_id, traveler_id, quantity, message, again },
  agreed: Type.Optional(line(40)),
  change: Type.Optional(Type.Boolean()),
})

type Shop = { types: readonly TypeOnPage[]; guests: readonly Guest[]; at: string }

/** What can be requested, by category; each leads to its own page. */
export function typesCard({ types, guests, at }: Shop, { locale, sent, done: isDone }: Visit): Markup {
  if (!types.length || !guests.length) return html``
  const t = wordsIn(locale)
  const categories = [...Map.groupBy(types, ({ category }) => category).values()]
  const refused = sent?.form === EXTRA ? sent.faults.type_id : undefined
  return card(
    t('申請加購', 'Request an add-on'),
    html`
${isDone === EXTRA && done(t('已收到您的申請，我們會儘快回覆。', 'We have received your request and will answer soon.'))}
${refused && fault(refused.join(' '))}
${categories.map(
  (among) => html`
<details class="goods"${categories.length === 1 && html` open`}>
  <summary>${called(among[0], locale)} <span class="soft small">${among.length}</span></summary>
  <ul class="rows">${among.map((type) => typeRow(type, at, locale))}</ul>
</details>`,
)}`,
  )
}

const called = (type: TypeOnPage | undefined, locale: Locale) =>
  type ? say([type.category, type.category_en ?? type.category], locale) : ''

const typeRow = (type: TypeOnPage, at: string, locale: Locale) => {
  const text = textOf(type, locale)
  return html`
<li>
  <a class="between" href="${at}?type=${type.id}"><b>${nameOf(type, locale)}</b> <span class="nb">${priceOf(type, locale)}</span></a>
  ${text && html`<p class="soft small">${text}</p>`}
</li>`
}

/** One add-on with its text, and the form that asks for it; its total is shown before it is sent. */
export async function typePage(
  db: Db,
  holder: Holder,
  type: Omit<TypeOnPage, 'category' | 'category_en'>,
  { locale, sent, typed }: { locale: Locale; sent?: Sent | undefined; typed?: Asked },
): Promise<Page & { frame: Frame }> {
  const [guests, frame] = await Promise.all([guestsOf(db, { booking: holder.booking }), readFrame(db, {})])
  const t = wordsIn(locale)
  const text = textOf(type, locale)
  const field = { form: EXTRA, sent, name: 'traveler_id', label: t('旅客', 'For') }
  const body = html`
<input type="hidden" name="type_id" value="${type.id}">
${choice({ ...field, value: typed && `${typed.traveler_id}`, of: guests.map(({ id, name }) => [`${id}`, name]) })}
${fields(NewExtra, ['quantity', 'message'], {
  ...{ form: EXTRA, sent, locale, values: { quantity: `${typed?.quantity ?? 1}`, message: typed?.message } },
  own: {
    quantity: {
      label: ['數量', 'How many'],
      hint: sent?.faults.quantity ? undefined : limitOf(type, frame.house.phone, t),
    },
    message: { label: ['說明（可不填）', 'Details (optional)'] },
  },
})}`
  const name = nameOf(type, locale)
  return {
    title: name,
    frame,
    body: html`
${toAddons(holder, t, locale)}
<header class="head"><h1>${name}</h1></header>
<section class="card">
  <p><b>${priceOf(type, locale)}</b></p>
  ${text && html`<p class="words">${text}</p>`}
  ${sending({ name: EXTRA, sent, body, button: t('下一步：確認金額', 'Next: check the total') })}
</section>`,
  }
}

const toAddons = ({ booking_number }: Holder, t: Translate, locale: Locale) =>
  html`<p class="back"><a href="${pathIn(locale, placePath(booking_number, '/add-ons'))}">‹ ${t('所有加購項目', 'All add-ons')}</a></p>`

const limitOf = ({ most_per_person: most }: Pick<TypeOnPage, 'most_per_person'>, phone: string | null, t: Translate) =>
  phone
    ? t(
        `每位旅客最多 ${most} 份；需要更多請來電 ${phone}。`,
        `At most ${most} for each traveler; for more, call ${phone}.`,
      )
    : t(`每位旅客最多 ${most} 份；需要更多請與我們聯絡。`, `At most ${most} for each traveler; for more, contact us.`)

type Asked = { type_id: number; traveler_id: number; quantity?: number; message?: string }

/** What is about to be requested, with its total and the request that equals it. Refuses what would be refused. */
export async function stepOf(db: Db, holder: Holder, asked: Asked) {
  const { booking, reader } = ownerOnly(holder)
  const { type, equal } = await previewRequest(db, reader, asked)
  const guests = await guestsOf(db, { booking })
  const { quantity = 1 } = asked
  const name = guests.find(({ id }) => id === asked.traveler_id)?.name ?? ''
  return { asked, type, equal, name, quantity, total: totalOf(type, quantity) }
}
/** The step again, if it was refused because the same was asked for before. */
export async function stepOfSent(db: Db, holder: Holder, { form, fields: given, faults }: Sent) {
  if (form !== EXTRA || !faults.again) return undefined
  const { type_id, traveler_id, quantity, message } = given
  return stepOf(db, holder, {
    ...{ type_id: Number(type_id), traveler_id: Number(traveler_id) },
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    ...(message !== undefined && { message: String(message) }),
  })
}
type Step = Awaited<ReturnType<typeof stepOf>>

/** What the customer agrees to by sending. */
export function agreedOf({ type, quantity, total }: Step) {
  return total ? `${quantity} ${type.cost_currency} ${total.total}` : `${quantity} quote`
}

/** The step before an add-on is sent: its text, quantity × price = total, and whether the same was asked for before. */
export function stepPage(step: Step, sent: Sent | undefined, locale: Locale): Page {
  const t = wordsIn(locale)
  const { asked, type, equal, name, quantity, total } = step
  const title = t('請確認後送出', 'Please check, then send')
  const text = textOf(type, locale)
  const kept = Object.entries({ ...asked, agreed: agreedOf(step) }).filter(([, value]) => value !== undefined)
  const body = html`
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
${equal && question(say(askAgain(type, equal), locale), sent, t)}`
  const button = html`
<button class="button main">${t('送出申請', 'Send the request')}</button>
<button class="button plain" name="change" value="true">${t('返回修改', 'Back, to change it')}</button>`
  return {
    title,
    body: html`
<section class="card asks">
  <h1>${title}</h1>
  <p><b>${nameOf(type, locale)}</b></p>
  ${text && html`<p class="words">${text}</p>`}
  ${facts([
    [t('旅客', 'For'), name],
    [t('金額', 'Price'), total ? sumOf(step, locale) : `${quantity} × ${t('另行報價', 'price on request')}`],
    [t('說明', 'Details'), asked.message],
  ])}
  ${!total && html`<p class="soft">${t('我們先報價給您，您同意後才會安排與收費。', 'We send you a price first; nothing is arranged or charged before you agree.')}</p>`}
  ${sending({ name: EXTRA, sent, body, button })}
</section>`,
  }
}

/** `2 × NT$300 = NT$600`. */
const sumOf = ({ type, quantity, total }: Step, locale: Locale) => {
  if (!total) return ''
  if (total.total === 0) return `${quantity} × ${say(prices.free, locale)}`
  return `${quantity} × ${amountIn(type.cost_currency, type.base_cost ?? 0)} = ${total.words}`
}

const question = (words: string, sent: Sent | undefined, t: Translate) => {
  const isRefused = sent?.faults.again !== undefined
  return html`
<div class="field">
  <p${isRefused && html` class="fault" role="alert"`} id="${EXTRA}-again-about">${words}</p>
  <label class="tick"><input type="checkbox" name="again" value="true" aria-describedby="${EXTRA}-again-about"${isRefused && html` aria-invalid="true" autofocus`}> <span>${t('再申請一次', 'Ask again')}</span></label>
</div>`
}

type Named = { name: string; name_en: string | null; description: string | null; description_en: string | null }

const nameOf = ({ name, name_en }: Named, locale: Locale) => say([name, name_en ?? name], locale)
const textOf = ({ description, description_en }: Named, locale: Locale) =>
  say([description ?? description_en ?? '', description_en ?? description ?? ''], locale)

const priceOf = (type: Pick<TypeOnPage, 'pricing_type' | 'base_cost' | 'cost_currency'>, locale: Locale) => {
  const { pricing_type, base_cost, cost_currency } = type
  const isFixed = pricing_type === 'fixed_price' && base_cost !== null
  return isFixed ? amountIn(cost_currency, base_cost) : say(prices[pricing_type], locale)
}

const prices = {
  free: ['免費', 'Free'],
  fixed_price: ['另行報價', 'Price on request'],
  quotation_required: ['另行報價', 'Price on request'],
} as const satisfies Record<string, Words>
