import { type MyPasswordChange, updateMyPassword } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { terms } from 'guidon-sdk/words'
import { useState } from 'react'
import { refresh } from '../../../kit/api.ts'
import { useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Field, Form } from '../../../ui/forms/form.tsx'

export const Password = () => {
  const say = useSay()
  const { email } = useMe()
  const [times, setTimes] = useState(0)
  const { mutate, error, isPending } = useWrite({
    send: (change: MyPasswordChange, guidon) => updateMyPassword(guidon, change),
    done: () => {
      setTimes(times + 1)
      refresh('sessions')
    },
    says: ['密碼已更換；其他裝置已登出', 'Password changed; other devices are signed out'],
  })
  return (
    <Card title={say('密碼', 'Password')}>
      <div className="within" key={times}>
        <Form
          send={say('更換密碼', 'Change the password')}
          error={error}
          isPending={isPending}
          submit={(given) => mutate({ current_password: given('current_password'), password: given('password') })}
        >
          {/* Tells a password manager which account the password belongs to. */}
          <input
            className="unseen"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
          <Field
            id="current_password"
            type="password"
            label={say(...label.current_password)}
            autoComplete="current-password"
            required
          />
          <Field
            id="password"
            type="password"
            label={say('新密碼', 'New password')}
            hint={say(
              `至少 ${terms.password.words[0]}；用一句話當密碼，比奇怪的符號好記，也更安全。`,
              `At least ${terms.password.words[1]}; a sentence is easier to remember, and safer.`,
            )}
            autoComplete="new-password"
            minLength={terms.password.count}
            required
          />
        </Form>
      </div>
    </Card>
  )
}
