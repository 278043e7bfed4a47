import type { FormEvent, InputHTMLAttributes, ReactNode } from 'react'
import { sentenceOf } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'

type FormProps = {
  title: string
  error: Error | null
  isPending: boolean
  submit: (field: (name: string) => string) => void
  children: ReactNode
}

/** A form of the sign-in: its fields, what was refused, and its button. */
export const Form = ({ title, error, isPending, submit, children }: FormProps) => {
  const say = useSay()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    submit((name) => String(given.get(name)))
  }
  return (
    <form onSubmit={onSubmit}>
      <h1>{title}</h1>
      {children}
      {error && (
        <p className="fault" role="alert">
          {sentenceOf(error, say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.'))}
        </p>
      )}
      <button type="submit" className="button main" disabled={isPending}>
        {isPending ? say('登入中…', 'Signing in…') : say('登入', 'Sign in')}
      </button>
    </form>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { id: string; label: string }

export const Field = ({ id, label, ...input }: FieldProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <input className="input" id={id} name={id} required {...input} />
  </div>
)
