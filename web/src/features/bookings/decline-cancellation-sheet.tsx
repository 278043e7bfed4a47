import { declineCancellationRequest } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** Tells the customer why the booking stays as it is. */
export default function DeclineCancellationSheet({
  id,
  version,
  close,
}: {
  id: number
  version: number
  close: () => void
}) {
  const say = useSay()
  const declining = useWrite({
    send: (reason: string, guidon) => declineCancellationRequest(guidon, id, { reason }, { version }),
    says: ['已通知客戶', 'The customer is notified'],
    changes: ['cancellation-requests', 'bookings', 'work'],
    close,
  })
  return (
    <Sheet title={say('這筆訂單不能取消', 'The booking is not cancelled')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('回覆客戶', 'Tell the customer')}
        sending={declining}
        id="decline-reason"
        hint={say('客戶會在信中看到這個原因。', 'The customer sees this reason in the mail.')}
      />
    </Sheet>
  )
}
