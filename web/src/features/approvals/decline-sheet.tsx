import { type Approval, declineApproval } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { changes } from './shared/words.ts'

/** Declines an approval, with a note that whoever asked reads. */
export default function DeclineSheet({ approval, close }: { approval: Approval; close: () => void }) {
  const say = useSay()
  const { id, version } = approval
  const declining = useWrite({
    send: (note: string, guidon) => declineApproval(guidon, id, { note }, { version }),
    says: ['未核准，會通知申請人', 'Declined; whoever asked is told'],
    changes,
    close,
  })
  return (
    <Sheet title={say('不核准這項申請', 'Decline the request')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('不核准', 'Decline')}
        isHarmful
        sending={declining}
        id="decline-note"
        hint={say('申請人會看到這個原因。', 'Whoever asked reads this reason.')}
      />
    </Sheet>
  )
}
