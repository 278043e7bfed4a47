import { useMutation } from '@tanstack/react-query'
import { useSay } from '../../kit/words.ts'
import { ReasonForm } from './reason-form.tsx'
import { Sheet } from './sheet.tsx'

type Props = { reveal: (reason: string) => Promise<void>; close: () => void }

/** Asks why masked personal data are needed, and shows them; the service writes down who asked. */
export default function RevealSheet({ reveal, close }: Props) {
  const say = useSay()
  const revealing = useMutation({ mutationFn: reveal, onSuccess: close })
  return (
    <Sheet title={say('顯示個人資料', 'Show personal data')} close={close}>
      <ReasonForm
        send={say('顯示', 'Show')}
        sending={revealing}
        id="reveal-reason"
        label={say('查看原因', 'Why it is needed')}
        hint={say('誰在何時、為何查看，都會留下紀錄。', 'Who looked, when and why is written down.')}
      />
    </Sheet>
  )
}
