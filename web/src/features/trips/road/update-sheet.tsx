import { addIncidentUpdate } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Incident, roadChanges } from './parts.ts'

type Props = { incident: Incident; close: () => void }

/** What has happened since. */
export default function UpdateSheet({ incident: { id }, close }: Props) {
  const say = useSay()
  const sending = useWrite({
    send: (text: string, guidon) => addIncidentUpdate(guidon, id, { text }),
    says: ['已補充，相關同仁已收到通知', 'Added; everybody concerned is told'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet title={say('補充進展', 'Add news')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('補充', 'Add')}
        sending={sending}
        id="reason"
        label={say('新的進展', 'What is new')}
        hint={say(
          '相關同仁會收到通知，內容在系統上看。',
          'Everybody concerned is told; what you write is read online.',
        )}
        isText
      />
    </Sheet>
  )
}
