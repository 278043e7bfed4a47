import { useQuery } from '@tanstack/react-query'
import { cancelTraveler, previewTravelerCancellation } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon, sentenceOf } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { bracketed, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { TripTerms } from '../bookings/shared/trip-terms.tsx'
import { untilDeparture } from '../bookings/shared/until-departure.ts'
import { changes, type Traveler } from './words.ts'

type Props = { traveler: Traveler; mayCancel: boolean; close: () => void }

/** Cancels one traveler, with a preview of the fee and the refund. */
export default function CancelSheet({ traveler: { id, name, version, trip }, mayCancel, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => cancelTraveler(guidon, id, { version }),
    says: ['旅客已取消', 'The traveler is cancelled'],
    changes,
    close,
  })
  return (
    <Sheet title={say(`取消 ${name}`, `Cancel ${name}`)} close={close}>
      <Preview id={id} />
      <TripTerms trip={trip.id} />
      <p className="small soft">
        {say('同行其他人不變；名額會釋出。', 'The other travelers of the booking stay; the seat becomes free.')}
      </p>
      {mayCancel && (
        <Form
          send={say('取消這位旅客', 'Cancel this traveler')}
          isHarmful
          error={error}
          isPending={isPending}
          ask={<AskApproval error={error} params={{ traveler_id: id }} close={close} />}
          submit={() => mutate()}
        >
          {null}
        </Form>
      )}
    </Sheet>
  )
}

const Preview = ({ id }: { id: number }) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['travelers', id, 'cancellation'],
    queryFn: () => previewTravelerCancellation(guidon, id),
  })
  if (error) return <p className="told fault">{sentenceOf(error, say('無法試算', 'Preview not available'))}</p>
  if (!data) return <Loading />
  const { days_left, fee_percent, fare, fee, total_before, total_after, refund, owed, currency } = data
  return (
    <Facts
      facts={[
        untilDeparture(say, days_left),
        [say('這位的團費', 'Fare of this traveler'), price(fare, currency)],
        [say(...label.fee), `${price(fee, currency)}${bracketed(say, `${fee_percent}%`)}`],
        [say('訂單總額', 'Total of the booking'), `${price(total_before, currency)} → ${price(total_after, currency)}`],
        [say(...label.refund), price(refund, currency)],
        [say('尚欠', 'Still owed'), owed > 0 && price(owed, currency)],
      ]}
    />
  )
}
