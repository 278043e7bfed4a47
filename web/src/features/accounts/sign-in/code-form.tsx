import { useMutation } from '@tanstack/react-query'
import { finishBrowserSignIn, type LoginUnfinished, type Me } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'

type Props = Pick<LoginUnfinished, 'challenge'> & { signedIn: (user: Me) => void; back: () => void }

/** The second step: a code of the authenticator app, or a recovery code. */
export const CodeForm = ({ challenge, signedIn, back }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (code: string) => finishBrowserSignIn(guidon, { challenge, code }),
    onSuccess: signedIn,
  })
  return (
    <>
      <h1>{say('再一個步驟', 'One more step')}</h1>
      <p className="soft">
        {say(
          '請輸入驗證器顯示的六位數字，或一組備用碼。',
          'Enter the six-digit code of your authenticator, or a recovery code.',
        )}
      </p>
      <Form
        send={say('登入', 'Sign in')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('code'))}
        beside={
          <button type="button" className="button plain" onClick={back}>
            {say('改用其他帳號', 'Use another account')}
          </button>
        }
      >
        <Field id="code" label={say('驗證碼', 'Code')} autoComplete="one-time-code" autoFocus required />
      </Form>
    </>
  )
}
