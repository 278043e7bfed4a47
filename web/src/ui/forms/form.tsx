import { Refusal } from 'guidon-sdk'
import {
  createContext,
  type FormEvent,
  Fragment,
  type InputHTMLAttributes,
  type ReactNode,
  Suspense,
  useContext,
  useRef,
} from 'react'
import { sentenceOf, wasOutrun } from '../../kit/api.ts'
import { useFormDraft } from '../../kit/form-drafts.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'

const Meanwhile = lazy(() => import('./changes/meanwhile.tsx'))

/** What was typed, by the names of the fields. */
export type Given = (name: string) => string

/** The state of a mutation that sends the form. */
type Sending = { error: Error | null; isPending: boolean }

type Props = Sending & {
  /** The record that it changes, where its page shows several: each has a draft of its own. */
  of?: { id: number | string } | undefined
  /** For a form whose draft is the whole record: put back, it would undo what a colleague has changed meanwhile. */
  hasNoDraft?: boolean
  /** On the button. */
  send: string
  submit: (given: Given) => void
  children: ReactNode
  /** Beside the button, such as a way back. */
  beside?: ReactNode
}

const Faults = createContext<Record<string, string[]>>({})

/** A form that keeps what was typed when it is refused: each refusal stands at its field, any other above the button. */
export const Form = ({ of, hasNoDraft, send, submit, children, beside, error, isPending }: Props) => {
  const say = useSay()
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(form, { isPending, error, send, hasNoDraft })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    submit((name) => String(given.get(name) ?? '').trim())
  }
  return (
    <form className="form" ref={form} data-of={of?.id} onSubmit={onSubmit} onInput={draft.keep} onChange={draft.keep}>
      {draft.restored && <Restored discard={draft.discard} />}
      <Faults value={error instanceof Refusal ? error.errors : {}}>
        <Fragment key={draft.round}>{children}</Fragment>
      </Faults>
      {error && <OtherFaults error={error} form={form.current} />}
      {error && wasOutrun(error) && (
        <Suspense>
          <Meanwhile error={error} form={form.current} />
        </Suspense>
      )}
      <div className="end">
        {beside}
        <button type="submit" className="button main" disabled={isPending}>
          {isPending ? say('請稍候…', 'One moment…') : send}
        </button>
      </div>
    </form>
  )
}

const Restored = ({ discard }: { discard: () => void }) => {
  const say = useSay()
  return (
    <p className="restored" role="status">
      {say('已放回您上次沒有送出的內容。', 'What you typed last time and did not send is back.')}
      <button type="button" className="button plain" onClick={discard}>
        {say('清除', 'Discard it')}
      </button>
    </p>
  )
}

/** What was refused, unless it stands at a field of the form already. */
const OtherFaults = ({ error, form }: { error: Error; form: HTMLFormElement | null }) => {
  const say = useSay()
  const faults = error instanceof Refusal ? Object.entries(error.errors) : []
  const others = faults.filter(([field]) => !form?.elements.namedItem(field)).map(([, [sentence]]) => sentence)
  if (faults.length > 0 && others.length === 0) return null
  const unreachable = say(
    '連不上服務，請稍後再試；內容已保留。',
    'The service cannot be reached; what you typed is kept.',
  )
  return (
    <p className="refused" role="alert">
      {others.length > 0 ? others.join(' ') : sentenceOf(error, unreachable)}
    </p>
  )
}

/** What is wrong with a field that is not one of these. */
export const useFault = (name: string) => useContext(Faults)[name]?.[0]

type AroundProps = {
  id: string
  name?: string | undefined
  label: string
  hint?: string
  children: (described: Described) => ReactNode
}
type Described = { id: string; name: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** A label, a field, and below it what it wants or what is wrong with it. */
export const Around = ({ id, name = id, label, hint, children }: AroundProps) => {
  const fault = useFault(name)
  const note = fault ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, 'aria-invalid': fault !== undefined, 'aria-describedby': note && `${id}-note` })}
      {note && (
        <p className={fault ? 'fault' : 'hint'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { id: string; label: string; hint?: string }

/** Its id is its name too, unless the page has two of that name. */
export const Field = ({ id, name, label, hint, ...input }: FieldProps) => (
  <Around id={id} name={name} label={label} {...(hint && { hint })}>
    {(described) => <input className="input" {...described} {...input} />}
  </Around>
)

type TextProps = { id: string; label: string; hint?: string; required?: boolean; defaultValue?: string; rows?: number }

export const TextArea = ({ id, label, hint, rows = 3, ...area }: TextProps) => (
  <Around id={id} label={label} {...(hint && { hint })}>
    {(described) => <textarea className="input" rows={rows} {...described} {...area} />}
  </Around>
)

type ChoiceProps = {
  id: string
  label: string
  hint?: string
  required?: boolean
  defaultValue?: string
  options: readonly (readonly [value: string, words: string])[]
}

export const Choice = ({ id, label, hint, options, ...select }: ChoiceProps) => (
  <Around id={id} label={label} {...(hint && { hint })}>
    {(described) => (
      <select className="input" {...described} {...select}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Around>
)
