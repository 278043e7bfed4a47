import { Refusal } from 'guidon-sdk'
import {
  type ChangeEventHandler,
  createContext,
  type FormEvent,
  Fragment,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { sentenceOf, wasOutrun } from '../../kit/api.ts'
import { today } from '../../kit/days.ts'
import { useFormDraft } from '../../kit/form-draft.ts'
import { isNothingFocused } from '../../kit/kept-focus.ts'
import { lazy } from '../../kit/lazy.ts'
import { plainOf, type Typed, typedIn } from '../../kit/typed.ts'
import { plural, useSay } from '../../kit/words.ts'
import { faultsOf, goToFirstFault } from './form-faults.ts'

const Meanwhile = lazy(() => import('./changes/meanwhile.tsx'))

/** What was typed, by the names of the fields, as the service takes it. */
export type Given = (name: string) => string

/** What is typed in a form at this moment. */
export const givenIn = (form: HTMLFormElement): Given => {
  const given = new FormData(form)
  return (name) => plainOf(typedIn(form.elements.namedItem(name)), String(given.get(name) ?? ''), today())
}

/** The state of a mutation that sends the form. */
type Sending = { error: Error | null; isPending: boolean }

type Props = Sending & {
  /** The record that it changes, where its page shows several: each has a draft of its own. */
  of?: { id: number | string } | undefined
  /** For a form whose draft is the whole record: put back, it would undo what a colleague has changed meanwhile. */
  hasNoDraft?: boolean
  /** On the button. */
  send: string
  /** Before the words of the button. */
  icon?: ReactNode
  /** What it does takes something away: the button is no green one. */
  isHarmful?: boolean
  /** There is nothing to send now. */
  isBlocked?: boolean
  submit: (given: Given) => void
  children: ReactNode
  /** Beside the button, such as a way back. */
  beside?: ReactNode
  /** Below a refusal, until something is changed: the way to ask for what was refused. */
  ask?: ReactNode
}

const Faults = createContext<Record<string, string[]>>({})

/** A form that keeps what was typed when it is refused: each refusal stands at its field, any other above the button. */
export const Form = ({
  of,
  hasNoDraft,
  send,
  icon,
  isHarmful,
  isBlocked,
  submit,
  children,
  beside,
  ask,
  error,
  isPending,
}: Props) => {
  const say = useSay()
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(form, { isPending, error, send, hasNoDraft })
  const { faults, check, recheck } = useFaults(form, error)
  const button = useRef<HTMLButtonElement>(null)
  // After a conflict the fields are made anew, also the one with the focus: one goes on at the button, below what others have changed.
  useEffect(() => {
    if (draft.round > 0 && isNothingFocused()) button.current?.focus({ preventScroll: true })
  }, [draft.round])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!check()) return
    submit(givenIn(event.currentTarget))
  }
  const [changedAfter, setChangedAfter] = useState<Error | null>(null)
  const onChange = () => {
    draft.keep()
    recheck()
    setChangedAfter(error)
  }
  const whole = (
    <form
      className="form"
      ref={form}
      data-of={of?.id}
      data-draft={draft.name}
      onSubmit={onSubmit}
      onInput={onChange}
      onChange={onChange}
      noValidate
    >
      {draft.restored && <Restored discard={draft.discard} />}
      <Faults value={faults}>
        <Fragment key={draft.round}>{children}</Fragment>
      </Faults>
      {error && <OtherFaults error={error} form={form.current} />}
      <CountOfFaults faults={faults} form={form.current} />
      {error && wasOutrun(error) && (
        <Suspense>
          <Meanwhile error={error} form={form.current} />
        </Suspense>
      )}
      <div className="end">
        {beside}
        <button
          type="submit"
          ref={button}
          className={isHarmful ? 'button main grave' : 'button main'}
          disabled={isPending || isBlocked}
        >
          {icon}
          {isPending ? say('請稍候…', 'One moment…') : send}
        </button>
      </div>
    </form>
  )
  if (!ask || !error || isPending || changedAfter === error) return whole
  return (
    <>
      {whole}
      {ask}
    </>
  )
}

