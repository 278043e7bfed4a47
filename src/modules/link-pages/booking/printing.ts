import type { FastifyRequest } from 'fastify'
import { refuse } from '../../../kit/errors.ts'
import type { PageFile, Visit } from '../../../kit/http/pages/taking.ts'
import { fileNamed, PDF } from '../../../kit/http/routes/sheet-formats.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { openMailedLink } from '../../bookings/links.ts'
import { bookingOnPaper } from '../../papers/booking-queries.ts'
import { type BookingPaperName, bookingPaper, bookingPapers } from '../../papers/rules.ts'

/** A paper of a booking, printed for the holder of its mailed link: `quotation`, `receipt-12`. */
export const printedByLink = async (
  { token, locale }: Visit,
  asked: string,
  request: FastifyRequest,
): Promise<PageFile> => {
  const { database, papers } = request.server
  const { booking, reader } = await openMailedLink(database.db, token)
  const [, name = '', payment] = /^([a-z-]+?)(?:-(\d{1,9}))?$/.exec(asked) ?? []
  if (!isPaper(name)) return refuse('not_found')
  await database.transaction({}, (tx) => throttle(tx, limits['papers printed for booking'], booking))
  const found = await bookingOnPaper(database.db, { ...reader, id: booking })
  const { template, file, facts } = bookingPaper(found, name, Number(payment))
  const size = (request.query as { size?: unknown }).size === 'phone' ? 'phone' : 'a4'
  const bytes = await papers.print(
    { template, facts: { size, ...facts }, locale },
    { who: `booking ${booking}`, first: false },
  )
  return { type: PDF, name: fileNamed(file, 'pdf'), bytes }
}

const isPaper = (name: string): name is BookingPaperName => Object.hasOwn(bookingPapers, name)
