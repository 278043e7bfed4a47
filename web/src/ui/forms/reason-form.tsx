import { useSay } from '../../kit/words.ts'
import { Field, Form, TextArea } from './form.tsx'

type Props = {
  /** The record that the reason is about, where its page shows several. */
  of?: { id: number | string }
  /** On the button. */
  send: string
  sending: { mutate: (reason: string) => void; error: Error | null; isPending: boolean }
  /** Of the field, if the page has another reason. */
  id?: string
  label?: string
  hint?: string
  placeholder?: string
  /** Others read it, so it may have several lines. */
  isText?: boolean
}

/** A form that asks for a reason only. */
export const ReasonForm = ({ of, send, sending, id = 'reason', label, isText, ...about }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = sending
  const words = label ?? say('原因', 'Reason')
  return (
    <Form of={of} send={send} error={error} isPending={isPending} submit={(given) => mutate(given('reason'))}>
      {isText ? (
        <TextArea id={id} label={words} required {...about} />
      ) : (
        <Field id={id} name="reason" label={words} maxLength={500} required data-first {...about} />
      )}
    </Form>
  )
}

/** Above the reason for a list of many people. */
export const EachReadingIsLogged = () => {
  const say = useSay()
  return (
    <p className="soft">
      {say(
        '內含未遮罩的個人資料；誰在何時為何讀取，會逐位記錄。',
        'With personal data in clear: who read it, when and why is logged for each person.',
      )}
    </p>
  )
}
