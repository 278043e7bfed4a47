import { Type } from 'typebox'
import { found, type RefusalCode } from '../../kit/errors.ts'
import { PdfBytes, paper, papersInOne } from '../../kit/http/routes/paper.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { fileNamed, PDF } from '../../kit/http/routes/sheet-formats.ts'
import { readers as access } from '../bookings/visible.ts'
import { readerOf } from '../users/reader.ts'
import { bookingOnPaper } from './booking-queries.ts'
import { keptPaper, keptPapers } from './kept-queries.ts'
import { mailPaperRoute } from './mail-paper.ts'
import { packageOf, withPhotographs } from './photographs.ts'
import { type BookingPaperName, bookingPaper, bookingPapers, isPayable, isSold } from './rules.ts'
import { ShownPaper } from './schema.ts'

/** `/api/bookings/{id}`: the papers of a booking, for its customer and for staff. */
export default routes((on) => {
  printed(on, '/:id/quotation', 'quotation', {
    name: 'printQuotation',
    summary: 'The quotation as a PDF; once confirmed, the confirmation',
  })
  printed(on, '/:id/payment-slip', 'payment-slip', {
    name: 'printPaymentSlip',
    summary: 'The payment slip as a PDF: what is due, until when, to which account; not without a seat',
    refuses: ['step_not_possible'],
  })
  printed(on, '/:id/departure-notice', 'departure-notice', {
    name: 'printDepartureNoticeOfBooking',
    summary: 'The departure notice of a confirmed booking as a PDF: flights, meeting point, hotels, leader, notes',
    sizes: true,
    refuses: ['step_not_possible'],
  })
  printed(on, '/:id/payments/:payment/receipt', 'receipt', {
    name: 'printReceipt',
    summary: 'The receipt of a payment as a PDF; it is not the legal receipt of the trade',
  })
  everything(on)
  kept(on)
  mailPaperRoute(on)
})

type Spec = { name: string; summary: string; sizes?: true; refuses?: readonly RefusalCode[] }
const printed = (on: On, path: string, name: BookingPaperName, spec: Spec) => {
  const { template } = bookingPapers[name]
  paper(
    on,
    path,
    { ...spec, access, template },
    async ({ db, actor, params: { id = 0, payment }, locale, request }) => {
      const booking = await bookingOnPaper(db, { ...readerOf(actor), id })
      const kept = { db, files: request.server.files }
      return withPhotographs(bookingPaper(booking, name, payment), packageOf.booking(id), kept, locale)
    },
  )
}

const everything = (on: On) => {
  const summary =
    'All papers of a booking as one PDF: quotation or confirmation, payment slip, once confirmed the departure notice, receipts'
  papersInOne(on, '/:id/all-papers', { name: 'printAllPapersOfBooking', access, summary }, async (asked) => {
    const { db, actor, params, locale, request } = asked
    const { id = 0 } = params
    const booking = await bookingOnPaper(db, { ...readerOf(actor), id })
    const receipts = booking.payments.filter(({ voided_at }) => voided_at === null)
    const papers = [
      bookingPaper(booking, 'quotation'),
      ...(isPayable(booking.status) ? [bookingPaper(booking, 'payment-slip')] : []),
      ...(isSold(booking) ? [bookingPaper(booking, 'departure-notice')] : []),
      ...receipts.map((payment) => bookingPaper(booking, 'receipt', payment.id)),
    ]
    const kept = { db, files: request.server.files }
    const all = papers.map(({ template, facts }) =>
      withPhotographs({ template, facts }, packageOf.booking(id), kept, locale),
    )
    return { file: `${booking.booking_number}-papers`, papers: await Promise.all(all) }
  })
}

const kept = (on: On) => {
  const summary = 'The papers of a booking that were mailed, as they left'
  on.get(
    '/:id/papers',
    { name: 'listBookingPapers', access, summary, returns: Type.Array(ShownPaper), etag: 'none' },
    ({ db, actor, params }) => keptPapers(db, { ...readerOf(actor), ...params }),
  )
  const spec = { name: 'getBookingPaper', access, summary: 'One of them, byte for byte', returns: PdfBytes, media: PDF }
  on.raw('GET', '/:id/papers/:paper', { ...spec, refuses: ['not_found'] }, async ({ actor, params, server }, reply) => {
    if (!actor) throw new Error('a paper is not for strangers')
    const given = params as { id: number; paper: number }
    const { bytes, kind, booking_number } = found(await keptPaper(server.database.db, { ...readerOf(actor), ...given }))
    return sendBytes(
      reply,
      PDF,
      fileNamed(`${booking_number}-${kind.replace('_', '-')}`, 'pdf'),
      found(bytes ?? undefined),
    )
  })
}
