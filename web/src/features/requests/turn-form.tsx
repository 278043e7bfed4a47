import { Refusal } from 'guidon-sdk'
import { type FormEvent, type KeyboardEvent, Suspense } from 'react'
import Eye from '~icons/lucide/eye'
import Lock from '~icons/lucide/lock'
import Send from '~icons/lucide/send'
import { refresh, sentenceOf, wasOutrun } from '../../kit/api.ts'
import { useDraft } from '../../kit/drafts.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Attachments, takesFiles, useAttached } from './attachments.tsx'
import { FieldOf } from './fields.tsx'
import type { Request } from './queries.ts'
import { type FormName, type Said, type TurnForm, turnForms } from './turn-forms.ts'

const Meanwhile = lazy(() => import('../../ui/forms/changes/meanwhile.tsx'))

type Props = { name: FormName; request: Request; done: () => void }

export const TurnFormView = ({ name, request, done }: Props) => {
  const say = useSay()
  const form = turnForms[name]
  const [message, setMessage] = useDraft(`request-${request.id}-${name}`)
  const attached = useAttached(`request-${request.id}-${name}-files`)
  const sent = () => {
    setMessage('')
    attached.clear()
    done()
  }
  const taking = useTaking(form, request, sent)
  const errors = taking.error instanceof Refusal ? taking.error.errors : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const files = attached.ids.length > 0 && { attachment_ids: attached.ids }
    taking.mutate({ ...saidIn(new FormData(event.currentTarget)), ...files })
  }
  return (
    <form onSubmit={submit} {...(form.takesFiles && takesFiles(attached))}>
      <Audience form={form} />
      {form.fields.length > 0 && (
        <div className="turn-fields">
          {form.fields.map((field) => (
            <FieldOf key={field} turn={name} field={field} request={request} fault={errors[field]?.[0]} />
          ))}
        </div>
      )}
      <Message form={form} message={message} change={setMessage} />
      {form.takesFiles && <Attachments attached={attached} />}
      {taking.error && <Fault error={taking.error} fields={form.fields} />}
      {taking.error && wasOutrun(taking.error) && (
        <Suspense>
          <Meanwhile error={taking.error} form={null} />
        </Suspense>
      )}
      <div className="send">
        <span className="tiny soft">{say('Ctrl + Enter 送出', 'Ctrl + Enter sends')}</span>
        <button type="submit" className="button main" disabled={taking.isPending || attached.isUploading}>
          <Send width={15} height={15} />
          {taking.isPending ? say('送出中…', 'Sending…') : say(...form.send)}
        </button>
      </div>
    </form>
  )
}

const useTaking = (form: TurnForm, request: Request, sent: () => void) =>
  useWrite({
    send: (said: Said, guidon) => form.take(guidon, request, said),
    done: sent,
    says: ['已送出', 'Sent'],
    // Somebody else may have been faster; then other turns are possible now.
    failed: () => {
      refresh('request')
    },
    changes: ['request', 'requests', 'offers', 'work'],
  })

/** Who will read it. */
const Audience = ({ form }: { form: TurnForm }) => {
  const say = useSay()
  const isInside = isStaff(useMe())
  const reader = form.isPublic ? say('客戶看得到', 'The customer sees this') : say('內部', 'Internal')
  return (
    <p className="audience">
      {form.isPublic ? <Eye width={14} height={14} /> : <Lock width={14} height={14} />}
      <b>{isInside ? reader : say('寫給我們', 'To us')}</b>
      <span>{say(...form.hint)}</span>
    </p>
  )
}

type MessageProps = { form: TurnForm; message: string; change: (text: string) => void }

const Message = ({ form, message, change }: MessageProps) => {
  const say = useSay()
  return (
    <textarea
      className="input"
      name="message"
      rows={3}
      required={form.needsMessage ?? false}
      value={message}
      onChange={({ target }) => change(target.value)}
      onKeyDown={sendOnCtrlEnter}
      aria-label={say('訊息', 'Message')}
      placeholder={
        form.needsMessage
          ? say('輸入訊息…', 'Say something…')
          : say('想補充的話（可留空）', 'Anything to add (optional)')
      }
    />
  )
}

const sendOnCtrlEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
}

/** What was refused, unless it stands at one of the fields already. */
const Fault = ({ error, fields }: { error: Error; fields: readonly string[] }) => {
  const say = useSay()
  const errors = error instanceof Refusal ? Object.entries(error.errors) : []
  const others = errors.filter(([field]) => !fields.includes(field)).map(([, [sentence]]) => sentence)
  if (errors.length > 0 && others.length === 0) return null
  const sentence = sentenceOf(
    error,
    say('連不上服務，請稍後再試；內容已保留。', 'The service cannot be reached; your text is kept.'),
  )
  return (
    <p className="fault" role="alert">
      {others.length > 0 ? others.join(' ') : sentence}
    </p>
  )
}

const answers = ['accepted', 'rejected', 'negotiating'] as const

/** Only what was filled in; a deadline without an offset is on the operator's clock. */
const saidIn = (given: FormData): Said => {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const said: Said = {}
  if (text('message')) said.message = text('message')
  if (text('quoted_price')) said.quoted_price = Number(text('quoted_price'))
  if (text('final_price')) said.final_price = Number(text('final_price'))
  if (text('customer_response_deadline')) said.customer_response_deadline = text('customer_response_deadline')
  const answer = answers.find((each) => each === text('customer_response'))
  if (answer) said.customer_response = answer
  return said
}
