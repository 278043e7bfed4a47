import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Subject = { type: string; id: number }

/** The pages of records by the type that notifications and search results name. */
const pages = {
  addon_request: '/requests/$id',
  package: '/packages/$id',
  planned_trip: '/trips/$id',
  booking: '/bookings/$id',
  enquiry: '/enquiries/$id',
  traveler: '/travelers/$id',
  tour_leader: '/leaders/$id',
  seminar: '/seminars/$id',
  seminar_session: '/sessions/$id',
  person: '/persons/$id',
  user: '/accounts/$id',
  webhook: '/webhooks/$id',
  job: '/jobs',
  house: '/house',
  line_channel: '/line',
} as const

export const pageOf = ({ type, id }: Subject) => {
  // A thread is open in the inbox.
  if (type === 'line_thread') return { to: '/messages', search: { thread: id } } as const
  const to = Object.entries(pages).find(([each]) => each === type)?.[1]
  return to && ({ to, params: { id: String(id) } } as const)
}

/** The record whose page has this path. */
export const subjectAt = (path: string): Subject | undefined => {
  const [, folder, id] = /^\/desk(\/[a-z]+)\/(\d+)$/.exec(path) ?? []
  const type = Object.entries(pages).find(([, to]) => to === `${folder}/$id`)?.[0]
  return type ? { type, id: Number(id) } : undefined
}

/** The record that a path of the API belongs to: `/api/planned-trips/7/deadlines/3` belongs to trip 7. */
export const subjectIn = (path: string): Subject | undefined => {
  const [, folder = '', id] = /^\/api\/([a-z-]+)\/(\d+)/.exec(path) ?? []
  const type = folders[folder]
  return type ? { type, id: Number(id) } : undefined
}
const folders: Record<string, keyof typeof pages> = {
  'addon-requests': 'addon_request',
  packages: 'package',
  'planned-trips': 'planned_trip',
  bookings: 'booking',
  travelers: 'traveler',
  'tour-leaders': 'tour_leader',
}

type Props = {
  subject: Subject | undefined
  /** The tab of the page, if it is not the first one. */
  tab?: 'messages' | 'road' | undefined
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to the page of a record, if there is one. */
export const SubjectLink = ({ subject, tab, children, ...link }: Props) => {
  const page = subject && pageOf(subject)
  if (!page) return <b>{children}</b>
  return (
    <Link {...page} {...(tab && { search: { tab } })} {...link}>
      <b>{children}</b>
    </Link>
  )
}
