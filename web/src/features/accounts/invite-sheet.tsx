import { useNavigate } from '@tanstack/react-router'
import { createUser, type UserInput } from 'guidon-sdk'
import { refresh } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { AccountFields, accountGiven } from './fields.tsx'

/** Makes an account; its person is invited by mail to choose a password. */
export const InviteSheet = ({ close }: { close: () => void }) => {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: (body: UserInput, guidon) => createUser(guidon, body),
    says: ({ email }) => ({ title: say('邀請信已寄出', 'The invitation is on its way'), body: email }),
    done: ({ id }) => {
      refresh('users')
      navigate({ to: '/accounts/$id', params: { id: String(id) } })
    },
  })
  return (
    <Sheet title={say('邀請', 'Invite')} close={close}>
      <p className="soft small">
        {say(
          '儲存後會寄出邀請信，對方開啟信中的連結自行設定密碼。',
          'An invitation is mailed; its link lets the person choose a password.',
        )}
      </p>
      <Form
        send={say('寄出邀請', 'Send the invitation')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(accountGiven(given))}
      >
        <AccountFields />
      </Form>
    </Sheet>
  )
}
