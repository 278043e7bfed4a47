import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listWebhooks, type Webhook } from 'guidon-sdk'
import { useState } from 'react'
import Send from '~icons/lucide/send'
import { guidon } from '../../kit/api.ts'
import { plural, useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { WebhookBadge } from './badge.tsx'
import { NewSheet } from './edit-sheets.tsx'
import css from './page.module.css'

/** The webhooks: other systems that are notified of changes. */
export default function Webhooks() {
  const say = useSay()
  const [isAdding, setAdding] = useState(false)
  const { data: page } = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => listWebhooks(guidon, { per_page: 100 }),
  })
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('Webhook', 'Webhooks')}</h1>
          <p className="soft small">{say('把這裡發生的事送到其他系統。', 'Sends events to other systems.')}</p>
        </div>
        <div className="right">
          <button type="button" className="button main" onClick={() => setAdding(true)}>
            {say('新增…', 'Add…')}
          </button>
        </div>
      </header>
      <AdminTabs />
      <section className="card" aria-label={say('Webhook 清單', 'List of webhooks')}>
        {!page && <Loading />}
        {page?.data.length === 0 && (
          <Empty
            icon={Send}
            act={
              <button type="button" className="button" onClick={() => setAdding(true)}>
                {say('新增…', 'Add…')}
              </button>
            }
          >
            {say('還沒有 Webhook', 'No webhooks yet')}
          </Empty>
        )}
        <ul className={css.webhooks}>
          {page?.data.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      </section>
      {isAdding && <NewSheet close={() => setAdding(false)} />}
    </div>
  )
}

const Row = ({ webhook }: { webhook: Webhook }) => {
  const say = useSay()
  const { id, name, url, events } = webhook
  return (
    <li>
      <Link className="row-link" to="/webhooks/$id" params={{ id: String(id) }}>
        {name}
      </Link>
      <WebhookBadge webhook={webhook} />
      <span className="small soft">
        {events.length === 0
          ? say('所有事件', 'All events')
          : say(`${events.length} 種事件`, plural(events.length, 'event'))}
      </span>
      <span className={`small soft ${css.url}`}>{url}</span>
    </li>
  )
}
