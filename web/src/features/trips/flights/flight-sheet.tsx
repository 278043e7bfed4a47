import {
  createPlannedTripFlight,
  deletePlannedTripFlight,
  type PlannedTripFlight,
  type PlannedTripFlightInput,
  updatePlannedTripFlight,
} from 'guidon-sdk'
import { useState } from 'react'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { changedFrom } from '../changed.ts'
import { useTrip } from '../queries.ts'
import { isTold, TellTravelers, useToldLater } from '../tell.tsx'
import { AssemblyOfFlight, assemblyOf, meetingChangeIn } from './assembly-of-flight.tsx'
import { flightIn, nextOf, type StatusWords, shownOf } from './flight-body.ts'
import { FlightFields } from './flight-fields.tsx'

type Props = {
  trip: number
  flight: PlannedTripFlight | undefined
  flights: PlannedTripFlight[]
  statuses: StatusWords
  close: () => void
}

const changes = ['trips'] as const

/** Adds a flight, changes one, cancels it by its status, or removes it. The first flight is changed together with the assembly. */
export default function FlightSheet({ trip, flight, flights, statuses, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useChange({ trip, flight, close })
  const { data } = useTrip(trip)
  const isFirst = data && flight && flight.id === firstOf(flights)?.id
  const assembly = assemblyOf(data)
  const [departs, setDeparts] = useState<string>()
  return (
    <Sheet title={flight ? flight.flight_number : say('新增航班', 'New flight')} close={close}>
      <Form
        of={flight}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            said: flightIn(given, statuses),
            assembly: meetingChangeIn(given, assembly),
            tell_travelers: isTold(given),
          })
        }
        beside={flight && <Removal flight={flight} close={close} />}
      >
        <FlightFields
          flight={flight}
          statuses={statuses}
          first={flight ? shownOf(flight) : nextOf(flights)}
          onDeparts={setDeparts}
        >
          {isFirst && <AssemblyOfFlight assembly={assembly} was={shownOf(flight).departs_at} departs={departs} />}
        </FlightFields>
        {flight && <TellTravelers label={say('通知旅客航班與集合的異動', 'Tell the travelers of the change')} />}
      </Form>
    </Sheet>
  )
}

const firstOf = (flights: readonly PlannedTripFlight[]) =>
  flights
    .filter(({ status }) => status !== 'cancelled')
    .reduce<PlannedTripFlight | undefined>(
      (first, one) => (first && first.departs_at <= one.departs_at ? first : one),
      undefined,
    )

type Said = { said: PlannedTripFlightInput; assembly: { at: string } | undefined; tell_travelers: boolean }

const useChange = ({ trip, flight, close }: Pick<Props, 'trip' | 'flight' | 'close'>) => {
  const say = useSay()
  const toldLater = useToldLater(trip)
  return useWrite({
    send: ({ said, assembly, tell_travelers }: Said, guidon) =>
      flight
        ? updatePlannedTripFlight(
            guidon,
            flight.id,
            { ...changedFrom(said, shownOf(flight)), ...(assembly && { assembly }), tell_travelers },
            { version: flight.version },
          )
        : createPlannedTripFlight(guidon, trip, said),
    says: ({ meta }, { tell_travelers }) =>
      toldLater(
        flight ? say('已儲存', 'Saved') : say('已新增航班', 'The flight is added'),
        tell_travelers,
        meta.warnings,
      ),
    changes,
    close,
  })
}

const Removal = ({ flight: { id, version }, close }: { flight: PlannedTripFlight; close: () => void }) => (
  <ActButton
    words={['移除航班', 'Remove']}
    sure={['確定移除？', 'Remove it?']}
    says={['航班已移除', 'The flight is removed']}
    act={(guidon) => deletePlannedTripFlight(guidon, id, { version })}
    changes={changes}
    close={close}
  />
)
