import { useMutation, useQuery } from '@tanstack/react-query'
import { previewPlannedTrip, updatePlannedTripStatus } from 'guidon-sdk'
import { guidon, refresh } from '../../kit/api.ts'
import { showToast } from '../../kit/toasts.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../parts/empty.tsx'
import { Form, TextArea } from '../../parts/form.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { type TripStatus, tripStatusWords } from '../../parts/trip-words.ts'
import { Broke } from './broke.tsx'
import type { Trip } from './queries.ts'
import { wordsOfStep } from './step-words.ts'

type Props = { trip: Trip; status: TripStatus; close: () => void }

/** Before a step: what it leaves undone. Then, if wanted, the step. */
export default function StepSheet({ trip, status, close }: Props) {
  const say = useSay()
  const { data: preview } = useQuery({
    queryKey: ['trips', trip.id, 'preview', status],
    queryFn: () => previewPlannedTrip(guidon, trip.id, { status }),
    staleTime: 0,
  })
  const { mutate, error, isPending } = useMutation({
    mutationFn: (reason: string) =>
      updatePlannedTripStatus(guidon, trip.id, { status, ...(reason && { reason }) }, { version: trip.version }),
    onSuccess: () => {
      close()
      showToast({ title: `${trip.serial} ${say(...tripStatusWords[status])}` })
    },
    // Somebody else may have been faster; then the page below shows what changed.
    onSettled: () => refresh('trips'),
  })
  return (
    <Sheet title={wordsOfStep(say, trip.status, status)} close={close}>
      {preview ? (
        <Broke
          broke={preview.broke}
          title={say('這一步之後，仍有這些事沒完成：', 'After this step, this is still undone:')}
          none={say('沒有未完成的事。', 'Nothing is left undone.')}
        />
      ) : (
        <Loading />
      )}
      <Form
        send={wordsOfStep(say, trip.status, status)}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('reason'))}
      >
        {status === 'cancelled' && (
          <TextArea
            id="reason"
            label={say('原因', 'Reason')}
            hint={say('旅客與同事都會收到通知。', 'Travelers and colleagues are told.')}
            required
          />
        )}
      </Form>
    </Sheet>
  )
}
