import { useQuery } from '@tanstack/react-query'
import {
  type PlannedTripPreview,
  type PlannedTripStatusChange,
  previewPlannedTrip,
  updatePlannedTripStatus,
} from 'guidon-sdk'
import { tripStatusWords } from 'guidon-sdk/words/trip-status'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { Broke } from '../broke.tsx'
import type { Trip } from '../queries.ts'
import type { TripStatus } from '../shared/words.ts'
import { CancelFields, causeIn } from './cancel-fields.tsx'

type Props = {
  trip: Trip
  status: TripStatus
  /** What the step is called. */
  words: string
  close: () => void
}

/** Before a step: what it leaves undone. Then, if wanted, the step. */
export default function StepSheet({ trip, status, words, close }: Props) {
  const say = useSay()
  const { data: preview } = useQuery({
    queryKey: ['trips', trip.id, 'preview', status],
    queryFn: () => previewPlannedTrip(guidon, trip.id, { status }),
    staleTime: 0,
  })
  const { mutate, error, isPending } = useStep({ trip, status, close })
  return (
    <Sheet title={words} close={close}>
      {preview ? (
        <Broke
          broke={preview.broke}
          title={say('這一步之後，仍有這些事沒完成：', 'After this step, this is still undone:')}
          none={say('沒有未完成的事。', 'Nothing is left undone.')}
        />
      ) : (
        <Loading />
      )}
      <Form send={words} error={error} isPending={isPending} submit={(given) => mutate(saidIn(given, status))}>
        {status === 'cancelled' && <CancelFields trip={trip} />}
        {(preview?.needs_reason || status === 'cancelled') && <Reason status={status} preview={preview} />}
      </Form>
    </Sheet>
  )
}

const useStep = ({ trip: { id, version, serial }, status, close }: Omit<Props, 'words'>) => {
  const say = useSay()
  return useWrite({
    send: (body: PlannedTripStatusChange, guidon) => updatePlannedTripStatus(guidon, id, body, { version }),
    close,
    says: () => ({ title: `${serial} ${say(...tripStatusWords[status])}` }),
    changes: ['trips', 'bookings', 'money'],
  })
}

/** Asked for where the service wants to know: to cancel, to go back, and to go on in spite of what stops the step. */
const Reason = ({ status, preview }: { status: TripStatus; preview: PlannedTripPreview | undefined }) => {
  const say = useSay()
  const isStopped = preview?.broke.some(({ blocks }) => blocks)
  return (
    <TextArea
      id="reason"
      label={isStopped ? say('仍要進行的原因', 'Why all the same') : say('原因', 'Reason')}
      {...(status === 'cancelled' && {
        hint: say('旅客與同事都會收到通知。', 'Travelers and colleagues are told.'),
      })}
      required
    />
  )
}

const saidIn = (given: Given, status: TripStatus): PlannedTripStatusChange => ({
  status,
  ...(given('reason') && { reason: given('reason') }),
  ...(status === 'cancelled' && causeIn(given)),
})
