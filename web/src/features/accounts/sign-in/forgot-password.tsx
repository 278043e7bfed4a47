import { useMutation } from '@tanstack/react-query'
import { forgotPassword } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'

/**
 * Mails the link that sets a new password. The answer is the same for every address, so that it does not reveal who has an account.
 */
export const ForgotPassword = ({ back }: { back: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending, variables, isSuccess } = useMutation({
    mutationFn: (email: string) => forgotPassword(guidon, { email }),
  })
  const leave = (
    <button type="button" className="button plain" onClick={back}>
      {say('回到登入', 'Back to sign in')}
    </button>
  )
  if (isSuccess)
    return (
      <>
        <h1>{say('請查看您的信箱', 'Check your mailbox')}</h1>
        <p role="status">
          {say(
            `如果 ${variables} 有帳號，設定新密碼的連結幾分鐘內會寄到。沒收到時，請查看垃圾郵件匣，或請系統管理員協助。`,
            `If ${variables} has an account, a link to set a new password arrives within minutes. If it does not, check the spam folder or ask your administrator.`,
          )}
        </p>
        {leave}
      </>
    )
  return (
    <>
      <h1>{say('忘記密碼', 'Forgot password')}</h1>
      <p className="soft">
        {say('我們會寄一個設定新密碼的連結給您。', 'We will mail you a link to set a new password.')}
      </p>
      <Form
        send={say('寄出連結', 'Send the link')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('email'))}
        beside={leave}
      >
        <Field id="email" type="email" label={say(...label.email)} autoComplete="username" required />
      </Form>
    </>
  )
}
