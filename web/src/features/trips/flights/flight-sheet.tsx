import {
  createPlannedTripFlight,
  deletePlannedTripFlight,
  type PlannedTripFlight,
  type PlannedTripFlightInput,
  updatePlannedTripFlight,
} from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { changedFrom } from '../changed.ts'
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

/** Adds a flight, changes one, cancels it by its status, or removes it. */
export default function FlightSheet({ trip, flight, flights, statuses, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: ({ said, tell_travelers }: { said: PlannedTripFlightInput; tell_travelers: boolean }, guidon) =>
      flight
        ? updatePlannedTripFlight(
            guidon,
            flight.id,
            { ...changedFrom(said, shownOf(flight)), tell_travelers },
            { version: flight.version },
          )
        : createPlannedTripFlight(guidon, trip, said),
    says: flight ? ['已儲存', 'Saved'] : ['已新增航班', 'The flight is added'],
    changes,
    close,
  })
  return (
    <Sheet title={flight ? flight.flight_number : say('新增航班', 'New flight')} close={close}>
      <Form
        of={flight}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({ said: flightIn(given, statuses), tell_travelers: given('tell_travelers') === 'on' })
        }
        beside={flight && <Removal flight={flight} close={close} />}
      >
        <FlightFields flight={flight} statuses={statuses} first={flight ? shownOf(flight) : nextOf(flights)} />
        {flight && (
          <label className="check">
            <input type="checkbox" name="tell_travelers" />
            {say('時間改了或取消時，也通知旅客', 'Also notify travelers of new times or a cancellation')}
          </label>
        )}
      </Form>
    </Sheet>
  )
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
