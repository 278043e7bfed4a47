import { type ReceiptPlatform, type ReceiptPlatformChange, updateReceiptPlatform } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentEnvironmentWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

type Props = { platform: ReceiptPlatform; close: () => void }
type Environment = ReceiptPlatform['environment']

/** The keys of an environment, which is in use from then on. They are typed once and never shown again, not even from a draft. */
export const KeysSheet = ({ platform, close }: Props) => {
  const say = useSay()
  const [environment, setEnvironment] = useState<Environment>(platform.environment)
  return (
    <Sheet title={say('收據平台的金鑰', 'Keys of the platform')} close={close}>
      <Choice
        id="environment"
        label={say('使用中的環境', 'Environment in use')}
        defaultValue={environment}
        onChange={({ currentTarget }) => setEnvironment(currentTarget.value === 'production' ? 'production' : 'test')}
        options={Object.entries(paymentEnvironmentWords).map(([each, words]) => [each, say(...words)] as const)}
      />
      <KeysForm key={environment} environment={environment} platform={platform} close={close} />
    </Sheet>
  )
}

const KeysForm = ({ platform, environment, close }: Props & { environment: Environment }) => {
  const say = useSay()
  const known = platform.keys.find((each) => each.environment === environment)
  const { mutate, error, isPending } = useWrite({
    send: (change: ReceiptPlatformChange, guidon) =>
      updateReceiptPlatform(guidon, change, { version: platform.version }),
    says: ['已儲存', 'Saved'],
    changes: ['receipt-platform'],
    close,
  })
  const hint = known
    ? say('已設定；不更換就留空。', 'It is set: leave it empty to keep it.')
    : say(
        '在平台後台「基本資料」的 API 串接設定複製。',
        'Copy it from the basic data of the account at the platform, where its API is set up.',
      )
  const key = { type: 'password', autoComplete: 'off', spellCheck: false, required: !known, hint } as const
  return (
    <Form
      hasNoDraft
      send={say('儲存', 'Save')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          environment,
          fallback_email: given('fallback_email') || null,
          ...(given('merchant_ubn') && { merchant_ubn: given('merchant_ubn') }),
          ...(given('hash_key') && { hash_key: given('hash_key') }),
          ...(given('hash_iv') && { hash_iv: given('hash_iv') }),
        })
      }
    >
      <Field
        id="merchant_ubn"
        label={say(...label.merchant_ubn)}
        defaultValue={known?.merchant_ubn ?? ''}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <Field id="hash_key" label="HashKey" {...key} />
      <Field id="hash_iv" label="HashIV" {...key} />
      <Field
        id="fallback_email"
        label={say(...label.fallback_email)}
        type="email"
        defaultValue={platform.fallback_email ?? ''}
        hint={say('平台開立收據時一定要有信箱。', 'The platform issues no receipt without an address.')}
      />
    </Form>
  )
}
