import { approveLeaderUnavailability, declineLeaderUnavailability, type LeaderUnavailability } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { ClashList } from './clash-list.tsx'
import { changed, isInConflict } from './leave.ts'

type Props = { leave: LeaderUnavailability; isYes?: boolean; close: () => void }

/** Answers a request for days off: declining needs a reason, and so does approving in spite of a conflict. */
export default function AnswerSheet({ leave, isYes = false, close }: Props) {
  const say = useSay()
  const isBlocked = isInConflict(leave)
  const answering = useWrite({
    send: (reason: string, guidon) =>
      isYes
        ? approveLeaderUnavailability(guidon, leave.id, { reason, ...(isBlocked && { override: true }) })
        : declineLeaderUnavailability(guidon, leave.id, { reason }),
    says: isYes ? ['已核准', 'Approved'] : ['已回覆不核准', 'Declined'],
    changes: changed,
    close,
  })
  return (
    <Sheet title={isYes ? say('核准休假', 'Approve the days off') : say('不核准', 'Decline')} close={close}>
      {isYes && <ClashList clashes={leave.conflicts} />}
      <ReasonForm
        of={leave}
        send={isYes ? say('仍要核准', 'Approve anyway') : say('不核准', 'Decline')}
        isHarmful={!isYes}
        sending={answering}
        label={isYes ? say('仍要核准的原因', 'Reason for approving anyway') : say(...label.reason)}
        hint={say('領隊會看到。', 'The leader can see this.')}
        isText
      />
    </Sheet>
  )
}
