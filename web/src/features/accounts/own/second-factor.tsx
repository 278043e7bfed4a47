import { Link } from '@tanstack/react-router'
import { deleteMySecondFactor, renewMyRecoveryCodes } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { refresh } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/empty.tsx'
import { Field, Form, type Given } from '../../../ui/forms/form.tsx'
import { RecoveryCodes } from '../recovery-codes.tsx'
import { useMySecondFactor } from '../second-factor.ts'
import css from './page.module.css'

/** Shows whether a second factor is set up, with buttons for new recovery codes and for removing it. */
export const SecondFactor = () => {
  const say = useSay()
  const factor = useMySecondFactor()
  const [codes, setCodes] = useState<string[]>()
  const [asked, ask] = useState<'renew' | 'remove'>()
  const isOn = factor && factor.factors.length > 0
  return (
    <Card title={say('兩步驟驗證', 'Two-step verification')}>
      {!factor && <Loading />}
      <div className="within">
        {factor && !isOn && <Off />}
        {isOn && <On left={factor.recovery_codes_left} isRequired={factor.is_required} ask={ask} />}
        {isOn && asked === 'renew' && <Renew done={setCodes} close={() => ask(undefined)} />}
        {isOn && asked === 'remove' && <Remove close={() => ask(undefined)} />}
        {codes && <RecoveryCodes codes={codes} />}
      </div>
    </Card>
  )
}

const Off = () => {
  const say = useSay()
  return (
    <>
      <p className="soft">
        {say(
          '尚未啟用。啟用後，登入時除了密碼，再輸入手機上的六位數字。',
          'Off. Once it is on, you sign in with your password and a six-digit code from your phone.',
        )}
      </p>
      <p>
        <Link className="button main" to="/second-factor" search={{ to: '/desk/account' }}>
          {say('設定', 'Set up')}
        </Link>
      </p>
    </>
  )
}

type OnProps = { left: number; isRequired: boolean; ask: (for_: 'renew' | 'remove') => void }

const On = ({ left, isRequired, ask }: OnProps) => {
  const say = useSay()
  return (
    <>
      <p className={css.state}>
        <span className="badge turn-done">{say('已啟用', 'On')}</span>
        <span className={left < 3 ? 'late small' : 'soft small'}>
          {say(`還有 ${left} 組備用碼`, `${left} recovery codes left`)}
        </span>
      </p>
      {isRequired && <p className="soft small">{say('您的角色必須使用。', 'Your role requires it.')}</p>}
      <div className="ways">
        <button type="button" className="button" onClick={() => ask('renew')}>
          {say('重新產生備用碼', 'Generate new recovery codes')}
        </button>
        <button type="button" className="button" onClick={() => ask('remove')}>
          {say('移除或更換手機', 'Remove or change the phone')}
        </button>
      </div>
    </>
  )
}

const Renew = ({ done, close }: { done: (codes: string[]) => void; close: () => void }) => {
  const say = useSay()
  const sending = useWrite({
    send: (given: Given, guidon) => renewMyRecoveryCodes(guidon, bothFactors(given)),
    done: ({ recovery_codes }) => {
      done(recovery_codes)
      refresh('me')
      close()
    },
  })
  return <Prove send={say('重新產生備用碼', 'Generate new codes')} sending={sending} close={close} />
}

const Remove = ({ close }: { close: () => void }) => {
  const say = useSay()
  const sending = useWrite({
    send: (given: Given, guidon) => deleteMySecondFactor(guidon, bothFactors(given)),
    done: () => {
      refresh('me')
      close()
    },
  })
  return <Prove send={say('移除', 'Remove')} isHarmful sending={sending} close={close} />
}

const bothFactors = (given: Given) => ({ current_password: given('current_password'), code: given('code') })

type ProveProps = {
  send: string
  isHarmful?: boolean
  sending: { mutate: (given: Given) => void; error: Error | null; isPending: boolean }
  close: () => void
}

/** Requires both factors, so that a stolen session can do neither. */
const Prove = ({ send, isHarmful = false, sending: { mutate, error, isPending }, close }: ProveProps) => {
  const say = useSay()
  return (
    <Form
      send={send}
      isHarmful={isHarmful}
      error={error}
      isPending={isPending}
      submit={mutate}
      beside={
        <button type="button" className="button plain" onClick={close}>
          {say('返回', 'Back')}
        </button>
      }
    >
      <Field
        id="proof"
        name="current_password"
        type="password"
        label={say(...label.password)}
        autoComplete="current-password"
        autoFocus
        required
      />
      <Field id="code" label={say('驗證碼或備用碼', 'Code or recovery code')} autoComplete="one-time-code" required />
    </Form>
  )
}
