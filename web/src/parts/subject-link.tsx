import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Subject = { type: string; id: number }

/** The pages of records that notifications and searches name by type. */
const pages = {
  addon_request: '/requests/$id',
  planned_trip: '/trips/$id',
  booking: '/bookings/$id',
  traveler: '/travelers/$id',
  tour_leader: '/leaders/$id',
} as const

export const pageOf = ({ type, id }: Subject) => {
  const to = Object.entries(pages).find(([each]) => each === type)?.[1]
  return to && ({ to, params: { id: String(id) } } as const)
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
