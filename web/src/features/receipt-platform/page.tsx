import { useQuery } from '@tanstack/react-query'
import { getReceiptPlatform } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Loading } from '../../ui/empty.tsx'
import { PlatformCard } from './platform-card.tsx'

/** The platform of electronic receipts: its keys, the test receipt, and whether receipts are issued there. */
export default function ReceiptPlatformPage() {
  const say = useSay()
  const { data: platform } = useQuery({
    queryKey: ['receipt-platform'],
    queryFn: () => getReceiptPlatform(guidon),
    // A test receipt takes some seconds, and each of its steps is shown.
    refetchInterval: ({ state: { data } }) =>
      data?.trial?.step === 'asked' || data?.trial?.step === 'issued' ? SOON_MS : false,
  })
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('電子收據', 'Electronic receipts')}</h1>
          <p className="soft small">
            {say(
              '填寫平台的金鑰，並在測試環境開立並作廢過一張收據，才能開啟。',
              'Enter the keys of the platform, and issue and void one receipt in its test environment; then it can be switched on.',
            )}
          </p>
        </div>
      </header>
      <AdminTabs />
      {platform ? <PlatformCard platform={platform} /> : <Loading />}
    </div>
  )
}
const SOON_MS = 1_500
