import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getWebhook, type Webhook } from 'guidon-sdk'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, dayWithYear } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { WebhookBadge } from './badge.tsx'
import { Deliveries } from './deliveries.tsx'
import { EditSheet } from './edit-sheets.tsx'
import css from './page.module.css'
import { Ways } from './ways.tsx'

/** One webhook: its events, its deliveries, and its secret. */
export default function OneWebhook() {
  const id = Number(useParams({ from: '/signed-in/webhooks/$id' }).id)
  const filter = useSearch({ from: '/signed-in/webhooks/$id' })
  const { data: webhook } = useQuery({ queryKey: ['webhooks', id], queryFn: () => getWebhook(guidon, id) })
  if (!webhook) return <Loading />
  return (
    <div className="page">
      <Heading webhook={webhook} />
      <div className="halves">
        <Deliveries id={id} filter={filter} />
        <div className="column">
          <Ways webhook={webhook} />
          <FactsCard webhook={webhook} />
        </div>
      </div>
    </div>
  )
}

const Heading = ({ webhook }: { webhook: Webhook }) => {
  const say = useSay()
  return (
    <header className="heading">
      <BackLink to="/webhooks">{say('所有 Webhook', 'All webhooks')}</BackLink>
      <div className="line">
        <h1>{webhook.name}</h1>
        <WebhookBadge webhook={webhook} />
      </div>
      <p className={`soft ${css.url}`}>{webhook.url}</p>
    </header>
  )
}

const FactsCard = ({ webhook }: { webhook: Webhook }) => {
  const say = useSay()
  const [isEditing, setEditing] = useState(false)
  const { events, notes, disabled_at, secrets, created_at } = webhook
  return (
    <Card
      title={say('資料', 'Details')}
      aside={
        <button type="button" className="button more" onClick={() => setEditing(true)}>
          {say('修改…', 'Change…')}
        </button>
      }
    >
      <div className="within">
        <Facts
          facts={[
            [say('事件', 'Events'), events.length === 0 ? say('全部', 'All') : events.join(', ')],
            [say('停用於', 'Disabled since'), disabled_at && dayAndTime(disabled_at)],
            [
              say('金鑰', 'Secrets'),
              secrets.map(({ created_at: made, expires_at }) => secretWords(say, made, expires_at)).join('；'),
            ],
            [say('備註', 'Notes'), notes],
            [say('建立', 'Created'), dayWithYear(created_at)],
          ]}
        />
      </div>
      {isEditing && <EditSheet webhook={webhook} close={() => setEditing(false)} />}
    </Card>
  )
}

const secretWords = (say: ReturnType<typeof useSay>, made: string, expires: string | null) =>
  expires
    ? say(`${dayWithYear(made)}（${dayAndTime(expires)} 到期）`, `${dayWithYear(made)} (until ${dayAndTime(expires)})`)
    : dayWithYear(made)
