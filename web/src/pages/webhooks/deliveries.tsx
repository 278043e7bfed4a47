import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { getWebhookDelivery, listWebhookDeliveries, replayWebhookDelivery, type WebhookDelivery } from 'guidon-sdk'
import { useState } from 'react'
import type { DeliveryFilter } from '../../filters.ts'
import { guidon, refresh } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { Empty, Loading } from '../../parts/empty.tsx'
import { OneOf } from '../../parts/filter-parts.tsx'
import { Form } from '../../parts/form.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { DeliveryBadge, deliveryWords } from './badge.tsx'

/** What was sent, newest first, and how it went. */
export const Deliveries = ({ id, filter }: { id: number; filter: DeliveryFilter }) => {
  const say = useSay()
  const navigate = useNavigate()
  const [opened, open] = useState<number>()
  const { data: page } = useQuery({
    queryKey: ['webhooks', id, 'deliveries', filter],
    queryFn: () => listWebhookDeliveries(guidon, id, { ...filter, per_page: 30 }),
    placeholderData: keepPreviousData,
  })
  const choose = (status: WebhookDelivery['status'] | undefined) =>
    navigate({ to: '/webhooks/$id', params: { id: String(id) }, search: status ? { status } : {} })
  return (
    <Card
      title={say('傳送紀錄', 'Deliveries')}
      count={page?.meta.total}
      aside={
        <span className="more filters">
          <OneOf label={say('全部', 'All')} words={deliveryWords} value={filter.status} choose={choose} />
        </span>
      }
    >
      {!page && <Loading />}
      {page?.data.length === 0 && <Empty>{say('還沒有送出任何訊息', 'Nothing was sent yet')}</Empty>}
      <ul className="deliveries">
        {page?.data.map((delivery) => (
          <li key={delivery.id}>
            <button type="button" className="button plain" onClick={() => open(delivery.id)}>
              {delivery.event}
            </button>
            <DeliveryBadge status={delivery.status} />
            <span className="small soft">
              {fromNow(delivery.created_at)}
              {delivery.tries > 1 && say(`・試了 ${delivery.tries} 次`, `・${delivery.tries} tries`)}
            </span>
          </li>
        ))}
      </ul>
      {page && page.meta.last_page > 1 && <Pages meta={page.meta} />}
      {opened !== undefined && <DeliverySheet id={id} delivery={opened} close={() => open(undefined)} />}
    </Card>
  )
}

type SheetProps = { id: number; delivery: number; close: () => void }

/** What was sent, each attempt with its answer, and sending it again. */
const DeliverySheet = ({ id, delivery, close }: SheetProps) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['webhooks', id, 'deliveries', delivery],
    queryFn: () => getWebhookDelivery(guidon, id, delivery),
  })
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => replayWebhookDelivery(guidon, id, delivery),
    onSettled: () => refresh('webhooks'),
  })
  if (!data) return null
  return (
    <Sheet title={data.event} close={close}>
      <p>
        <DeliveryBadge status={data.status} />{' '}
        {data.next_try_at && (
          <span className="small soft">
            {say(`下次 ${dayAndTime(data.next_try_at)}`, `next ${dayAndTime(data.next_try_at)}`)}
          </span>
        )}
      </p>
      <ol className="attempts">
        {data.log.map(({ status, fault, answer, ms, created_at }) => (
          <li key={created_at}>
            <b>{status ?? fault}</b> <span className="small soft">{`${dayAndTime(created_at)}・${ms} ms`}</span>
            {answer && <pre>{answer}</pre>}
          </li>
        ))}
      </ol>
      <h3>{say('內容', 'Content')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <pre tabIndex={0}>{JSON.stringify(data.data, null, 2)}</pre>
      <Form send={say('再送一次', 'Send again')} error={error} isPending={isPending} submit={() => mutate()}>
        {null}
      </Form>
    </Sheet>
  )
}
