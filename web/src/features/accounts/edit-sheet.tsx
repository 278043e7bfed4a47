import { type GetUser, type UserChange, updateUser } from 'guidon-sdk'
import { nameOf, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { AccountFields, accountGiven } from './fields.tsx'

export const EditSheet = ({ user, close }: { user: GetUser; close: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: UserChange, guidon) => updateUser(guidon, user.id, change, { version: user.version }),
    close,
    says: ['已儲存', 'Saved'],
    changes: ['users', 'me'],
  })
  return (
    <Sheet title={say(`修改 ${user.name}`, `Change ${nameOf(say, user)}`)} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(accountGiven(given))}
      >
        <AccountFields user={user} />
      </Form>
    </Sheet>
  )
}
