import { type MeChange, updateMe } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { queryClient } from '../../../kit/api.ts'
import { noteSignIn, useMe } from '../../../kit/me.ts'
import { hasWork } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Choice, Field, Form } from '../../../ui/forms/form.tsx'

/** The reader's name and contact data, and the language of notices and mails. */
export const Profile = () => {
  const say = useSay()
  const me = useMe()
  const { mutate, error, isPending } = useWrite({
    send: (change: MeChange, guidon) => updateMe(guidon, change, { version: me.version }),
    done: (user) => {
      noteSignIn(user)
      queryClient.invalidateQueries()
    },
    says: ['已儲存', 'Saved'],
  })
  return (
    <Card title={say('基本資料', 'Profile')}>
      <div className="within">
        <Form
          send={say('儲存', 'Save')}
          error={error}
          isPending={isPending}
          submit={(given) =>
            mutate({
              name: given('name'),
              name_en: given('name_en') || null,
              phone: given('phone') || null,
              line_id: given('line_id') || null,
              locale: given('locale') === 'en' ? 'en' : 'zh-TW',
              ...(hasWork(me) && { morning_mail: given('morning_mail') === 'yes' }),
            })
          }
        >
          <Field id="name" label={say('姓名', 'Name')} defaultValue={me.name} autoComplete="name" required />
          <Field id="name_en" label={say('英文姓名', 'Name in English')} defaultValue={me.name_en ?? ''} />
          <Field id="phone" type="tel" label={say(...label.phone)} defaultValue={me.phone ?? ''} autoComplete="tel" />
          <Field id="line_id" label="LINE ID" defaultValue={me.line_id ?? ''} />
          <Choice
            id="locale"
            label={say(...label.locale)}
            hint={say('信件與通知也用這個語言。', 'Mails and notifications use this language too.')}
            defaultValue={me.locale}
            options={[
              ['zh-TW', '中文（台灣）'],
              ['en', 'English'],
            ]}
          />
          {hasWork(me) && (
            <label className="choice">
              <input type="checkbox" name="morning_mail" value="yes" defaultChecked={me.morning_mail} />
              {say('週一到週五 08:30 寄給我今天的待辦事項', 'Mail me my open work at 08:30 on weekdays')}
            </label>
          )}
        </Form>
      </div>
    </Card>
  )
}
