import { Link, useParams } from '@tanstack/react-router'
import { markConversationRead } from 'guidon-sdk'
import { useEffect } from 'react'
import { guidon, refresh } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { usePresence } from '../../kit/presence.ts'
import { seesTravelers, seesTrips } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Colleagues } from '../../ui/colleagues.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Composer } from './composer.tsx'
import css from './one.module.css'
import { type Entry, type Request, useRequest, useTimeline } from './queries.ts'
import { Summary } from './summary.tsx'
import { Timeline } from './timeline.tsx'

/** One request: the conversation, the possible turns, and the facts. */
export default function OneRequest() {
  const id = Number(useParams({ from: '/signed-in/requests/$id' }).id)
  const { data: request } = useRequest(id)
  const { data: entries } = useTimeline(id)
  const { here, typed } = usePresence({ type: 'addon_request', id })
  useMarkRead(id, entries)
  if (!request || !entries) return <Loading />
  const offer = entries.findLast(({ requires_customer_response }) => requires_customer_response)
  return (
    <div className={`page ${css.request}`}>
      <RequestHeading request={request} />
      <Summary request={request} />
      <div className={css.conversation} ref={scrollToEnd}>
        <Timeline entries={entries} currency={request.currency} />
        <Colleagues here={here} />
        {(request.next_action || request.possible.length > 0) && (
          // What is answered is the offer that the conversation shows, also while the request is still being read again.
          <Composer request={{ ...request, offer_id: offer?.id ?? request.offer_id }} typed={typed} />
        )}
      </div>
    </div>
  )
}

const RequestHeading = ({ request }: { request: Request }) => {
  const say = useSay()
  const me = useMe()
  const { traveler, trip } = request
  const tripWords = `${trip.serial} ${nameOf(say, trip)}`
  return (
    <Heading
      back={<BackLink to="/requests">{say('所有加購', 'All add-ons')}</BackLink>}
      title={
        <>
          {nameOf(say, request.type)}
          {request.quantity > 1 && ` × ${request.quantity}`}
        </>
      }
      badge={<span className="soft">{request.request_number}</span>}
      facts={
        <>
          {seesTravelers(me) ? (
            <Link className="link" to="/travelers/$id" params={{ id: String(traveler.id) }}>
              {traveler.name}
            </Link>
          ) : (
            traveler.name
          )}
          ・
          {seesTrips(me) ? (
            <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
              {tripWords}
            </Link>
          ) : (
            tripWords
          )}
        </>
      }
    />
  )
}

/** A conversation opens at its end, except on a phone, where whose turn it is stands above it. */
const scrollToEnd = (conversation: HTMLElement | null) => {
  if (conversation && innerWidth > PHONE && conversation.getBoundingClientRect().bottom > innerHeight)
    scrollTo({ top: document.body.scrollHeight })
}

const PHONE = 720
const READING_MS = 2_500

/** Marks the entries as read once the page has been open for a moment. */
const useMarkRead = (id: number, entries: Entry[] | undefined) =>
  useEffect(() => {
    if (!entries?.some(({ is_read }) => !is_read)) return
    const read = async () => {
      await markConversationRead(guidon, id).catch(() => {})
      refresh('requests', 'request', 'work')
    }
    const timer = setTimeout(read, READING_MS)
    return () => clearTimeout(timer)
  }, [id, entries])
