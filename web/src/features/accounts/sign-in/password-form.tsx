import { useMutation } from '@tanstack/react-query'
import { type LoginInput, type LoginUnfinished, type Me, signInBrowser } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import type { ReactNode } from 'react'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'

type Props = {
  signedIn: (user: Me) => void
  goOn: (unfinished: LoginUnfinished) => void
  /** The account whose session has ended. */
  email?: string
  /** Opens the form that requests a new password. */
  forgot?: () => void
  /** Shown above the form. */
  children: ReactNode
}

export const PasswordForm = ({ signedIn, goOn, email = '', forgot, children }: Props) => {
  const say = useSay()
  // The form may lie over a page that has fields with the same ids.
  const prefix = email && 'again-'
  const { mutate, error, isPending } = useMutation({
    mutationFn: (given: LoginInput) => signInBrowser(guidon, given),
    onSuccess: (answer) => ('challenge' in answer ? goOn(answer) : signedIn(answer)),
  })
  return (
    <>
      {children}
      <Form
        send={say('登入', 'Sign in')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ email: given('email'), password: given('password') })}
        beside={
          forgot && (
            <button type="button" className="button plain" onClick={forgot}>
              {say('忘記密碼？', 'Forgot password?')}
            </button>
          )
        }
      >
        <Field
          id={`${prefix}email`}
          name="email"
          type="email"
          label={say(...label.email)}
          autoComplete="username"
          defaultValue={email}
          required
        />
        <Field
          id={`${prefix}password`}
          name="password"
          type="password"
          label={say(...label.password)}
          autoComplete="current-password"
          required
          data-first
        />
      </Form>
    </>
  )
}
