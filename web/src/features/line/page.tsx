import { useQuery } from '@tanstack/react-query'
import { getLineChannel } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Loading } from '../../ui/empty.tsx'
import { ChannelCard } from './channel-card.tsx'

/** The LINE account of the agency: its keys, its test, and whether it is used. */
export default function LinePage() {
  const say = useSay()
  const { data: channel } = useQuery({
    queryKey: ['line', 'channel'],
    queryFn: () => getLineChannel(guidon),
    // A test takes some seconds, and each of its steps is shown.
    refetchInterval: ({ state: { data } }) =>
      data?.trial?.step === 'asked' || data?.trial?.step === 'named' ? SOON_MS : false,
  })
  return (
    <div className="page">
      <header>
        <div>
          <h1>LINE</h1>
          <p className="soft small">
            {say(
              '填寫官方帳號的金鑰並測試成功，才能開啟；開啟後客戶與領隊可以用 LINE 接收通知，同仁在「訊息」回覆。',
              'Enter the keys of the official account and test them; then it can be switched on. Customers and leaders get notices on LINE, and colleagues answer under Messages.',
            )}
          </p>
        </div>
      </header>
      <AdminTabs />
      {channel ? <ChannelCard channel={channel} /> : <Loading />}
    </div>
  )
}
const SOON_MS = 1_500
