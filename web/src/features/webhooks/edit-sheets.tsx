import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  createWebhook,
  type Event,
  listWebhookEventOptions,
  updateWebhook,
  type Webhook,
  type WebhookInput,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { guidon, refresh } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Field, Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import css from './page.module.css'
import { Secret } from './secret.tsx'

type Close = { close: () => void }

/** Creates a webhook, then shows its secret once. */
export const NewSheet = ({ close }: Close) => {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, data, error, isPending } = useWrite({
    send: (body: WebhookInput, guidon) => createWebhook(guidon, body),
    done: () => refresh('webhooks'),
  })
  const open = () => data && navigate({ to: '/webhooks/$id', params: { id: String(data.id) } })
  return (
    <Sheet title={say('新增 Webhook', 'Add a webhook')} close={close}>
      {data ? (
        <Secret secret={data.secret} done={open} />
      ) : (
        <WebhookForm send={say('新增', 'Add')} error={error} isPending={isPending} take={mutate} />
      )}
    </Sheet>
  )
}

export const EditSheet = ({ webhook, close }: Close & { webhook: Webhook }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: WebhookInput, guidon) => updateWebhook(guidon, webhook.id, body, { version: webhook.version }),
    close,
    changes: ['webhooks'],
  })
  return (
    <Sheet title={say('修改 Webhook', 'Change the webhook')} close={close}>
      <WebhookForm send={say('儲存', 'Save')} error={error} isPending={isPending} take={mutate} webhook={webhook} />
    </Sheet>
  )
}

type FormProps = {
  send: string
  error: Error | null
  isPending: boolean
  take: (body: WebhookInput) => void
  webhook?: Webhook
}

const WebhookForm = ({ send, error, isPending, take, webhook }: FormProps) => {
  const say = useSay()
  const [events, setEvents] = useState<Event[]>(webhook?.events ?? [])
  return (
    <Form
      send={send}
      error={error}
      isPending={isPending}
      submit={(given) => take({ name: given('name'), url: given('url'), notes: given('notes') || null, events })}
    >
      <Field id="name" label={say(...label.name)} defaultValue={webhook?.name ?? ''} required />
      <Field
        id="url"
        type="url"
        label={say(...label.url)}
        hint={say('公開的 https 網址', 'A public https address')}
        defaultValue={webhook?.url ?? ''}
        required
      />
      <Events events={events} choose={setEvents} />
      <TextArea id="notes" label={say(...label.notes)} defaultValue={webhook?.notes ?? ''} />
    </Form>
  )
}

const Events = ({ events, choose }: { events: Event[]; choose: (events: Event[]) => void }) => {
  const say = useSay()
  const { data = [] } = useQuery({
    queryKey: ['webhooks', 'events'],
    queryFn: () => listWebhookEventOptions(guidon),
    staleTime: 600_000,
  })
  const toggle = (event: Event) =>
    choose(events.includes(event) ? events.filter((each) => each !== event) : [...events, event])
  return (
    <fieldset className="field">
      <legend className="label small soft">{say('事件（都不勾表示全部）', 'Events (none ticked: all of them)')}</legend>
      <div className={css.events}>
        {data.map(({ value, label, label_en }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={events.some((each) => each === value)}
              onChange={() => toggle(value as Event)}
            />
            {say(label, label_en)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
