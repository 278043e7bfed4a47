import type { PlannedTripFlight } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { choicesOf } from '../../../parts/booking-choices.ts'
import { DayField } from '../../../parts/day-field.tsx'
import { Choice, Field, TextArea } from '../../../parts/form.tsx'
import { Pairs } from '../../../parts/form-groups.tsx'
import { MomentField } from '../../../parts/moment-field.tsx'
import type { StatusWords } from './flight-body.ts'
import { cabinWords, directionWords } from './words.ts'

type Props = { flight: PlannedTripFlight | undefined; statuses: StatusWords; first: Partial<PlannedTripFlight> }

export const FlightFields = ({ flight, statuses, first }: Props) => (
  <>
    <WhichFields first={first} />
    <SeatFields flight={flight} statuses={statuses} />
  </>
)

const WhichFields = ({ first }: Pick<Props, 'first'>) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <Choice
          id="direction"
          label={say('航段', 'Direction')}
          defaultValue={first.direction ?? 'outbound'}
          options={choicesOf(say, directionWords)}
        />
        <Field
          id="flight_number"
          label={say('班機', 'Flight number')}
          placeholder="BR198"
          defaultValue={first.flight_number}
          maxLength={9}
          required
        />
        <Field
          id="origin"
          label={say('出發機場', 'From')}
          placeholder="TPE"
          defaultValue={first.origin}
          maxLength={3}
          required
        />
        <Field
          id="destination"
          label={say('抵達機場', 'To')}
          placeholder="NRT"
          defaultValue={first.destination}
          maxLength={3}
          required
        />
      </Pairs>
      <MomentField id="departs_at" label={say('起飛（當地時間）', 'Departs, on the spot')} first={first.departs_at} />
      <MomentField id="arrives_at" label={say('抵達（當地時間）', 'Arrives, on the spot')} first={first.arrives_at} />
    </>
  )
}

const SeatFields = ({ flight, statuses }: Omit<Props, 'first'>) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <Choice
          id="status"
          label={say('訂位狀態', 'Status')}
          defaultValue={flight?.status ?? 'requested'}
          options={choicesOf(say, statuses)}
        />
        <Field id="pnr" label={say('訂位代號', 'PNR')} defaultValue={flight?.pnr ?? ''} maxLength={8} />
        <Field
          id="seats_blocked"
          label={say('保留機位', 'Seats blocked')}
          defaultValue={flight?.seats_blocked ?? ''}
          inputMode="numeric"
        />
        <Field
          id="seats_ticketed"
          label={say('已開票', 'Ticketed')}
          defaultValue={flight?.seats_ticketed ?? 0}
          inputMode="numeric"
        />
        <DayField
          id="ticketing_due_on"
          label={say('開票期限', 'Ticket by')}
          first={flight?.ticketing_due_on ?? undefined}
        />
        <Choice
          id="cabin"
          label={say('艙等', 'Cabin')}
          defaultValue={flight?.cabin ?? 'economy'}
          options={choicesOf(say, cabinWords)}
        />
      </Pairs>
      <Field
        id="baggage"
        label={say('託運行李', 'Baggage')}
        placeholder="23 kg × 2"
        defaultValue={flight?.baggage ?? ''}
        maxLength={200}
      />
      <TextArea id="notes" label={say('備註', 'Notes')} defaultValue={flight?.notes ?? ''} />
    </>
  )
}
