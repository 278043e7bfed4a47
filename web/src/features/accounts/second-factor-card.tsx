import { useQuery } from '@tanstack/react-query'
import { type GetUser, getUserSecondFactor, resetUserSecondFactor } from 'guidon-sdk'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** The second factor of an account, which can be removed if its owner has lost the phone. */
export const SecondFactor = ({ user }: { user: GetUser }) => {
  const say = useSay()
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery({
    queryKey: ['users', user.id, 'second-factor'],
    queryFn: () => getUserSecondFactor(guidon, user.id),
  })
  const [factor] = data?.factors ?? []
  return (
    <Card title={say('兩步驟驗證', 'Two-step verification')}>
      {!data && <Loading />}
      {data && (
        <div className="within">
          <Facts
            facts={[
              [
                say('這個角色', 'This role'),
                data.is_required ? say('必須啟用', 'Required') : say('可以啟用', 'Optional'),
              ],
              [say('狀態', 'State'), factor ? say('已啟用', 'On') : say('未啟用', 'Off')],
              [say('啟用於', 'On since'), factor && dayWithYear(factor.confirmed_at)],
              [
                say('備用碼', 'Recovery codes'),
                factor && say(`還有 ${data.recovery_codes_left} 組`, `${data.recovery_codes_left} left`),
              ],
            ]}
          />
          {factor && (
            <div className="ways">
              <button type="button" className="button" onClick={() => setAsking(true)}>
                {say('重設…', 'Reset…')}
              </button>
            </div>
          )}
        </div>
      )}
      {isAsking && <ResetSheet user={user} close={() => setAsking(false)} />}
    </Card>
  )
}

const ResetSheet = ({ user: { id, name }, close }: { user: GetUser; close: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => resetUserSecondFactor(guidon, id),
    close,
    changes: ['users'],
  })
  return (
    <Sheet title={say('重設兩步驟驗證', 'Reset two-step verification')} close={close}>
      <p>
        {say(
          `手機遺失時使用。請先當面或以電話確認是 ${name} 本人；重設後，驗證器與備用碼都失效，本人會收到通知。`,
          `For a lost phone. First make sure, in person or by phone, that the request comes from ${name}. The authenticator and the recovery codes stop working, and ${name} is notified.`,
        )}
      </p>
      <Form send={say('重設', 'Reset')} isHarmful error={error} isPending={isPending} submit={() => mutate()}>
        {null}
      </Form>
    </Sheet>
  )
}
