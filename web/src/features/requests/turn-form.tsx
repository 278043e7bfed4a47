import { Refusal } from 'guidon-sdk'
import { type FormEvent, Suspense, useState } from 'react'
import Eye from '~icons/lucide/eye'
import Lock from '~icons/lucide/lock'
import Send from '~icons/lucide/send'
import { refresh, sentenceOf, wasOutrun } from '../../kit/api.ts'
import { useDraft } from '../../kit/drafts.ts'
import { lazy } from '../../kit/lazy.ts'
import { numberTyped } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Attachments, takesFiles, useAttached } from './attachments.tsx'
import { FieldOf } from './fields.tsx'
import css from './one.module.css'
import type { Request } from './queries.ts'
import { type FormName, type Said, type TurnForm, turnForms } from './turn-forms.ts'

const Meanwhile = lazy(() => import('../../ui/forms/changes/meanwhile.tsx'))

type Props = { name: FormName; request: Request; done: () => void; sends: (isSending: boolean) => void }

export const TurnFormView = ({ name, request, done, sends }: Props) => {
  const say = useSay()
  const form = turnForms[name]
  const [message, setMessage] = useDraft(`request-${request.id}-${name}`)
  const attached = useAttached(`request-${request.id}-${name}-files`)
  // What was sent is not offered again, even while the page still knows the state of the request from before. As the fields are
  // emptied then, nothing is typed into them until the answer has come.
  const [timesSent, setTimesSent] = useState(0)
  const sent = () => {
    setMessage('')
    attached.clear()
    setTimesSent(timesSent + 1)
    sends(false)
    done()
  }
  const taking = useTaking(form, request, { sent, failed: () => sends(false) })
  const errors = taking.error instanceof Refusal ? taking.error.errors : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const files = attached.ids.length > 0 && { attachment_ids: attached.ids }
    sends(true)
    taking.mutate({ ...saidIn(new FormData(event.currentTarget)), ...files })
  }
  return (
    <form onSubmit={submit} noValidate {...(form.takesFiles && takesFiles(attached))}>
      <Audience form={form} />
      {form.fields.length > 0 && (
        <fieldset className={css.turnFields} key={timesSent} disabled={taking.isPending}>
          {form.fields.map((field) => (
            <FieldOf key={field} turn={name} field={field} request={request} fault={errors[field]?.[0]} />
          ))}
        </fieldset>
      )}
      <Message form={form} message={message} change={setMessage} isSending={taking.isPending} />
      {form.takesFiles && <Attachments attached={attached} />}
      {taking.error && <Fault error={taking.error} fields={form.fields} />}
      {taking.error && wasOutrun(taking.error) && (
        <Suspense>
          <Meanwhile error={taking.error} form={null} />
        </Suspense>
      )}
      <div className={css.send}>
        <span className="tiny soft">{say('Ctrl + Enter 送出', 'Ctrl + Enter sends')}</span>
        <button type="submit" className="button main" disabled={taking.isPending || attached.isUploading}>
          <Send width={15} height={15} />
          {taking.isPending ? say('送出中…', 'Sending…') : say(...form.send)}
        </button>
      </div>
    </form>
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
  const reader = form.isPublic ? say('客戶看得到', 'Visible to the customer') : say('內部', 'Internal')
  return (
    <p className={css.audience}>
      {form.isPublic ? <Eye width={14} height={14} /> : <Lock width={14} height={14} />}
      <b>{reader}</b>
      <span>{say(...form.hint)}</span>
    </p>
  )
}

type MessageProps = { form: TurnForm; message: string; change: (text: string) => void; isSending: boolean }

const Message = ({ form, message, change, isSending }: MessageProps) => {
  const say = useSay()
  return (
    <textarea
      className="input"
      name="message"
      rows={3}
      required={form.needsMessage ?? false}
      value={message}
      readOnly={isSending}
      onChange={({ target }) => change(target.value)}
      aria-label={say('訊息', 'Message')}
      placeholder={
        form.needsMessage
          ? say('輸入訊息…', 'Write a message…')
          : say('想補充的話（可留空）', 'Anything to add (optional)')
      }
    />
  )
}

/** The refusals that are not shown at a field of the form. */
const Fault = ({ error, fields }: { error: Error; fields: readonly string[] }) => {
  const say = useSay()
  const errors = error instanceof Refusal ? Object.entries(error.errors) : []
  const others = errors.filter(([field]) => !fields.includes(field)).map(([, [sentence]]) => sentence)
  if (errors.length > 0 && others.length === 0) return null
  const sentence = sentenceOf(
    error,
    say(
      '無法連線，請稍後再試；您輸入的內容已保留。',
      'Cannot connect. Please try again later; what you typed is kept.',
    ),
  )
  return (
    <p className="fault" role="alert">
      {others.length > 0 ? others.join(' ') : sentence}
    </p>
  )
}

const answers = ['accepted', 'rejected', 'negotiating'] as const

/** The body: only filled fields; a deadline without an offset is in the agency's time zone. */
const saidIn = (given: FormData): Said => {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const said: Said = {}
  if (text('message')) said.message = text('message')
  if (text('quoted_price')) said.quoted_price = numberTyped(text('quoted_price'))
  if (text('without_charge')) said.without_charge = true
  if (text('final_price')) said.final_price = numberTyped(text('final_price'))
  if (text('customer_response_deadline')) said.customer_response_deadline = text('customer_response_deadline')
  const answer = answers.find((each) => each === text('customer_response'))
  if (answer) said.customer_response = answer
  return said
}
