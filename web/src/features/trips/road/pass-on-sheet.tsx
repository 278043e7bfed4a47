import { passOnIncident } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Incident, roadChanges } from './parts.ts'

type Props = { incident: Incident; close: () => void }

/** That it was reported to the authority or an insurer. */
export default function PassOnSheet({ incident: { id, version }, close }: Props) {
  const say = useSay()
  const sending = useWrite({
    send: (reported_to: string, guidon) => passOnIncident(guidon, id, { reported_to }, { version }),
    says: ['通報已登錄', 'The report is recorded'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet title={say('登錄通報', 'Record the report')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('登錄', 'Record')}
        sending={sending}
        id="reason"
        label={say('通報單位', 'Reported to')}
        hint={say(
          '例：觀光署、富邦產物保險。登錄後通報期限即完成。',
          'Such as: Tourism Administration, the insurer. This meets the deadline.',
        )}
      />
    </Sheet>
  )
}
