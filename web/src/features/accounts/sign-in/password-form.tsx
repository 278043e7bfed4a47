import { useMutation } from '@tanstack/react-query'
import { type GetUser, type LoginInput, type LoginUnfinished, signInBrowser } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'

type Props = { hasEnded: boolean; signedIn: (user: GetUser) => void; goOn: (unfinished: LoginUnfinished) => void }

export const PasswordForm = ({ hasEnded, signedIn, goOn }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (given: LoginInput) => signInBrowser(guidon, given),
    onSuccess: (answer) => ('challenge' in answer ? goOn(answer) : signedIn(answer)),
  })
  return (
    <>
      <h1>{say('登入', 'Sign in')}</h1>
      {hasEnded && (
        <p role="status">
          <b>{say('登入已結束', 'Your session has ended')}</b>
          {say('，請重新登入；您輸入的內容都在。', '. Please sign in again; what you typed is kept.')}
        </p>
      )}
      <Form
        send={say('登入', 'Sign in')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ email: given('email'), password: given('password') })}
      >
        <Field id="email" type="email" label={say('電子郵件', 'Email')} autoComplete="username" required />
        <Field id="password" type="password" label={say('密碼', 'Password')} autoComplete="current-password" required />
      </Form>
    </>
  )
}
