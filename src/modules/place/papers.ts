import type { FastifyRequest } from 'fastify'
import { amountIn, shortDay } from 'guidon-design/formats'
import { refuse } from '../../kit/errors.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card } from '../../kit/http/pages/parts.ts'
import { fileNamed, PDF } from '../../kit/http/routes/sheet-formats.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { throttle } from '../../kit/throttle.ts'
import type { Locale } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import type { Receipt } from '../bookings/manage.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { type BookingPaperName, bookingOnPaper, bookingPaper, bookingPapers, isSold } from '../papers/booking-papers.ts'
import { withPictures } from '../papers/pictures.ts'
import { pathIn } from '../site/frame.ts'
import { placePath } from './document.ts'
import type { Holder } from './holder.ts'
import type { Account } from './money.ts'

/** The papers of the booking, to view or download. */
export function papersCard(booking: Receipt, { payments }: Account, locale: Locale): Markup {
  const t = wordsIn(locale)
  const at = (paper: string, size?: string) =>
    `${pathIn(locale, placePath(booking.booking_number, `/papers/${paper}`))}${size ? `?size=${size}` : ''}`
  const receipts = payments.map(({ id, kind, amount, received_on }) => {
    const what = `${shortDay(received_on, locale)} · ${amountIn(booking.currency, amount)}`
    const name = kind === 'refund' ? t('退款證明', 'Refund note') : t('收款證明', 'Receipt')
    return html`<li class="between"><a href="${at(`receipt-${id}`)}">${name}</a> <span class="soft">${what}</span></li>`
  })
  const papers = [...ofBooking(booking, t, at), ...receipts]
  if (!papers.length) return html``
  return card(t('文件（PDF）', 'Papers (PDF)'), html`<ul class="rows">${papers}</ul>`, { id: 'files' })
}

type Address = (paper: string, size?: string) => string

const notice = (at: Address, t: Translate) => html`
<li>
  <a href="${at('departure-notice')}">${t('行前通知書', 'Departure notice')}</a>${' '}
  <a class="soft" href="${at('departure-notice', 'phone')}">${t('手機版', 'For a phone')}</a>
</li>`

const ofBooking = ({ status, balance }: Receipt, t: Translate, at: Address) => {
  if (!aliveStatuses.includes(status)) return []
  const isDue = status !== 'waitlisted' && balance > 0
  const quotation = isSold({ status }) ? t('訂單確認書', 'Booking confirmation') : t('報價單', 'Quotation')
  return [
    html`<li><a href="${at('quotation')}">${quotation}</a></li>`,
    ...(isDue ? [html`<li><a href="${at('payment-slip')}">${t('繳款單', 'Payment slip')}</a></li>`] : []),
    ...(isSold({ status }) ? [notice(at, t)] : []),
  ]
}

/** A paper of a booking, printed for its customer: `quotation`, `receipt-12`. */
export async function printedForHolder(
  request: FastifyRequest,
  { booking, reader }: Holder,
  asked: string,
  locale: Locale,
) {
  const { database, files, papers } = request.server
  const [, name = '', payment] = /^([a-z-]+?)(?:-(\d{1,9}))?$/.exec(asked) ?? []
  if (!isPaper(name)) return refuse('not_found')
  await database.transaction({}, (tx) => throttle(tx, limits['papers printed for booking'], booking))
  const found = await bookingOnPaper(database.db, { ...reader, id: booking })
  const { template, file, facts, pictures } = await withPictures(
    bookingPaper(found, name, Number(payment)),
    { ...found, id: booking },
    { db: database.db, files, origin: originOf(request), locale },
  )
  const size = (request.query as { size?: unknown }).size === 'phone' ? 'phone' : 'a4'
  const bytes = await papers.print(
    { template, facts: { size, ...facts }, locale, pictures },
    { who: `booking ${booking}`, first: false },
  )
  return { type: PDF, name: fileNamed(file, 'pdf'), bytes }
}

const isPaper = (name: string): name is BookingPaperName => Object.hasOwn(bookingPapers, name)
