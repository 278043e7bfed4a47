import { type PaymentProvider, type PaymentProviderChange, updatePaymentProvider } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentEnvironmentWords, paymentProviderWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

type Props = { provider: PaymentProvider; close: () => void }
type Environment = PaymentProvider['environment']

/** The keys of an environment, which is in use from then on. They are typed once and never shown again, not even from a draft. */
export const KeysSheet = ({ provider, close }: Props) => {
  const say = useSay()
  const [environment, setEnvironment] = useState<Environment>(provider.environment)
  const name = say(...paymentProviderWords[provider.provider])
  return (
    <Sheet title={say(`${name}的金鑰`, `Keys of ${name}`)} close={close}>
      <Choice
        id="environment"
        label={say('使用中的環境', 'Environment in use')}
        defaultValue={environment}
        onChange={({ currentTarget }) => setEnvironment(currentTarget.value === 'production' ? 'production' : 'test')}
        options={Object.entries(paymentEnvironmentWords).map(([each, words]) => [each, say(...words)] as const)}
      />
      <KeysForm key={environment} environment={environment} provider={provider} close={close} />
    </Sheet>
  )
}

const KeysForm = ({ provider, environment, close }: Props & { environment: Environment }) => {
  const say = useSay()
  const known = provider.keys.find((each) => each.environment === environment)
  const { mutate, error, isPending } = useWrite({
    send: (change: PaymentProviderChange, guidon) =>
      updatePaymentProvider(guidon, provider.provider, change, { version: provider.version }),
    says: ['已儲存', 'Saved'],
    changes: ['payment-providers'],
    close,
  })
  const hint = known
    ? say('已設定；不更換就留空。', 'It is set: leave it empty to keep it.')
    : say('在金流服務的後台複製。', 'Copy it from the pages of the provider.')
  const secret = { type: 'password', autoComplete: 'off', spellCheck: false, required: !known, hint } as const
  return (
    <Form
      hasNoDraft
      send={say('儲存', 'Save')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          environment,
          ...(given('merchant_id') && { merchant_id: given('merchant_id') }),
          ...(given('hash_key') && { hash_key: given('hash_key') }),
          ...(given('hash_iv') && { hash_iv: given('hash_iv') }),
        })
      }
    >
      <Field
        id="merchant_id"
        label={say(...label.merchant_id)}
        defaultValue={known?.merchant_id ?? ''}
        autoComplete="off"
        required
      />
      <Field id="hash_key" label="HashKey" {...secret} />
      <Field id="hash_iv" label="HashIV" {...secret} />
    </Form>
  )
}
