import { type ReceiptPlatform, type ReceiptPlatformChange, updateReceiptPlatform } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { KeysForm } from '../../ui/connection/keys-form.tsx'
import { type Environment, KeysSheet } from '../../ui/connection/keys-sheet.tsx'
import { Field } from '../../ui/forms/form.tsx'

type Props = { platform: ReceiptPlatform; close: () => void }

/** The keys of the platform, and the address for receipts of buyers who have none. */
export const PlatformKeys = ({ platform, close }: Props) => {
  const say = useSay()
  return (
    <KeysSheet title={say('收據平台的金鑰', 'Keys of the platform')} environment={platform.environment} close={close}>
      {(environment) => <Keys key={environment} environment={environment} platform={platform} close={close} />}
    </KeysSheet>
  )
}

const Keys = ({ platform, environment, close }: Props & { environment: Environment }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: ReceiptPlatformChange, guidon) =>
      updateReceiptPlatform(guidon, change, { version: platform.version }),
    says: ['已儲存', 'Saved'],
    changes: ['receipt-platform'],
    close,
  })
  return (
    <KeysForm
      account={{
        id: 'merchant_ubn',
        label: say(...label.merchant_ubn),
        known: platform.keys.find((each) => each.environment === environment)?.merchant_ubn,
        inputMode: 'numeric',
      }}
      secrets={[
        { id: 'hash_key', label: 'HashKey' },
        { id: 'hash_iv', label: 'HashIV' },
      ]}
      from={[
        '在平台後台「基本資料」的 API 串接設定複製。',
        'Copy it from the basic data of the account at the platform, where its API is set up.',
      ]}
      error={error}
      isPending={isPending}
      save={(keys, given) => mutate({ environment, fallback_email: given('fallback_email') || null, ...keys })}
    >
      <Field
        id="fallback_email"
        label={say(...label.fallback_email)}
        type="email"
        defaultValue={platform.fallback_email ?? ''}
        hint={say('平台開立收據時一定要有信箱。', 'The platform issues no receipt without an address.')}
      />
    </KeysForm>
  )
}
