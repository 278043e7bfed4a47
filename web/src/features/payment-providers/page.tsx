import { useQuery } from '@tanstack/react-query'
import { listPaymentProviders } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Loading } from '../../ui/empty.tsx'
import { ProviderCard } from './provider-card.tsx'

/** The providers through which customers can pay by card: their keys, the test payment, and whether they are on. */
export default function PaymentProviders() {
  const say = useSay()
  const { data: providers } = useQuery({
    queryKey: ['payment-providers'],
    queryFn: () => listPaymentProviders(guidon),
    // The notice of a test payment comes while one is on the page of the provider.
    refetchOnWindowFocus: 'always',
  })
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('線上付款', 'Online payments')}</h1>
          <p className="soft small">
            {say(
              '填寫金流服務的金鑰，並在測試環境付過一筆，才能開放。',
              'Enter the keys of a provider and pay once in its test environment; then it can be switched on.',
            )}
          </p>
        </div>
      </header>
      <AdminTabs />
      {!providers && <Loading />}
      <div className="halves even">
        {providers?.map((provider) => (
          <ProviderCard key={provider.provider} provider={provider} />
        ))}
      </div>
    </div>
  )
}
