import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { beginMySecondFactor, confirmMySecondFactor, type MySecondFactor } from 'guidon-sdk'
import { useState } from 'react'
import { guidon, queryClient } from '../../../kit/api.ts'
import { signOut } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { RecoveryCodes } from '../recovery-codes.tsx'
import { useMySecondFactor } from '../second-factor.ts'
import { Frame } from './frame.tsx'
import { ownPage } from './own-page.ts'
import css from './page.module.css'

/** Sets up the second factor: an explanation, the code to scan, a first code to verify it, and the recovery codes. */
export default function SecondFactor() {
  const [begun, setBegun] = useState<MySecondFactor>()
  const [codes, setCodes] = useState<string[]>()
  const goOn = useGoOn()
  return (
    <Frame>
      {codes && <Done codes={codes} goOn={goOn} />}
      {!codes && begun && <Scan begun={begun} confirmed={setCodes} />}
      {!begun && <Begin begin={setBegun} later={goOn} />}
    </Frame>
  )
}

const useGoOn = () => {
  const router = useRouter()
  const { to } = useSearch({ from: '/second-factor' })
  return () => {
    queryClient.invalidateQueries()
    router.history.push(ownPage(to))
  }
}

const Begin = ({ begin, later }: { begin: (begun: MySecondFactor) => void; later: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => beginMySecondFactor(guidon),
    onSuccess: begin,
  })
  return (
    <>
      <h1>{say('兩步驟驗證', 'Two-step verification')}</h1>
      <p className="soft">
        {say(
          '登入時除了密碼，再輸入手機驗證器上的六位數字：密碼外洩，別人也進不來。請先在手機安裝任何一種驗證器（例如 Google Authenticator、Microsoft Authenticator、1Password）。',
          'You sign in with your password and a six-digit code from your phone, so that a stolen password alone is useless. First install any authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.',
        )}
      </p>
      <Form
        send={say('開始設定', 'Set up')}
        error={error}
        isPending={isPending}
        submit={() => mutate()}
        beside={<Later later={later} />}
      >
        {null}
      </Form>
    </>
  )
}

/** If the role requires a second factor, the only alternative is to sign out. */
const Later = ({ later }: { later: () => void }) => {
  const say = useSay()
  const isRequired = useMySecondFactor()?.is_required
  return (
    <button type="button" className="button plain" onClick={isRequired ? signOut : later}>
      {isRequired ? say('登出', 'Sign out') : say('稍後再說', 'Later')}
    </button>
  )
}

const Scan = ({ begun, confirmed }: { begun: MySecondFactor; confirmed: (codes: string[]) => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (code: string) => confirmMySecondFactor(guidon, { code }),
    onSuccess: ({ recovery_codes }) => confirmed(recovery_codes),
  })
  return (
    <>
      <h1>{say('用驗證器掃描', 'Scan with your authenticator app')}</h1>
      <QrCode text={begun.otpauth_uri} label={say('驗證器的 QR 碼', 'QR code for the authenticator')} />
      <p className="soft small">
        {say('無法掃描？在驗證器輸入這組金鑰：', 'Cannot scan? Type this key into the app:')}
        <br />
        <code className={css.secret}>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form
        send={say('確認', 'Confirm')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('code').replaceAll(' ', ''))}
      >
        <Field
          id="code"
          label={say('驗證器現在顯示的六位數字', 'The six-digit code that the app shows now')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
        />
      </Form>
    </>
  )
}

const Done = ({ codes, goOn }: { codes: string[]; goOn: () => void }) => {
  const say = useSay()
  return (
    <>
      <h1>{say('設定完成', 'Setup complete')}</h1>
      <RecoveryCodes codes={codes} />
      <button type="button" className="button main" onClick={goOn}>
        {say('我已存好，繼續', 'I have saved them, continue')}
      </button>
    </>
  )
}
