import { useQuery } from '@tanstack/react-query'
import {
  type PlannedTripPreview,
  type PlannedTripStatusChange,
  previewPlannedTrip,
  updatePlannedTripStatus,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { tripStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { ReasonInEnglish } from '../../bookings/shared/call-off.tsx'
import { Broke } from '../broke.tsx'
import type { Trip } from '../queries.ts'
import type { TripStatus } from '../shared/status.ts'
import { CancelFields, causeIn } from './cancel-fields.tsx'

const OtherDatesSheet = lazy(() => import('./other-dates.tsx'))

type Props = {
  trip: Trip
  status: TripStatus
  /** The name of the step. */
  words: Words
  isBack: boolean
  close: () => void
}

/** Shows what a step leaves open; then the reader takes the step or not. */
export default function StepSheet({ trip, status, words, isBack, close }: Props) {
  const say = useSay()
  const name = say(...words)
  const { data: preview } = useQuery({
    queryKey: ['trips', trip.id, 'preview', status],
    queryFn: () => previewPlannedTrip(guidon, trip.id, { status }),
    staleTime: 0,
  })
  const { mutate, error, isPending } = useStep({ trip, status, close })
  const [asksFirst, askFirst] = useState(false)
  if (asksFirst)
    return (
      <Suspense>
        <OtherDatesSheet trip={trip} close={() => askFirst(false)} />
      </Suspense>
    )
  return (
    <Sheet title={name} close={close}>
      {preview ? (
        <Broke
          broke={preview.broke}
          title={say('這一步之後，仍有這些事項未完成：', 'After this step, these remain open:')}
          none={say('沒有未完成的事項。', 'Nothing remains open.')}
        />
      ) : (
        <Loading />
      )}
      {status === 'cancelled' && trip.status === 'open' && trip.package_id !== null && (
        <p className="small">
          {say('人數不足？取消前可以先請客戶改期。', 'Too few people? Offer their customers another date first.')}{' '}
          <button type="button" className="button" onClick={() => askFirst(true)}>
            {say('請客戶改期…', 'Offer another date…')}
          </button>
        </p>
      )}
      <Form
        send={name}
        isHarmful={status === 'cancelled'}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(saidIn(given, status))}
      >
        {status === 'cancelled' && <CancelFields trip={trip} />}
        {(preview?.needs_reason || status === 'cancelled') && <Reason preview={preview} />}
        {status === 'cancelled' && <ReasonInEnglish />}
        <p className="small soft">{say(...whoIsTold(isBack, status))}</p>
      </Form>
    </Sheet>
  )
}

/** Who is notified of the step, and how. */
const whoIsTold = (isBack: boolean, to: TripStatus): Words => {
  if (isBack)
    return [
      '只在系統內通知承辦同仁與領隊，不寄信；旅客不會收到。',
      'Colleagues in charge and the leader are notified in the app, without a mail; travelers are not notified.',
    ]
  if (to === 'cancelled')
    return ['旅客、承辦同仁與領隊都會收到信。', 'Travelers, colleagues in charge and the leader get a mail.']
  if (to === 'guaranteed')
    return [
      '旅客、承辦同仁與領隊會收到信；先前已寄過的不再寄。',
      'Travelers, colleagues in charge and the leader get a mail, unless it was mailed before.',
    ]
  return [
    '承辦同仁與領隊會收到信，先前已寄過的不再寄；旅客不會收到。',
    'Colleagues in charge and the leader get a mail, unless it was mailed before; travelers are not notified.',
  ]
}

const useStep = ({ trip: { id, version, serial }, status, close }: Omit<Props, 'words' | 'isBack'>) => {
  const say = useSay()
  return useWrite({
    send: (body: PlannedTripStatusChange, guidon) => updatePlannedTripStatus(guidon, id, body, { version }),
    close,
    says: () => ({ title: `${serial} ${say(...tripStatusWords[status])}` }),
    changes: ['trips', 'bookings', 'money'],
  })
}

/** The reason is required to cancel, to go back, and to override a check. */
const Reason = ({ preview }: { preview: PlannedTripPreview | undefined }) => {
  const say = useSay()
  const isStopped = preview?.broke.some(({ blocks }) => blocks)
  return (
    <TextArea
      id="reason"
      label={isStopped ? say('仍要進行的原因', 'Reason for proceeding anyway') : say(...label.reason)}
      required
    />
  )
}

const saidIn = (given: Given, status: TripStatus): PlannedTripStatusChange => ({
  status,
  ...(given('reason') && { reason: given('reason') }),
  ...(given('reason_en') && { reason_en: given('reason_en') }),
  ...(status === 'cancelled' && causeIn(given)),
})
