import { declineChangeRequest } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'

type Props = { id: number; version: number; changes: readonly string[]; close: () => void }

/** Declines a change request, with a reason that the customer reads. */
export default function DeclineChangeSheet({ id, version, changes, close }: Props) {
  const say = useSay()
  const declining = useWrite({
    send: (reason: string, guidon) => declineChangeRequest(guidon, id, { reason }, { version }),
    says: ['已通知客戶', 'The customer is notified'],
    changes,
    close,
  })
  return (
    <Sheet title={say('不核准這項變更', 'Decline the change')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('不核准', 'Decline')}
        isHarmful
        sending={declining}
        id="decline-reason"
        hint={say('客戶會在信中看到這個原因。', 'The customer sees this reason in the mail.')}
      />
    </Sheet>
  )
}
