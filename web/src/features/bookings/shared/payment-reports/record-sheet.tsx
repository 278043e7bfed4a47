import { useQuery } from '@tanstack/react-query'
import {
  getPaymentReport,
  type PaymentReportRecordInput,
  recordPaymentReport,
  type TripRegistrationPaymentReport,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { terms } from 'guidon-sdk/words'
import { guidon } from '../../../../kit/api.ts'
import { shortDay } from '../../../../kit/days.ts'
import { price } from '../../../../kit/money.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Loading } from '../../../../ui/empty.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { answersIn, Confirmations, type Question } from '../../../../ui/forms/confirmations.tsx'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { paymentChanges, useUndoPayment } from '../undo-payment.ts'

type Props = { id: number; close: () => void }
type Report = TripRegistrationPaymentReport

/** Makes a reported payment a payment of its booking, beside the picture that the customer sent. */
export default function RecordReportSheet({ id, close }: Props) {
  const say = useSay()
  const { data: report } = useQuery({ queryKey: ['payment-reports', id], queryFn: () => getPaymentReport(guidon, id) })
  return (
    <Sheet title={say('登記客戶回報的付款', 'Record the reported payment')} close={close}>
      {report ? <Within report={report} close={close} /> : <Loading />}
    </Sheet>
  )
}

const Within = ({ report, close }: { report: Report; close: () => void }) => {
  const say = useSay()
  const { booking, picture, amount, currency, paid_on, last_five } = report
  const name = say('匯款證明', 'Picture of the transfer')
  return (
    <>
      {picture && <Picture file={picture} label={name} />}
      <Facts
        facts={[
          [say('訂單', 'Booking'), `${booking.booking_number} ${booking.contact_name}`],
          [say('客戶回報', 'Reported'), `${price(amount, currency)}・${shortDay(paid_on)}`],
          [say('帳號末五碼', 'Last five digits'), last_five],
          [say('未付', 'Unpaid'), price(Math.max(booking.balance, 0), currency)],
        ]}
      />
      <RecordForm report={report} close={close} />
    </>
  )
}

/** Day, amount and reference as they were reported; they are corrected to what stands in the account. */
const RecordForm = ({ report, close }: { report: Report; close: () => void }) => {
  const say = useSay()
  const { id, version, booking, amount, currency, paid_on } = report
  const undo = useUndoPayment(booking.id)
  const { mutate, variables, error, isPending } = useWrite({
    send: (body: PaymentReportRecordInput, guidon) => recordPaymentReport(guidon, id, body, { version }),
    close,
    says: ({ payment_id }) => ({
      title: say('已登記', 'Recorded'),
      body: say(
        `${terms.undo.words[0]}後通知客戶，在那之前可以復原。`,
        `The customer is notified in ${terms.undo.words[1]}; until then you can undo it.`,
      ),
      ...(payment_id !== null && {
        action: { words: say('復原', 'Undo'), act: () => undo(payment_id), seconds: terms.undo.count },
      }),
    }),
    changes: paymentChanges,
  })
  return (
    <Form
      of={{ id }}
      send={say('登記收款', 'Record the payment')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          amount: given('amount'),
          paid_on: given('paid_on'),
          ...(given('reference') && { reference: given('reference') }),
          ...answersIn(given, ['amount', 'reference']),
        })
      }
    >
      <Field
        id="amount"
        label={`${say(...label.amount)} (${currency})`}
        inputMode="decimal"
        defaultValue={String(amount)}
        required
      />
      <DayField id="paid_on" label={say('入帳日', 'Day in the account')} first={paid_on} />
      <Field
        id="reference"
        label={say(...label.reference)}
        hint={say(
          '末五碼與匯款日；同一帳號再付款時才分得出來。',
          'The five digits and the day, so that a second payment from the account differs.',
        )}
        defaultValue={referenceOf(report)}
      />
      <Confirmations error={error} of={questions(currency, variables)} />
    </Form>
  )
}

const referenceOf = ({ last_five, paid_on }: Report) =>
  last_five ? `${last_five} ${Number(paid_on.slice(5, 7))}/${Number(paid_on.slice(8))}` : ''

const questions = (currency: string, { amount, reference }: PaymentReportRecordInput = {}): readonly Question[] => [
  { field: 'amount', value: amount, shown: price(Number(amount), currency), needsNoReason: true },
  { field: 'reference', value: reference, shown: String(reference) },
]
