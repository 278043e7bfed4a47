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
      says: 'Payments and refunds of a booking',
      gives: Type.Array(ShownPayment),
      tagged: 'content',
    },
    ({ db, actor, params }) => paymentArray(db, { ...readerOf(actor), ...params }),
  )
  on.get(
    '/:id/obligations',
    {
      access: moneyReaders,
      says: 'What was or is owed back, oldest first, and the refunds that paid it',
      gives: Type.Array(ShownObligation),
      tagged: 'content',
    },
    ({ db, actor, params }) => obligationArray(db, { ...readerOf(actor), ...params }),
  )
  on.get(
    '/:id/payments/:payment',
    { access: moneyReaders, says: 'One payment', gives: ShownPayment },
    ({ db, params }) => onePayment(db, params),
  )
}

const paymentWrites = (on: On) => {
  on.create(
    '/:id/payments',
    {
      access: cashiers,
      says: 'Record a payment, or as finance or administrator a refund of what is owed; card numbers are refused',
      body: NewPayment,
      gives: ShownPayment,
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
      says: 'Void a mistaken payment; it stays visible',
      body: Voiding,
      gives: ShownPayment,
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
      says: 'Add a surcharge or a discount; above the limit of the agency managers and administrators, with a reason',
      body: NewLine,
      gives: ShownLine,
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
    { access: moneyReaders, says: 'One price line', gives: ShownLine },
    ({ db, params }) => oneLine(db, params),
  )
  on.put(
    '/:id/price-lines/:line',
    { access: cashiers, says: 'Give a line in another currency its rate, once', body: LineRate, gives: ShownLine },
    async ({ tx, params, body }) => {
      await rateLine(tx, params.id, params.line, body)
      return oneLine(tx, params)
    },
  )
  on.delete(
    '/:id/price-lines/:line',
    {
      access: editors,
      says: 'Remove a price line that was added by hand',
      gives: Type.Null(),
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params }) => {
      await removeLine(tx, params.id, params.line, actor.role)
      return null
    },
  )
}
