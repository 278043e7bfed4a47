import { renderSVG } from 'uqr'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'

type Printed = { template: string; facts: object; pictures: Record<string, Buffer> }
type Where = { db: Db; origin: string; booking_number: string }

/**
 * A paper with the QR code that leads to the page of the booking where its contact links LINE, while LINE is used. A code that links is
 * good for minutes, so a paper cannot have one itself.
 */
export async function withLineCode<P extends Printed>(paper: P, { db, origin, booking_number }: Where): Promise<P> {
  if (!templates.has(paper.template) || !(await isLineUsed(db, {}))) return paper
  const url = `${origin}/my/${booking_number}/contact`
  return {
    ...paper,
    facts: { ...paper.facts, line: { file: FILE, url } },
    pictures: { ...paper.pictures, [FILE]: Buffer.from(renderSVG(url, { ecc: 'M', border: 2 })) },
  }
}
const FILE = 'line.svg'
/** Those that a customer keeps. */
const templates = new Set(['booking', 'departure-notice'])

const isLineUsed = oneRow((db, _given: object) => db.selectFrom('line_channel').select('id').where('is_on', '=', true))