/**
 * What is wrong with each field: what is missing before anything is sent, else what the service refused. Either leads to the first fault,
 * and what is missing goes as soon as it is there.
 */
const useFaults = (form: RefObject<HTMLFormElement | null>, error: Error | null) => {
  const say = useSay()
  const [missing, setMissing] = useState<Record<string, string[]>>()
  const [checks, setChecks] = useState(0)
  // Each press of the button leads to the first fault anew.
  useEffect(() => {
    if (form.current && (error || checks > 0)) goToFirstFault(form.current)
  }, [form, checks, error])
  const check = () => {
    const found = form.current ? faultsOf(form.current, say) : {}
    const isFine = Object.keys(found).length === 0
    setMissing(isFine ? undefined : found)
    if (!isFine) setChecks((count) => count + 1)
    return isFine
  }
  const recheck = () => {
    if (!missing || !form.current) return
    const still = faultsOf(form.current, say)
    const left = Object.entries(missing).filter(([name]) => still[name])
    if (left.length < Object.keys(missing).length) setMissing(left.length > 0 ? Object.fromEntries(left) : undefined)
  }
  const refused = error instanceof Refusal ? error.errors : {}
  return { faults: missing ?? refused, check, recheck }
}

/** At the button, which may be far below the fields. */
const CountOfFaults = ({ faults, form }: { faults: Record<string, string[]>; form: HTMLFormElement | null }) => {
  const say = useSay()
  const within = Object.entries(faults).filter(([field]) => form?.elements.namedItem(field))
  if (within.length === 0) return null
  // A tick has no place for its fault.
  const untold = within.filter(([field]) => !hasNote(form?.elements.namedItem(field))).map(([, [sentence]]) => sentence)
  return (
    <p className="told fault" role="alert">
      {say(
        `有 ${within.length} 個欄位要修正。`,
        `${plural(within.length, 'field needs', 'fields need')} a correction. `,
      )}
      {untold.join(' ')}
    </p>
  )
}

/** `Around` says below its field what is wrong with it. */
const hasNote = (control: Element | RadioNodeList | null | undefined) =>
  !(control instanceof HTMLInputElement && control.type === 'checkbox')

const Restored = ({ discard }: { discard: () => void }) => {
  const say = useSay()
  return (
    <p className="told small" role="status">
      {say('已放回您上次沒有送出的內容。', 'What you typed last time and did not send was restored.')}
      <button type="button" className="button plain" onClick={discard}>
        {say('清除', 'Discard it')}
      </button>
    </p>
  )
}

/** The refusals that are not shown at a field of the form. */
const OtherFaults = ({ error, form }: { error: Error; form: HTMLFormElement | null }) => {
  const say = useSay()
  const faults = error instanceof Refusal ? Object.entries(error.errors) : []
  const others = faults.filter(([field]) => !form?.elements.namedItem(field)).map(([, [sentence]]) => sentence)
  if (faults.length > 0 && others.length === 0) return null
  const unreachable = say(
    '無法連線，請稍後再試。尚未送出，您輸入的內容已保留。',
    'Cannot connect. This was not sent; what you typed is kept in the form.',
  )
  return (
    <p className="told fault" role="alert">
      {others.length > 0 ? others.join('\n') : sentenceOf(error, unreachable)}
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

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  label: string
  hint?: string
  /** What is typed, where the keyboard does not tell: numbers are amounts. */
  typed?: Typed
}

/** Its id is its name too, unless the page has two of that name. */
export const Field = ({ id, name, label, hint, typed, ...input }: FieldProps) => (
  <Around id={id} name={name} label={label} {...(hint && { hint })}>
    {(described) => <input className="input" data-typed={typed} {...described} {...input} />}
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
  onChange?: ChangeEventHandler<HTMLSelectElement>
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
