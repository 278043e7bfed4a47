import { type BookingCancelInput, cancelBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { cancelCauseWords, terms } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon, sentenceOf } from '../../kit/api.ts'
import { choicesOf, chosenIn } from '../../kit/choices.ts'
import { price } from '../../kit/money.ts'
import { usePreview } from '../../kit/preview.ts'
import { bracketed, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Loading } from '../../ui/empty.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { Around, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { LeavingFields } from './leaving-fields.tsx'
import type { Booking } from './queries.ts'
import {
  CallOffFields,
  keptFor,
  lacksProof,
  noCosts,
  ProofFirst,
  ReasonInEnglish,
  useEffectOf,
} from './shared/call-off.tsx'
import { ReceiptMisfits } from './shared/legal-receipts/misfits.tsx'
import { TripTerms } from './shared/trip-terms.tsx'
import { untilDeparture } from './shared/until-departure.ts'
import { useUndoCancel } from './undo-cancel.ts'

type Props = {
  booking: Booking
  /** Why its customer asks for it. */
  asked?: string
  close: () => void
}
type Cause = NonNullable<BookingCancelInput['cause']>

/** Previews the fee and the refund for the chosen cause, then cancels. */
export default function CancelSheet({ booking, asked, close }: Props) {
  const say = useSay()
  const [cause, setCause] = useState<Cause>('traveler')
  const [costs, setCosts] = useState(noCosts)
  const { mutate, error, isPending, variables } = useWrite({
    send: (given: BookingCancelInput, guidon) => cancelBooking(guidon, booking.id, given, { version: booking.version }),
    close,
    says: () => ({
      title: say('訂單已取消', 'The booking is cancelled'),
      body: say(
        `${terms.undo.words[0]}後通知客戶並釋出名額，在那之前可以復原。`,
        `In ${terms.undo.words[1]} the customer is notified and the seats are free; until then you can undo it.`,
      ),
      action: { words: say('復原', 'Undo'), act: () => undo(), seconds: terms.undo.count },
    }),
    changes: ['bookings', 'trips', 'money'],
  })
  const undo = useUndoCancel(booking.id)
  const unit = bracketed(say, booking.currency)
  const effect = useEffectOf(booking.trip.id, cause)
  const kept = keptFor(effect, costs)
  return (
    <Sheet title={say('取消訂單', 'Cancel the booking')} close={close}>
      {lacksProof(effect, kept) ? (
        <ProofFirst />
      ) : (
        <Preview booking={booking} asked={{ cause, ...kept }} isSent={isPending} />
      )}
      {cause === 'traveler' && <TripTerms trip={booking.trip.id} />}
      <Form
        send={say('取消訂單', 'Cancel the booking')}
        isHarmful
        error={error}
        isPending={isPending}
        ask={<AskApproval error={error} params={variables ?? {}} close={close} />}
        submit={(given) => mutate({ ...saidIn(given), cause, ...kept })}
      >
        <Around id="cause" label={say(...label.cancel_cause)}>
          {(described) => (
            <select
              className="input"
              {...described}
              value={cause}
              onChange={({ target }) => setCause(chosenIn(cancelCauseWords, target.value) ?? 'traveler')}
            >
              {choicesOf(say, cancelCauseWords).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Around>
        <TextArea
          id="reason"
          label={say(...label.reason)}
          hint={say('客戶會收到通知。', 'The customer is notified.')}
          required
          {...(asked && { defaultValue: asked })}
        />
        <ReasonInEnglish />
        {cause === 'traveler' ? (
          <LeavingFields unit={unit} costs={costs} change={setCosts} />
        ) : (
          <CallOffFields
            effect={effect}
            departure={booking.trip.departure_date}
            costs={costs}
            change={setCosts}
            unit={unit}
          />
        )}
      </Form>
    </Sheet>
  )
}

/** Empty fields are not sent. */
const saidIn = (given: Given): BookingCancelInput => ({
  reason: given('reason'),
  ...(given('reason_en') && { reason_en: given('reason_en') }),
  ...(given('fee') && { fee: given('fee') }),
})

type Asked = Omit<BookingCancelInput, 'reason'>

type PreviewProps = { booking: Booking; asked: Asked; isSent: boolean }

/** A preview by a dry run; nothing is changed. */
const Preview = ({ booking: { id, version, currency }, asked, isSent }: PreviewProps) => {
  const say = useSay()
  const { data, error } = usePreview({
    key: ['bookings', id, 'cancellation', version, asked],
    ask: (signal) => cancelBooking(guidon, id, { ...asked, reason: say('試算', 'Preview'), dry_run: true }, { signal }),
    isSent,
  })
  if (error) return <p className="told fault">{sentenceOf(error, say('無法試算', 'Preview not available'))}</p>
  if (!data) return <Loading />
  const { days_left, fee_percent, fee, penalty, refund, owed, settled, receipt_misfits } = data.meta.cancellation
  const percent = fee_percent > 0 && bracketed(say, `${fee_percent}%`)
  return (
    <>
      <Facts
        facts={[
          untilDeparture(say, days_left),
          [
            say(...label.fee),
            <>
              {price(fee, currency)}
              {percent}
            </>,
          ],
          ...settled.map(({ name, amount }): Fact => {
            const who = name ?? say('一位旅客', 'a traveler')
            return [say(`其中 ${who} 先前取消的費用`, `Including ${who}, cancelled earlier`), price(amount, currency)]
          }),
          [say(...label.penalty), penalty > 0 && price(penalty, currency)],
          [say(...label.refund), price(refund, currency)],
          [say('尚欠', 'Still owed'), owed > 0 && price(owed, currency)],
        ]}
      />
      <ReceiptMisfits misfits={receipt_misfits} />
    </>
  )
}
