import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { PdfBytes, paper } from '../../kit/http/routes/paper.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { fileNamed, PDF } from '../../kit/http/routes/sheet-formats.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { readers as access } from '../bookings/visible.ts'
import { readerOf } from '../users/reader.ts'
import { bookingOnPaper } from './booking-queries.ts'
import { keptPaper, keptPapers } from './kept-queries.ts'
import { bookingFacts, isSold } from './rules.ts'
import { ShownPaper } from './schema.ts'

/** `/api/bookings/{id}`: the papers of a booking, for its customer and for staff. */
export default routes((on) => {
  quotation(on)
  paymentSlip(on)
  departureNotice(on)
  receipt(on)
  kept(on)
})

const quotation = (on: On) => {
  const says = 'The quotation as a PDF; once confirmed, the confirmation'
  paper(on, '/:id/quotation', { name: 'printQuotation', access, says, template: 'booking' }, async (asked) => {
    const facts = await factsFor(asked)
    return { file: named(facts, isSold(facts.booking) ? 'confirmation' : 'quotation'), facts }
  })
}

const paymentSlip = (on: On) => {
  const says = 'The payment slip as a PDF: what is due, until when, to which account'
  paper(
    on,
    '/:id/payment-slip',
    { name: 'printPaymentSlip', access, says, template: 'payment-slip' },
    async (asked) => {
      const facts = await factsFor(asked)
      return { file: named(facts, 'payment-slip'), facts }
    },
  )
}

const departureNotice = (on: On) => {
  const says = 'The departure notice of a booking as a PDF: flights, meeting point, hotels, leader, notes'
  const spec = {
    name: 'printDepartureNoticeOfBooking',
    access,
    says,
    template: 'departure-notice',
    sizes: true,
  } as const
  paper(on, '/:id/departure-notice', spec, async (asked) => {
    const facts = await factsFor(asked)
    return { file: named(facts, 'departure-notice'), facts }
  })
}

const receipt = (on: On) => {
  const says = 'The receipt of a payment as a PDF; it is not the legal receipt of the trade'
  const spec = { name: 'printReceipt', access, says, template: 'receipt' } as const
  paper(on, '/:id/payments/:payment/receipt', spec, async (asked) => {
    const facts = await factsFor(asked)
    const payment = found(facts.booking.payments.find(({ id }) => id === asked.params.payment))
    return { file: named(facts, `receipt-${payment.id}`), facts: { ...facts, payment } }
  })
}

type Asked = { db: Db; actor: Actor; params: Record<string, number> }
const factsFor = async ({ db, actor, params: { id = 0 } }: Asked) =>
  bookingFacts(await bookingOnPaper(db, { ...readerOf(actor), id }))

const named = ({ booking }: ReturnType<typeof bookingFacts>, paper: string) => `${booking.booking_number}-${paper}`

const kept = (on: On) => {
  const says = 'The papers of a booking that were mailed, as they left'
  on.get(
    '/:id/papers',
    { name: 'listBookingPapers', access, says, gives: Type.Array(ShownPaper), tagged: 'none' },
    ({ db, actor, params }) => keptPapers(db, { ...readerOf(actor), ...params }),
  )
  const spec = { name: 'getBookingPaper', access, says: 'One of them, byte for byte', gives: PdfBytes, media: PDF }
  on.byHand(
    'GET',
    '/:id/papers/:paper',
    { ...spec, refuses: ['not_found'] },
    async ({ actor, params, server }, reply) => {
      if (!actor) throw new Error('a paper is not for strangers')
      const given = params as { id: number; paper: number }
      const { bytes, kind, booking_number } = found(
        await keptPaper(server.database.db, { ...readerOf(actor), ...given }),
      )
      return sendBytes(reply, PDF, fileNamed(`${booking_number}-${kind}`, 'pdf'), found(bytes ?? undefined))
    },
  )
}
