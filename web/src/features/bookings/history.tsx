import { useQuery } from '@tanstack/react-query'
import { type BookingHistory, createBookingNote, listBookingHistory } from 'guidon-sdk'
import { auditActionWords, bookingEventWords } from 'guidon-sdk/words'
import { useState } from 'react'
import Banknote from '~icons/lucide/banknote'
import HistoryIcon from '~icons/lucide/history'
import Mail from '~icons/lucide/mail'
import Pencil from '~icons/lucide/pencil'
import StickyNote from '~icons/lucide/sticky-note'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { writesNotes } from '../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { nameOfTable } from '../../ui/forms/changes/words.ts'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Differences } from '../audit/shared/differences.tsx'
import css from './history.module.css'
import { sentenceOf, tellsAll } from './history-sentence.ts'
import type { Booking } from './queries.ts'

type Happened = BookingHistory

/** What the booking has been through: notes of colleagues, mails to its people, payments and changes; the latest first. */
export default function History({ booking: { id, currency } }: { booking: Booking }) {
  const say = useSay()
  const me = useMe()
  const { data } = useQuery({
    queryKey: ['bookings', id, 'history'],
    queryFn: () => listBookingHistory(guidon, id),
  })
  return (
    <Card title={say('往來紀錄', 'History')} count={data?.length}>
      {writesNotes(me) && (
        <div className="within">
          <NewNote id={id} />
        </div>
      )}
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={HistoryIcon}>{say('還沒有紀錄', 'Nothing yet')}</Empty>}
      <ol className={css.happened} aria-label={say('往來紀錄', 'History')}>
        {data?.map((each, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened has no number, and keeps its order.
          <li key={nth} className={each.kind === 'note' ? css.note : undefined}>
            <One happened={each} currency={currency} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

const NewNote = ({ id }: { id: number }) => {
  const say = useSay()
  // Empty again for the next one.
  const [round, setRound] = useState(0)
  const { mutate, error, isPending } = useWrite({
    send: (words: string, guidon) => createBookingNote(guidon, id, { words }),
    done: () => setRound(round + 1),
    says: ['備註已留下', 'The note is kept'],
    changes: ['bookings'],
  })
  return (
    <Form
      key={round}
      of={{ id }}
      send={say('留下備註', 'Leave a note')}
      error={error}
      isPending={isPending}
      submit={(given) => mutate(given('words'))}
    >
      <TextArea
        id="words"
        label={say('新的備註', 'New note')}
        hint={say('只有同事看得到。', 'Seen by the office only.')}
        rows={2}
        required
      />
    </Form>
  )
}

const icons = { note: StickyNote, mail: Mail, payment: Banknote, change: Pencil }

const One = ({ happened, currency }: { happened: Happened; currency: string }) => {
  const say = useSay()
  const { kind, at, by, words, sent_to, change, steps } = happened
  const Icon = icons[kind]
  const who = kind === 'mail' ? sent_to : (by ?? say('客戶或系統', 'The customer or the service'))
  return (
    <>
      <p className={css.line}>
        <Icon width={14} height={14} aria-hidden="true" />
        <span className="unseen">{say(...bookingEventWords[kind])} </span>
        {change ? <b>{sentenceOf(say, happened, currency)}</b> : <span className={css.words}>{words}</span>}
      </p>
      {change?.action === 'changed' && !tellsAll(change) && <Differences change={change} />}
      <p className="small soft">
        {who && `${who}・`}
        <time dateTime={at} title={fromNow(at)}>
          {dayAndTime(at)}
        </time>
      </p>
      {steps.length > 0 && <Steps steps={steps} />}
    </>
  )
}

/** How the service did it, one record after the other. */
const Steps = ({ steps }: { steps: Happened['steps'] }) => {
  const say = useSay()
  return (
    <details className={css.steps}>
      <summary className="small">
        {say(`系統的 ${steps.length} 個步驟`, plural(steps.length, 'step of the service', 'steps of the service'))}
      </summary>
      <ol>
        {steps.map((step, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order.
          <li key={nth}>
            <p className="small">
              {[
                say(...auditActionWords[step.action]),
                nameOfTable(say, step.table_name),
                step.record && nameOf(say, step.record),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
            <Differences change={step} />
          </li>
        ))}
      </ol>
    </details>
  )
}
