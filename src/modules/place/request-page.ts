import { amountIn, shortDay, span } from 'guidon-design/formats'
import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import { html } from '../../kit/http/pages/html.ts'
import { facts } from '../../kit/http/pages/parts.ts'
import type { Words } from '../../kit/words/words.ts'
import { type AskedOnPage, openRequestOf } from '../bookings/payment-requests/payment-request.ts'
import { nameIn, wordsIn } from '../page-words.ts'
import { givenNumber, lastTry, offersOf } from '../payment-providers/pay.ts'
import type { On, PageWithForms } from '../site/page.ts'
import { copyScript } from './copy-script.ts'
import { payForm, payOnline } from './pay-online.ts'
import { placeSheet } from './sheet.ts'

type Request = {
  status: 'open' | 'paid' | 'expired' | 'cancelled'
  booking: number
  booking_number: string
  name: string
  name_en: string | null
  departure_date: string
  return_date: string
  /** The open request of the booking: this one, or the one that took its place. */
  asked: AskedOnPage | null
}

/** The request behind the address of a mail, or that staff gave; undefined if it is none. */
export const requestBehind = oneRow(
  (_db, { token }: { token: string }) => sql<Request>`
  select r.status, b.id as booking, b.booking_number, t.name, t.name_en, t.departure_date::text, t.return_date::text,
         ${openRequestOf('b')} as asked
    from payment_requests r join bookings b on b.id = r.booking_id join planned_trips t on t.id = b.planned_trip_id
   where r.pay_token = ${token}`,
)

/** What whoever has the address of a request reads: what is owed for which trip, and how it is paid. It opens nothing else of the booking. */
export function requestPage(request: Request, { app }: On): PageWithForms {
  const { booking, booking_number, asked } = request
  return {
    show: async (db, visit) => {
      const { locale } = visit
      const t = wordsIn(locale)
      const [offers, last, given] = await Promise.all([
        offersOf(db, { booking }),
        lastTry(db, { booking }),
        givenNumber(db, { booking }),
      ])
      const [title, says]: [title: Words, says?: Words] = asked ? [toPay] : ended(request)
      const body = html`
<section class="card asks" id="money">
  <h1>${t(...title)}</h1>
  ${facts([
    [t('行程', 'Trip'), nameIn(request, locale)],
    [t('日期', 'Dates'), span(request.departure_date, request.return_date, locale)],
    [t('訂單', 'Booking'), booking_number],
    [t('應付', 'To be paid'), asked && amountIn(asked.currency, asked.amount)],
    [t('期限', 'By'), asked && shortDay(asked.due_on, locale)],
  ])}
  ${says && html`<p>${t(...says)}</p>`}
  ${asked && payOnline({ offers, last, given, zone: app.zone, isAsked: true }, visit)}
</section>`
      const script = body.markup.includes('data-copy') ? copyScript.path : undefined
      return { title: `${booking_number} ${t(...title)}`, body, sheet: placeSheet.path, script }
    },
    forms: ({ token }) => (asked ? payForm(booking, app.keys, token) : {}),
  }
}

const toPay: Words = ['線上付款', 'Pay online']
const ended = ({ status }: Request): [title: Words, says: Words] =>
  status === 'paid'
    ? [
        ['已收到您的款項', 'Your payment has arrived'],
        ['這筆款項已付清，謝謝您。', 'This is paid. Thank you.'],
      ]
    : [
        ['不必再付', 'Nothing to pay here any more'],
        [
          '這筆款項不必再付，或應付的金額已經改變；請看我們最新的信，或與我們聯絡。',
          'This need not be paid any more, or another amount is owed now. See our latest mail, or contact us.',
        ],
      ]
