import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import Eye from '~icons/lucide/eye'
import Lock from '~icons/lucide/lock'
import Send from '~icons/lucide/send'
import { refresh } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Attachments, takesFiles, useAttached } from '../../ui/attachments.tsx'
import { Form, type Given, useFault } from '../../ui/forms/form.tsx'
import { FieldOf } from './fields.tsx'
import css from './one.module.css'
import type { Request } from './queries.ts'
import { type FormName, type Said, type TurnForm, turnForms } from './turn-forms.ts'

type Props = { name: FormName; request: Request; done: () => void; sends: (isSending: boolean) => void }

export const TurnFormView = ({ name, request, done, sends }: Props) => {
  const say = useSay()
  const form = turnForms[name]
  const attached = useAttached(`request-${request.id}-${name}-files`)
  // What was sent is not offered again, even while the page still knows the state of the request from before. As the fields are
  // emptied then, nothing is typed into them until the answer has come.
  const [timesSent, setTimesSent] = useState(0)
  const sent = () => {
    attached.clear()
    setTimesSent(timesSent + 1)
    if (document.activeElement?.id === MESSAGE) requestAnimationFrame(() => document.getElementById(MESSAGE)?.focus())
    sends(false)
    done()
  }
  const taking = useTaking(form, request, { sent, failed: () => sends(false) })
  const submit = (given: Given) => {
    const files = attached.ids.length > 0 && { attachment_ids: attached.ids }
    sends(true)
    taking.mutate({ ...saidIn(given), ...files })
  }
  return (
    <div {...(form.takesFiles && takesFiles(attached))}>
      <Form
        key={timesSent}
        of={{ id: name }}
        send={say(...form.send)}
        icon={<Send width={15} height={15} />}
        error={taking.error}
        isPending={taking.isPending}
        isBlocked={attached.isUploading}
        submit={submit}
        beside={<span className="tiny soft">{say('Ctrl + Enter 送出', 'Ctrl + Enter sends')}</span>}
      >
        <Audience form={form} />
        {form.fields.length > 0 && (
          <fieldset className={css.turnFields} disabled={taking.isPending}>
            {form.fields.map((field) => (
              <FieldOf key={field} turn={name} field={field} request={request} />
            ))}
          </fieldset>
        )}
        <Message form={form} isSending={taking.isPending} />
        {form.takesFiles && <Attachments attached={attached} />}
      </Form>
    </div>
  )
}

type Outcome = { sent: () => void; failed: () => void }

const useTaking = (form: TurnForm, request: Request, { sent, failed }: Outcome) =>
  useWrite({
    send: (said: Said, guidon) => form.take(guidon, request, said),
    done: sent,
    says: ['已送出', 'Sent'],
    // A colleague may have taken a turn meanwhile; then other turns are possible now.
    failed: () => {
      failed()
      refresh('request')
    },
    changes: ['request', 'requests', 'offers', 'work'],
  })

/** Says who can read the message. */
const Audience = ({ form }: { form: TurnForm }) => {
  const say = useSay()
  const reader = form.isPublic ? say(...label.customer_visible) : say('內部', 'Internal')
  return (
    <p className={css.audience}>
      {form.isPublic ? <Eye width={14} height={14} /> : <Lock width={14} height={14} />}
      <b>{reader}</b>
      <span>{say(...form.hint)}</span>
    </p>
  )
}

const MESSAGE = 'message'

const Message = ({ form, isSending }: { form: TurnForm; isSending: boolean }) => {
  const say = useSay()
  const fault = useFault(MESSAGE)
  return (
    <div className="field">
      <textarea
        className="input"
        id={MESSAGE}
        name={MESSAGE}
        rows={3}
        required={form.needsMessage ?? false}
        readOnly={isSending}
        aria-label={say(...label.message)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${MESSAGE}-note`}
        placeholder={
          form.needsMessage
            ? say('輸入訊息…', 'Write a message…')
            : say('想補充的話（可留空）', 'Anything to add (optional)')
        }
      />
      {fault && (
        <p className="fault" id={`${MESSAGE}-note`}>
          {fault}
        </p>
      )}
    </div>
  )
}

const answers = ['accepted', 'rejected', 'negotiating'] as const

/** The body: only filled fields; a deadline without an offset is in the agency's time zone. */
const saidIn = (given: Given): Said => {
  const answer = answers.find((each) => each === given('customer_response'))
  return {
    ...(given('message') && { message: given('message') }),
    ...(given('quoted_price') && { quoted_price: given('quoted_price') }),
    ...(given('without_charge') && { without_charge: true }),
    ...(given('final_price') && { final_price: given('final_price') }),
    ...(given('customer_response_deadline') && { customer_response_deadline: given('customer_response_deadline') }),
    ...(answer && { customer_response: answer }),
  }
}
