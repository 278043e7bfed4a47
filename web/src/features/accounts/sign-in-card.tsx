import { forgotPassword, type GetUser, updateUser } from 'guidon-sdk'
import { useState } from 'react'
import { useMe } from '../../kit/me.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** Whether the account may sign in, with buttons to mail a link for a new password, and to suspend it. */
export const SignIn = ({ user }: { user: GetUser }) => {
  const say = useSay()
  const isOwn = useMe().id === user.id
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title={say('登入', 'Signing in')}>
      <div className="within">
        <p className="soft small">
          {user.status === 'active'
            ? say('這個帳號可以登入。', 'This account may sign in.')
            : say('這個帳號已停用，無法登入。', 'This account is suspended; it cannot sign in.')}
        </p>
        <div className="ways">
          {user.status === 'suspended' && <Activate user={user} />}
          {user.status === 'active' && <MailLink user={user} />}
          {user.status === 'active' && !isOwn && (
            <button type="button" className="button" onClick={() => setAsking(true)}>
              {say('停用…', 'Suspend…')}
            </button>
          )}
        </div>
      </div>
      {isAsking && <SuspendSheet user={user} close={() => setAsking(false)} />}
    </Card>
  )
}

const MailLink = ({ user: { email } }: { user: GetUser }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => forgotPassword(guidon, { email }),
    says: () => ({ title: say('設定密碼的信已寄出', 'Password link sent'), body: email }),
    tellsRefusal: true,
  })
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
      {say('寄設定密碼的信', 'Send a password link')}
    </button>
  )
}

const Activate = ({ user: { id, version } }: { user: GetUser }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => updateUser(guidon, id, { status: 'active' }, { version }),
    tellsRefusal: true,
    changes: ['users'],
  })
  return (
    <button type="button" className="button main" disabled={isPending} onClick={() => mutate()}>
      {say('恢復使用', 'Activate')}
    </button>
  )
}

type SheetProps = { user: GetUser; close: () => void }

const SuspendSheet = ({ user, close }: SheetProps) => {
  const { id, version } = user
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => updateUser(guidon, id, { status: 'suspended' }, { version }),
    close,
    changes: ['users'],
  })
  return (
    <Sheet title={say(`停用 ${user.name}`, `Suspend ${nameOf(say, user)}`)} close={close}>
      <p>
        {say(
          '立即登出所有裝置，之後無法登入；資料與紀錄都保留，隨時可以恢復。手上的團、訂單與加購不會自動轉給別人。',
          'All devices are signed out at once, and the account can no longer sign in. All records are kept, and you can activate it again. Its trips, bookings and add-ons are not assigned to anybody else.',
        )}
      </p>
      <Form send={say('停用', 'Suspend')} isHarmful error={error} isPending={isPending} submit={() => mutate()}>
        {null}
      </Form>
    </Sheet>
  )
}
