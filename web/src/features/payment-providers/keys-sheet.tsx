import { type PaymentProvider, type PaymentProviderChange, updatePaymentProvider } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentProviderWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { KeysForm } from '../../ui/connection/keys-form.tsx'
import { type Environment, KeysSheet } from '../../ui/connection/keys-sheet.tsx'

type Props = { provider: PaymentProvider; close: () => void }

/** The keys of a provider. */
export const ProviderKeys = ({ provider, close }: Props) => {
  const say = useSay()
  const name = say(...paymentProviderWords[provider.provider])
  return (
    <KeysSheet title={say(`${name}的金鑰`, `Keys of ${name}`)} environment={provider.environment} close={close}>
      {(environment) => <Keys key={environment} environment={environment} provider={provider} close={close} />}
    </KeysSheet>
  )
}

const Keys = ({ provider, environment, close }: Props & { environment: Environment }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: PaymentProviderChange, guidon) =>
      updatePaymentProvider(guidon, provider.provider, change, { version: provider.version }),
    says: ['已儲存', 'Saved'],
    changes: ['payment-providers'],
    close,
  })
  return (
    <KeysForm
      account={{
        id: 'merchant_id',
        label: say(...label.merchant_id),
        known: provider.keys.find((each) => each.environment === environment)?.merchant_id,
      }}
      secrets={[
        { id: 'hash_key', label: 'HashKey' },
        { id: 'hash_iv', label: 'HashIV' },
      ]}
      from={['在金流服務的後台複製。', 'Copy it from the pages of the provider.']}
      error={error}
      isPending={isPending}
      save={(keys) => mutate({ environment, ...keys })}
    />
  )
}
