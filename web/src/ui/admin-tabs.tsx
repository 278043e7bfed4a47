import { Link } from '@tanstack/react-router'
import { useMe } from '../kit/me.ts'
import { isAdmin } from '../kit/roles.ts'
import { useSay, type Words } from '../kit/words.ts'

type Tab = {
  to:
    | '/accounts'
    | '/house'
    | '/site'
    | '/payment-providers'
    | '/receipt-platform'
    | '/line'
    | '/webhooks'
    | '/mails'
    | '/jobs'
    | '/health'
    | '/audit'
    | '/upkeep/import'
  words: Words
  isFor: typeof isAdmin
}
const tabs: readonly Tab[] = [
  { to: '/accounts', words: ['帳號', 'Accounts'], isFor: isAdmin },
  { to: '/house', words: ['公司資料', 'The agency'], isFor: isAdmin },
  { to: '/site', words: ['公開網站', 'Public site'], isFor: isAdmin },
  { to: '/payment-providers', words: ['線上付款', 'Online payments'], isFor: isAdmin },
  { to: '/receipt-platform', words: ['電子收據', 'Electronic receipts'], isFor: isAdmin },
  { to: '/line', words: ['LINE', 'LINE'], isFor: isAdmin },
  { to: '/upkeep/import', words: ['匯入', 'Import'], isFor: isAdmin },
  { to: '/webhooks', words: ['Webhook', 'Webhooks'], isFor: isAdmin },
  { to: '/mails', words: ['信件', 'Mails'], isFor: isAdmin },
  { to: '/jobs', words: ['背景工作', 'Jobs'], isFor: isAdmin },
  { to: '/health', words: ['系統狀態', 'Health'], isFor: isAdmin },
  { to: '/audit', words: ['異動紀錄', 'Audit'], isFor: isAdmin },
]

/** The pages of administration, beside each other. */
export const AdminTabs = () => {
  const say = useSay()
  const me = useMe()
  return (
    <nav className="tabs" aria-label={say('管理', 'Administration')}>
      {tabs.map(
        ({ to, words, isFor }) =>
          isFor(me) && (
            <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
              {say(...words)}
            </Link>
          ),
      )}
    </nav>
  )
}
