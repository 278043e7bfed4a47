import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Subject = { type: string; id: number }

/** The pages of records that notifications and searches name by type. */
const pages = {
  addon_request: '/requests/$id',
  package: '/packages/$id',
  planned_trip: '/trips/$id',
  booking: '/bookings/$id',
  traveler: '/travelers/$id',
  tour_leader: '/leaders/$id',
  seminar: '/seminars/$id',
  seminar_session: '/sessions/$id',
  person: '/persons/$id',
  user: '/accounts/$id',
  webhook: '/webhooks/$id',
  job: '/jobs',
} as const

export const pageOf = ({ type, id }: Subject) => {
  const to = Object.entries(pages).find(([each]) => each === type)?.[1]
  return to && ({ to, params: { id: String(id) } } as const)
}

/** The record that an address of the API is below of: `/api/planned-trips/7/deadlines/3` is about trip 7. */
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

type Props = { subject: Subject | undefined; className?: string; onClick?: () => void; children: ReactNode }

/** Leads to the page of a record, if there is one. */
export const SubjectLink = ({ subject, children, ...link }: Props) => {
  const page = subject && pageOf(subject)
  if (!page) return <b>{children}</b>
  return (
    <Link {...page} {...link}>
      <b>{children}</b>
    </Link>
  )
}
