import { loseEnquiry } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { lostReasonWords } from 'guidon-sdk/words'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'

type Props = { enquiry: { id: number; version?: number }; close: () => void }

/** Ends an enquiry that comes to nothing. */
export default function LoseSheet({ enquiry: { id, version }, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: { lost_reason: keyof typeof lostReasonWords; lost_note: string | null }, guidon) =>
      loseEnquiry(guidon, id, body, version === undefined ? {} : { version }),
    changes: ['enquiries', 'work'],
    close,
  })
  const reasons = Object.keys(lostReasonWords) as (keyof typeof lostReasonWords)[]
  return (
    <Sheet title={say('改為未成交', 'Mark as lost')} close={close}>
      <Form
        send={say('改為未成交', 'Mark as lost')}
        isHarmful
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            lost_reason: reasons.find((reason) => reason === given('lost_reason')) ?? 'other',
            lost_note: given('lost_note') || null,
          })
        }
      >
        <WordChoice id="lost_reason" label={say(...label.lost_reason)} words={lostReasonWords} />
        <Field id="lost_note" label={say(...label.lost_note)} maxLength={500} />
      </Form>
    </Sheet>
  )
}
