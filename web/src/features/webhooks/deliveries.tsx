import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getWebhookDelivery, listWebhookDeliveries, replayWebhookDelivery, type WebhookDelivery } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { webhookStatusWords } from 'guidon-sdk/words'
import { useState } from 'react'
import Send from '~icons/lucide/send'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { PagedRows } from '../../ui/lists/list-card.tsx'
import { DeliveryBadge } from './badge.tsx'
import css from './page.module.css'
import type { DeliveryFilter } from './search.ts'

/** The deliveries, newest first, with their results. */
export const Deliveries = ({ id, filter }: { id: number; filter: DeliveryFilter }) => {
  const say = useSay()
  const [opened, open] = useState<number>()
  const query = { ...filter, per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['webhooks', id, 'deliveries', query],
    queryFn: () => listWebhookDeliveries(guidon, id, query),
    placeholderData: keepPreviousData,
  })
  const filters = { search: filter, filters: statusFilter }
  return (
    <Card
      title={say('傳送紀錄', 'Deliveries')}
      count={page?.meta.total}
      aside={
        <div className="more">
          <FilterBar {...filters} />
        </div>
      }
    >
      <PagedRows
        page={page}
        filters={filters}
        empty={<Empty icon={Send}>{say('還沒有送出任何訊息', 'Nothing was sent yet')}</Empty>}
      >
        {(rows) => <Rows rows={rows} open={open} />}
      </PagedRows>
      {opened !== undefined && <DeliverySheet id={id} delivery={opened} close={() => open(undefined)} />}
    </Card>
  )
}

const statusFilter: readonly Filter<DeliveryFilter>[] = [
  { of: 'status', words: label.status, choices: webhookStatusWords },
]

const Rows = ({ rows, open }: { rows: WebhookDelivery[]; open: (id: number) => void }) => {
  const say = useSay()
  return (
    <ul className={css.deliveries}>
      {rows.map(({ id, event, status, created_at, tries }) => (
        <li key={id}>
          <button type="button" className="button plain" onClick={() => open(id)}>
            {event}
          </button>
          <DeliveryBadge status={status} />
          <span className="small soft">
            {fromNow(created_at)}
            {tries > 1 && say(`・已試 ${tries} 次`, `・${tries} tries`)}
          </span>
        </li>
      ))}
    </ul>
  )
}

type SheetProps = { id: number; delivery: number; close: () => void }

/** One delivery: its content, each attempt with its response, and a button to send it again. */
const DeliverySheet = ({ id, delivery, close }: SheetProps) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['webhooks', id, 'deliveries', delivery],
    queryFn: () => getWebhookDelivery(guidon, id, delivery),
  })
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => replayWebhookDelivery(guidon, id, delivery),
    changes: ['webhooks'],
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
      <ol className={css.attempts}>
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
