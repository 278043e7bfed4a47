import type { Guidon } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { changes } from './words.ts'

type Props = {
  of: { id: number }
  decline: (guidon: Guidon, reason: string) => Promise<unknown>
  /** Who reads the reason. */
  hint: string
  close: () => void
}

/** Declines what was asked, with a reason that others read. */
export default function DeclineSheet({ of, decline, hint, close }: Props) {
  const say = useSay()
  const declining = useWrite({
    send: (reason: string, guidon) => decline(guidon, reason),
    says: ['未核准，會通知申請人', 'Declined; whoever asked is told'],
    changes,
    close,
  })
  return (
    <Sheet title={say('不核准這項申請', 'Decline the request')} close={close}>
      <ReasonForm of={of} send={say('不核准', 'Decline')} isHarmful sending={declining} id="decline-note" hint={hint} />
    </Sheet>
  )
}
