import { renderSVG } from 'uqr'
import type { Db } from '../../kit/db/tables.ts'
import type { Store } from '../../kit/files/store.ts'
import type { Locale } from '../../kit/words/words.ts'
import { channelInUse } from '../line/channel.ts'
import { packageOf, withPhotographs } from './photographs.ts'

type Paper = { template: string; facts: object }
/** `origin` is the address of the service, at which the page of the booking is. */
type Where = { db: Db; files: Store; origin: string; locale: Locale }

/**
 * A paper of a booking with its pictures: the photographs of the package, and while LINE is used the QR code of the page where the contact
 * links it. A code that links is good for minutes, so a paper cannot have one itself.
 */
export async function withPictures<P extends Paper>(
  paper: P,
  { id, booking_number }: { id: number; booking_number: string },
  { origin, locale, ...kept }: Where,
) {
  const printed = await withPhotographs(paper, packageOf.booking(id), kept, locale)
  if (!showLine.has(paper.template) || !(await channelInUse(kept.db, {}))) return printed
  const url = `${origin}/my/${booking_number}/contact`
  return {
    ...printed,
    facts: { ...printed.facts, line: { file: LINE_FILE, url } },
    pictures: { ...printed.pictures, [LINE_FILE]: Buffer.from(renderSVG(url, { ecc: 'M', border: 2 })) },
  }
}
const LINE_FILE = 'line.svg'
/** The papers that a customer keeps. */
const showLine = new Set(['booking', 'departure-notice'])
