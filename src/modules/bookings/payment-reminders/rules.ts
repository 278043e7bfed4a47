import { Type } from 'typebox'
import { constraint } from '../../../kit/db/faults.ts'
import type { Table } from '../../../kit/db/tables.ts'
import { defaulted, flag, labelled } from '../../../kit/fields.ts'
import { resource } from '../../../kit/resource/resource.ts'
import { terms } from '../../../terms.ts'
import { moneyReaders } from '../../roles.ts'
import { refunders } from '../flow.ts'
import { PaymentRequest } from '../payment-requests/payment-request.ts'
import { planRoute } from './plan.ts'

/** On which days customers are reminded of a payment. */
const fields = Type.Object({
  purpose: PaymentRequest.properties.purpose,
  days: labelled(
    Type.Integer({ minimum: -terms.reminderSpan.count, maximum: terms.reminderSpan.count, examples: [-3] }),
    ['付款期限後幾天', 'Days after the last day'],
  ),
  is_active: defaulted(flag()),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    payment_reminders: Table<typeof fields>
  }
}

constraint('payment_reminders_days', 'days', [
  `須在付款期限前後 ${terms.reminderSpan.zh}之內；期限前請填負數，例如 -3。`,
  `Must be within ${terms.reminderSpan.en} before or after the last day; days before it are negative, such as -3.`,
])
constraint('payment_reminders_once', 'days', [
  '這一種款項在這一天已經有提醒了；請改原來的那一筆。',
  'This kind of payment has a reminder on this day already: change that one.',
])

/** `/api/payment-reminders` */
export default resource(
  {
    table: 'payment_reminders',
    noun: ['付款提醒規則', 'rule of payment reminders'],
    fields,
    filter: ['purpose', 'is_active'],
    sort: ['purpose', 'days'],
    order: 'id',
    access: { read: moneyReaders, write: refunders },
  },
  planRoute,
)
