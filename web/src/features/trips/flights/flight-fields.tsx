import type { PlannedTripFlight } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { cabinWords, flightDirectionWords } from 'guidon-sdk/words'
import type { ReactNode } from 'react'
import { useSay } from '../../../kit/words.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, TextArea } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { MomentField } from '../../../ui/forms/moment-field.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import type { StatusWords } from './flight-body.ts'

type Props = {
  flight: PlannedTripFlight | undefined
  statuses: StatusWords
  first: Partial<PlannedTripFlight>
  onDeparts: (departs: string) => void
  /** Below the times. */
  children: ReactNode
}

export const FlightFields = ({ flight, statuses, first, onDeparts, children }: Props) => (
  <>
    <WhichFields first={first} onDeparts={onDeparts} />
    {children}
    <SeatFields flight={flight} statuses={statuses} />
  </>
)

const WhichFields = ({ first, onDeparts }: Pick<Props, 'first' | 'onDeparts'>) => {
  const say = useSay()
  const { direction = 'outbound', flight_number, origin, destination, departs_at, arrives_at } = first
  return (
    <>
      <Pairs>
        <WordChoice id="direction" label={say(...label.direction)} words={flightDirectionWords} first={direction} />
        <Code
          id="flight_number"
          label={say(...label.flight_number)}
          example="BR198"
          longest={9}
          first={flight_number}
        />
        <Code id="origin" label={say(...label.origin)} example="TPE" longest={3} first={origin} />
        <Code id="destination" label={say(...label.destination)} example="NRT" longest={3} first={destination} />
      </Pairs>
      <MomentField
        id="departs_at"
        label={say('起飛（當地時間）', 'Departs, local time')}
        first={departs_at}
        onMoment={onDeparts}
      />
      <MomentField id="arrives_at" label={say('抵達（當地時間）', 'Arrives, local time')} first={arrives_at} />
    </>
  )
}

type CodeProps = { id: string; label: string; example: string; longest: number; first: string | undefined }

export const Code = ({ id, label, example, longest, first }: CodeProps) => (
  <Field id={id} label={label} placeholder={example} defaultValue={first} maxLength={longest} required />
)

const SeatFields = ({ flight, statuses }: Pick<Props, 'flight' | 'statuses'>) => {
  const say = useSay()
  const { status = 'requested', cabin = 'economy', ticketing_due_on } = flight ?? {}
  return (
    <>
      <Pairs>
        <WordChoice id="status" label={say('訂位狀態', 'Status')} words={statuses} first={status} />
        <Field id="pnr" label={say(...label.pnr)} defaultValue={flight?.pnr ?? ''} maxLength={8} />
        <Count id="seats_blocked" label={say(...label.seats_blocked)} first={flight?.seats_blocked ?? ''} />
        <Count id="seats_ticketed" label={say('已開票', 'Ticketed')} first={flight?.seats_ticketed ?? 0} />
        <DayField id="ticketing_due_on" label={say(...label.ticketing_due_on)} first={ticketing_due_on ?? undefined} />
        <WordChoice id="cabin" label={say(...label.cabin)} words={cabinWords} first={cabin} />
      </Pairs>
      <Field
        id="baggage"
        label={say(...label.baggage)}
        placeholder="23 kg × 2"
        defaultValue={flight?.baggage ?? ''}
        maxLength={200}
      />
      <TextArea id="notes" label={say(...label.notes)} defaultValue={flight?.notes ?? ''} />
    </>
  )
}

const Count = ({ id, label, first }: { id: string; label: string; first: number | '' }) => (
  <Field id={id} label={label} defaultValue={first} inputMode="numeric" />
)
