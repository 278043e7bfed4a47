import type { LineThreadMessage } from 'guidon-sdk'
import { lineMessageKindWords, lineMessageStateWords, messageChannelWords } from 'guidon-sdk/words'
import { Fragment, type Ref } from 'react'
import FileIcon from '~icons/lucide/file'
import ImageIcon from '~icons/lucide/image'
import { dayAndTime, dayOf, shortDay, timeOf } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsTravelers } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { OpenButton } from '../../ui/open-button.tsx'
import { Thumbnail } from '../../ui/picture.tsx'
import css from './page.module.css'
import { type OpenThread, titleOf } from './queries.ts'

const FileSheet = lazy(() => import('./file-sheet.tsx'))

type Props = { messages: readonly LineThreadMessage[]; thread: OpenThread; ref: Ref<HTMLOListElement> }

/** The conversation, the oldest first, with a line for each day. */
export const Bubbles = ({ messages, thread, ref }: Props) => {
  const say = useSay()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keys.
    <ol className={`talk ${css.bubbles}`} aria-label={say('訊息', 'Messages')} tabIndex={0} ref={ref}>
      {messages.map((message, nth) => {
        const day = dayOf(message.created_at)
        const before = messages[nth - 1]
        return (
          <Fragment key={message.key}>
            {(!before || dayOf(before.created_at) !== day) && <li className={css.day}>{shortDay(day)}</li>}
            <Bubble message={message} thread={thread} />
          </Fragment>
        )
      })}
    </ol>
  )
}

const Bubble = ({ message, thread }: { message: LineThreadMessage; thread: OpenThread }) => {
  const say = useSay()
  const { channel, direction, kind, text, state, fault, attachments, sent_by, booking_number, created_at } = message
  const author = direction === 'in' ? titleOf(say, thread) : sent_by ? nameOf(say, sent_by) : say('系統', 'The system')
  return (
    <li className={direction === 'out' ? 'own' : undefined}>
      <span className={`tiny soft ${css.said}`}>
        <b>{author}</b>
        <time dateTime={created_at} title={dayAndTime(created_at)}>
          {timeOf(created_at)}
        </time>
        {channel !== 'line' && <span>{say(...messageChannelWords[channel])}</span>}
        {booking_number && <span>{booking_number}</span>}
        {direction === 'out' && channel === 'line' && state !== 'sent' && (
          <span className={state === 'failed' ? 'late' : undefined}>{say(...lineMessageStateWords[state])}</span>
        )}
      </span>
      {kind === 'text' ? <p className={css.words}>{text}</p> : <Sent message={message} thread={thread} />}
      {attachments.map((file) => (
        <p key={file.id} className={`${css.words} ${css.sent}`}>
          <Opened file={file} />
          <span className="small">{file.name}</span>
        </p>
      ))}
      {fault && <p className="late small">{fault}</p>}
    </li>
  )
}

/** A file, opened in a new tab by its thumbnail. */
const Opened = ({ file }: { file: NonNullable<LineThreadMessage['file']> }) => {
  const say = useSay()
  return (
    <a href={file.url} target="_blank" rel="noreferrer" aria-label={say(`開啟 ${file.name}`, `Open ${file.name}`)}>
      <Thumbnail file={file} />
    </a>
  )
}

/** What is no text: a picture or a file, which can be opened and filed as a document; a sticker or a place. */
const Sent = ({ message, thread }: { message: LineThreadMessage; thread: OpenThread }) => {
  const say = useSay()
  const mayFile = editsTravelers(useMe()) && thread.bookings.length > 0
  const { id, kind, text, file, document_id, fault, direction } = message
  const Icon = kind === 'image' ? ImageIcon : kind === 'file' ? FileIcon : undefined
  return (
    <>
      <p className={`${css.words} ${css.sent}`}>
        {file ? <Opened file={file} /> : Icon && <Icon width={16} height={16} />}
        <span className="soft">{say(...lineMessageKindWords[kind])}</span>
        <span>{text}</span>
      </p>
      {document_id && <p className="small soft">{say('已存為旅客文件', 'Filed as a document')}</p>}
      {Icon && direction === 'in' && !file && !document_id && !fault && (
        <p className="small soft">{say('正在取得…', 'Being fetched…')}</p>
      )}
      {file && id && mayFile && (
        <OpenButton words={['存為旅客文件…', 'File as a document…']} className="button small">
          {(close) => <FileSheet message={id} file={file} bookings={thread.bookings} close={close} />}
        </OpenButton>
      )}
    </>
  )
}
