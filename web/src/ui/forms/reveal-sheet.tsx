import { useMutation } from '@tanstack/react-query'
import { sendInSession } from '../../kit/sign-in-again.ts'
import { useSay } from '../../kit/words.ts'
import { ReasonForm } from './reason-form.tsx'
import { Sheet } from './sheet.tsx'

type Props = { reveal: (reason: string) => Promise<void>; close: () => void }

/** Asks for a reason, then shows masked personal data; the service logs who asked. */
export default function RevealSheet({ reveal, close }: Props) {
  const say = useSay()
  const revealing = useMutation({
    mutationFn: (reason: string) => sendInSession(() => reveal(reason)),
    onSuccess: close,
  })
  return (
    <Sheet title={say('顯示個人資料', 'Show personal data')} close={close}>
      <ReasonForm
        send={say('顯示', 'Show')}
        sending={revealing}
        id="reveal-reason"
        label={say('查看原因', 'Reason for viewing')}
        hint={say('誰在何時、為何查看，都會留下紀錄。', 'Who viewed it, when and why is logged.')}
      />
    </Sheet>
  )
}
