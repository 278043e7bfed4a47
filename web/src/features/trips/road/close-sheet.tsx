import { closeIncident } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Incident, roadChanges } from './parts.ts'

type Props = { incident: Incident; close: () => void }

/** How it ended. */
export default function CloseSheet({ incident: { id, version }, close }: Props) {
  const say = useSay()
  const sending = useWrite({
    send: (result: string, guidon) => closeIncident(guidon, id, { result }, { version }),
    says: ['事故已結案', 'The incident is closed'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet title={say('結案', 'Close the incident')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('結案', 'Close')}
        sending={sending}
        id="reason"
        label={say('處理結果', 'Result')}
        hint={say('結案後內容不再更改。', 'Closed, it stays as it is.')}
        isText
      />
    </Sheet>
  )
}
