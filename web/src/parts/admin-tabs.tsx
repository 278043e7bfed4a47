import { Link } from '@tanstack/react-router'
import { useMe } from '../kit/me.ts'
import { isAdmin } from '../kit/roles.ts'
import { useSay, type Words } from '../kit/words.ts'

const tabs: readonly { to: '/accounts' | '/house' | '/webhooks' | '/audit'; words: Words; isFor: typeof isAdmin }[] = [
  { to: '/accounts', words: ['帳號', 'Accounts'], isFor: isAdmin },
  { to: '/house', words: ['公司資料', 'The agency'], isFor: isAdmin },
  { to: '/webhooks', words: ['Webhook', 'Webhooks'], isFor: isAdmin },
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
