import { useNavigate } from '@tanstack/react-router'
import { createUser, type UserInput } from 'guidon-sdk'
import { refresh } from '../../kit/api.ts'
import { useHouse } from '../../kit/house.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { AccountFields, accountGiven } from './fields.tsx'

/** Creates an account; its owner is invited by mail to choose a password. */
export const InviteSheet = ({ close }: { close: () => void }) => {
  const say = useSay()
  const navigate = useNavigate()
  const isMute = useHouse()?.sends_mail === false
  const { mutate, error, isPending } = useWrite({
    send: (body: UserInput, guidon) => createUser(guidon, body),
    says: ({ email }) =>
      isMute
        ? {
            title: say('帳號已建立，但邀請信寄不出去', 'The account was created, but the invitation could not be sent'),
            body: email,
          }
        : { title: say('邀請信已寄出', 'Invitation sent'), body: email },
    done: ({ id }) => {
      refresh('users')
      navigate({ to: '/accounts/$id', params: { id: String(id) } })
    },
  })
  return (
    <Sheet title={say('邀請', 'Invite')} close={close}>
      <p className="soft small">
        {isMute
          ? say(
              '系統尚未設定郵件伺服器，沒有人會收到邀請信；設定之後，請對方以「忘記密碼」設定密碼。',
              'No mail server is configured, so the invitation cannot be sent. Once it is, the person can set a password with “Forgot password”.',
            )
          : say(
              '儲存後會寄出邀請信，對方開啟信中的連結自行設定密碼。',
              'An invitation is sent by mail; its link lets the person set a password.',
            )}
      </p>
      <Form
        send={isMute ? say('建立帳號', 'Create the account') : say('寄出邀請', 'Send the invitation')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(accountGiven(given))}
      >
        <AccountFields />
      </Form>
    </Sheet>
  )
}
