import './sign-in.css'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type LoginInput, signInBrowser } from 'guidon-sdk'
import type { FormEvent } from 'react'
import { guidon, queryClient, sentenceOf } from '../kit/api.ts'
import { locale, useSay } from '../kit/words.ts'
import { Scene } from './sign-in-scene.tsx'

export default function SignIn() {
  const say = useSay()
  return (
    <main className="sign-in">
      <div className="scene">
        <Scene />
        <div className="brand">
          <img src="/desk/guidon.svg" alt="" />
          Guidon
        </div>
        <p>
          {say('每一團、每一位旅客、', 'Every departure, every traveler,')}
          <br />
          {say('每一個期限，都在這裡。', 'every deadline, in one place.')}
        </p>
      </div>
      <Form />
    </main>
  )
}

const Form = () => {
  const say = useSay()
  const router = useRouter()
  const { to = '' } = useSearch({ from: '/sign-in' })
  const signingIn = useMutation({
    mutationFn: (given: LoginInput) => signInBrowser(guidon, given),
    onSuccess: (user) => {
      queryClient.clear()
      queryClient.setQueryData(['me'], user)
      router.history.push(isOwnPage(to) ? to : '/desk')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    signingIn.mutate({ email: String(given.get('email')), password: String(given.get('password')) })
  }
  return (
    <form onSubmit={submit}>
      <h1>{say('登入', 'Sign in')}</h1>
      <Field id="email" type="email" label={say('電子郵件', 'Email')} autoComplete="username" />
      <Field id="password" type="password" label={say('密碼', 'Password')} autoComplete="current-password" />
      {signingIn.error && (
        <p className="fault" role="alert">
          {sentenceOf(
            signingIn.error,
            say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.'),
          )}
        </p>
      )}
      <button type="submit" className="button main" disabled={signingIn.isPending}>
        {signingIn.isPending ? say('登入中…', 'Signing in…') : say('登入', 'Sign in')}
      </button>
      <button
        type="button"
        className="button plain other-language"
        onClick={() => locale.set(locale.now() === 'en' ? 'zh-TW' : 'en')}
      >
        {say('English', '中文')}
      </button>
    </form>
  )
}

type FieldProps = { id: string; type: string; label: string; autoComplete: string }

const Field = ({ id, label, ...input }: FieldProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <input className="input" id={id} name={id} required {...input} />
  </div>
)

// An address of another site, or `//` in front of one, must not be opened with a fresh session.
const isOwnPage = (to: string) => /^\/desk(\/|\?|$)/.test(to)
