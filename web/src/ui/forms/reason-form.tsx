import type { ReactNode } from 'react'
import { useSay } from '../../kit/words.ts'
import { Field, Form, TextArea } from './form.tsx'

type Props = {
  /** The record that the reason belongs to, if the page shows several. */
  of?: { id: number | string }
  /** The label of the button. */
  send: string
  isHarmful?: boolean
  sending: { mutate: (reason: string) => void; error: Error | null; isPending: boolean }
  /** The id of the field, if the page has another reason. */
  id?: string
  label?: string
  hint?: string
  placeholder?: string
  /** What the field begins with. */
  defaultValue?: string | undefined
  /** Below a refusal: the way to ask for what was refused. */
  ask?: ReactNode
  /** Whether the reason may have several lines, because others read it. */
  isText?: boolean
}

/** A form that asks for a reason only. */
export const ReasonForm = ({
  of,
  send,
  isHarmful = false,
  sending,
  id = 'reason',
  label,
  ask,
  isText,
  ...about
}: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = sending
  const words = label ?? say('原因', 'Reason')
  return (
    <Form
      of={of}
      send={send}
      isHarmful={isHarmful}
      error={error}
      isPending={isPending}
      ask={ask}
      submit={(given) => mutate(given('reason'))}
    >
      {isText ? (
        <TextArea id={id} label={words} required {...about} />
      ) : (
        <Field id={id} name="reason" label={words} maxLength={500} required data-first {...about} />
      )}
    </Form>
  )
}

/** A note above the form that opens a list with personal data. */
export const EachReadingIsLogged = () => {
  const say = useSay()
  return (
    <p className="soft">
      {say(
        '內含未遮罩的個人資料；誰在何時為何讀取，會逐位記錄。',
        'With unmasked personal data: who read it, when and why is logged for each person.',
      )}
    </p>
  )
}
