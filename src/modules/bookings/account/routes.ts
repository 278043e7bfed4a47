import { Type } from 'typebox'
import type { On } from '../../../kit/http/routes/routes.ts'
import { moneyReaders } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { cashiers, editors } from '../flow.ts'
import { obligationArray, oneLine, onePayment, paymentArray } from '../queries.ts'
import { LineRate, NewLine, NewPayment, Voiding } from '../schema.ts'
import { ShownLine, ShownPayment } from '../shapes.ts'
import { addLine, rateLine, removeLine } from './charge-actions.ts'
import { addPayment, voidPayment } from './payment-actions.ts'
import { ShownObligation } from './schema.ts'

/** The account of a booking: payments, surcharges and discounts. */
export const account = (on: On) => {
  paymentReads(on)
  paymentWrites(on)
  newLines(on)
  standingLines(on)
}

const paymentReads = (on: On) => {
  on.get(
    '/:id/payments',
    {
      access: moneyReaders,
      summary: 'Payments and refunds of a booking',
      returns: Type.Array(ShownPayment),
      etag: 'content',
    },
    ({ db, actor, params }) => paymentArray(db, { ...readerOf(actor), ...params }),
  )
  on.get(
    '/:id/obligations',
    {
      access: moneyReaders,
      summary: 'What was or is owed back, oldest first, and the refunds that paid it',
      returns: Type.Array(ShownObligation),
      etag: 'content',
    },
    ({ db, actor, params }) => obligationArray(db, { ...readerOf(actor), ...params }),
  )
  on.get(
    '/:id/payments/:payment',
    { access: moneyReaders, summary: 'One payment', returns: ShownPayment },
    ({ db, params }) => onePayment(db, params),
  )
}

const paymentWrites = (on: On) => {
  on.create(
    '/:id/payments',
    {
      access: cashiers,
      summary: 'Record a payment, or as finance or administrator a refund of what is owed; card numbers are refused',
      body: NewPayment,
      returns: ShownPayment,
      refuses: ['duplicate'],
    },
    async ({ tx, actor, params, body }) => {
      const payment = await addPayment(tx, params.id, body, actor)
      return { id: payment, ...(await onePayment(tx, { ...params, payment })) }
    },
  )
  on.post(
    '/:id/payments/:payment/void',
    {
      access: cashiers,
      summary: 'Void a mistaken payment; it stays visible',
      body: Voiding,
      returns: ShownPayment,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await voidPayment(tx, params, body, { actor, expected })
      return onePayment(tx, params)
    },
  )
}

const newLines = (on: On) => {
  on.create(
    '/:id/price-lines',
    {
      access: [...editors, 'manager'],
      summary:
        'Add a surcharge or a discount; above the limit of the agency managers and administrators, with a reason',
      body: NewLine,
      returns: ShownLine,
    },
    async ({ tx, actor, params, body }) => {
      const line = await addLine(tx, params.id, actor.role, body)
      return { id: line, ...(await oneLine(tx, { ...params, line })) }
    },
  )
}

const standingLines = (on: On) => {
  on.get(
    '/:id/price-lines/:line',
    { access: moneyReaders, summary: 'One price line', returns: ShownLine },
    ({ db, params }) => oneLine(db, params),
  )
  on.put(
    '/:id/price-lines/:line',
    { access: cashiers, summary: 'Give a line in another currency its rate, once', body: LineRate, returns: ShownLine },
    async ({ tx, params, body }) => {
      await rateLine(tx, params.id, params.line, body)
      return oneLine(tx, params)
    },
  )
  on.delete(
    '/:id/price-lines/:line',
    {
      access: editors,
      summary: 'Remove a price line that was added by hand',
      returns: Type.Null(),
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params }) => {
      await removeLine(tx, params.id, params.line, actor.role)
      return null
    },
  )
}
