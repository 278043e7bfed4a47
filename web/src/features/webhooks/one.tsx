import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getWebhook, type Webhook } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, dayWithYear } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useWebhookActs } from './acts.tsx'
import { WebhookBadge } from './badge.tsx'
import { Deliveries } from './deliveries.tsx'
import { EditSheet } from './edit-sheets.tsx'
import css from './page.module.css'

/** One webhook: its events, its deliveries, and its secret. */
export default function OneWebhook() {
  const id = Number(useParams({ from: '/signed-in/webhooks/$id' }).id)
  const filter = useSearch({ from: '/signed-in/webhooks/$id' })
  const { data: webhook } = useQuery({ queryKey: ['webhooks', id], queryFn: () => getWebhook(guidon, id) })
  if (!webhook) return <Loading />
  return (
    <div className="page">
      <WebhookHeading webhook={webhook} />
      <div className="halves">
        <Deliveries id={id} filter={filter} />
        <FactsCard webhook={webhook} />
      </div>
    </div>
  )
}

const WebhookHeading = ({ webhook }: { webhook: Webhook }) => {
  const say = useSay()
  return (
    <Heading
      back={<BackLink to="/webhooks">{say('所有 Webhook', 'All webhooks')}</BackLink>}
      title={webhook.name}
      badge={<WebhookBadge webhook={webhook} />}
      facts={<span className={css.url}>{webhook.url}</span>}
      main={<Edit>{(close) => <EditSheet webhook={webhook} close={close} />}</Edit>}
      more={useWebhookActs(webhook)}
    />
  )
}

const FactsCard = ({ webhook }: { webhook: Webhook }) => {
  const say = useSay()
  const { events, notes, disabled_at, secrets, created_at } = webhook
  return (
    <Card title={say('資料', 'Details')}>
      <div className="within">
        <Facts
          facts={[
            [say(...label.events), events.length === 0 ? say('全部', 'All') : events.join(', ')],
            [say(...label.disabled_at), disabled_at && dayAndTime(disabled_at)],
            [
              say('金鑰', 'Secrets'),
              secrets.map(({ created_at: made, expires_at }) => secretWords(say, made, expires_at)).join('；'),
            ],
            [say(...label.notes), notes],
            [say(...label.created_at), dayWithYear(created_at)],
          ]}
        />
      </div>
    </Card>
  )
}

const secretWords = (say: ReturnType<typeof useSay>, made: string, expires: string | null) =>
  expires
    ? say(`${dayWithYear(made)}（${dayAndTime(expires)} 到期）`, `${dayWithYear(made)} (until ${dayAndTime(expires)})`)
    : dayWithYear(made)
