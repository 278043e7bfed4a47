import { reopenPlannedTripLeaderAccount } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { roadChanges } from './parts.ts'

type Props = { trip: number; leader: number; close: () => void }

/** Opens the account of a leader again, for example for an expense that arrived late. */
export default function ReopenSheet({ trip, leader, close }: Props) {
  const say = useSay()
  const sending = useWrite({
    send: (reason: string, guidon) => reopenPlannedTripLeaderAccount(guidon, trip, { tour_leader_id: leader, reason }),
    says: ['領隊帳已重新開啟', 'The account is open again'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet title={say('重新開帳', 'Open the account again')} close={close}>
      <ReasonForm
        of={{ id: leader }}
        send={say('開帳', 'Open')}
        sending={sending}
        hint={say('例：補報一筆停車費。', 'Such as: a parking fee came late.')}
      />
    </Sheet>
  )
}
