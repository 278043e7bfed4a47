import type { Tx } from '../../kit/db/tables.ts'

export type AddonLine = {
  booking_id: number
  addon_request_id: number
  description: string
  quantity: number
  amount: number
  currency: string
}

/** What an add-on cost in the end stands on the booking once, however often it is told. */
export const postAddonLine = (tx: Tx, { quantity, amount, ...line }: AddonLine) =>
  tx
    .insertInto('booking_price_lines')
    // The sum is what was agreed; a price per piece that does not divide evenly would change it.
    .values({
      ...line,
      kind: 'addon',
      source: 'addon_request',
      amount,
      ...(Number.isInteger((amount * 100) / quantity)
        ? { quantity, unit_price: amount / quantity }
        : { quantity: 1, unit_price: amount }),
    })
    .onConflict((there) => there.column('addon_request_id').doNothing())
    .execute()
