import { useMutation, useQuery } from '@tanstack/react-query'
import { type PlannedTripPreview, previewPlannedTrip, updatePlannedTripStatus } from 'guidon-sdk'
import { guidon, refresh } from '../../kit/api.ts'
import { showToast } from '../../kit/toasts.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../parts/empty.tsx'
import { Form, TextArea } from '../../parts/form.tsx'
import { Check } from '../../parts/icons.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { pageOf, SubjectLink } from '../../parts/subject-link.tsx'
import { type TripStatus, tripStatusWords } from '../../parts/trip-words.ts'
import type { Trip } from './queries.ts'
import { wordsOfStep } from './steps.tsx'

type Props = { trip: Trip; status: TripStatus; close: () => void }

/** Before a step: what it leaves undone. Then, if wanted, the step. */
export const StepSheet = ({ trip, status, close }: Props) => {
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
      {preview ? <Preview preview={preview} /> : <Loading />}
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

const Preview = ({ preview: { broke } }: { preview: PlannedTripPreview }) => {
  const say = useSay()
  if (broke.length === 0)
    return (
      <p className="all-fine">
        <Check />
        {say('沒有未完成的事。', 'Nothing is left undone.')}
      </p>
    )
  return (
    <section className="broke" aria-label={say('還沒完成的事', 'What is left undone')}>
      <p className="soft">{say('這一步之後，仍有這些事沒完成：', 'After this step, this is still undone:')}</p>
      <ul>
        {broke.map(({ kind, says, count, subjects }) => (
          <li key={kind + says}>
            <b>{says}</b>
            {count > 1 && <span className="count"> {count}</span>}
            {subjects.some(pageOf) && (
              <p className="small">
                {subjects.filter(pageOf).map((subject) => (
                  <SubjectLink key={subject.id} subject={subject}>{`#${subject.id}`}</SubjectLink>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
