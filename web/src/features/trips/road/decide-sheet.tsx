import { questionExpense, refuseExpense } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Expense, roadChanges } from './parts.ts'

type Props = { expense: Expense; step: 'question' | 'refuse'; close: () => void }

/** Asks the leader about an expense, or refuses it; the leader is told the reason. */
export default function DecideSheet({ expense: { id, version }, step, close }: Props) {
  const say = useSay()
  const isQuestion = step === 'question'
  const sending = useWrite({
    send: (reason: string, guidon) =>
      isQuestion
        ? questionExpense(guidon, id, { reason }, { version })
        : refuseExpense(guidon, id, { reason }, { version }),
    says: isQuestion
      ? ['已請領隊說明', 'The leader is asked']
      : ['已退回，領隊收到通知', 'Refused; the leader is told'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet
      title={isQuestion ? say('請領隊說明', 'Ask the leader') : say('退回支出', 'Refuse the expense')}
      close={close}
    >
      <ReasonForm
        of={{ id }}
        send={isQuestion ? say('送出', 'Ask') : say('退回', 'Refuse')}
        isHarmful={!isQuestion}
        sending={sending}
        id="expense-reason"
        label={isQuestion ? say('請說明什麼', 'What to explain') : say('退回原因', 'Why it is refused')}
        hint={say(
          '領隊會看到這句話。例：請補上收據照片。',
          'The leader reads this, such as: add a photograph of the receipt.',
        )}
      />
    </Sheet>
  )
}
