import type { TripRegistrationDocument } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import Users from '~icons/lucide/users'
import { lazy } from '../../kit/lazy.ts'
import { seesTravelers, useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { DocumentBadge } from '../travelers/shared/document-badge.tsx'
import css from './one.module.css'
import { type Booking, useDocuments } from './queries.ts'
import { passengerWords } from './shared/passenger-type.ts'

const ImportSheet = lazy(() => import('./import-sheet.tsx'))
const TravelerSheet = lazy(() => import('../travelers/shared/traveler-sheet.tsx'))

type Traveler = Booking['travelers'][number]

/** The travelers of a booking, and which of their documents are missing. */
export const Travelers = ({ booking: { id, travelers } }: { booking: Booking }) => {
  const say = useSay()
  const documents = useDocuments(id)
  return (
    <Card title={say(...label.travelers)} count={travelers.length} aside={<Add booking={id} />}>
      {travelers.length === 0 && <Empty icon={Users}>{say('還沒有旅客', 'No travelers yet')}</Empty>}
      <ul className={css.party}>
        {travelers.map((each) => (
          <Row
            key={each.id}
            traveler={each}
            documents={documents?.filter((one) => one.traveler_id === each.id) ?? []}
          />
        ))}
      </ul>
    </Card>
  )
}

const Row = ({ traveler, documents }: { traveler: Traveler; documents: TripRegistrationDocument[] }) => {
  const say = useSay()
  const { id, name, surname_en, given_name_en, passenger_type, status } = traveler
  const words = passengerWords(passenger_type)
  const mayOpen = seesTravelers(useMe())
  return (
    <li className={status === 'cancelled' ? css.gone : ''}>
      <div>
        <SubjectLink subject={mayOpen ? { type: 'traveler', id } : undefined}>{name}</SubjectLink>
        <p className="small soft">
          {[surname_en, given_name_en].filter(Boolean).join('/')}
          {words && `・${say(...words)}`}
        </p>
      </div>
      <div className={css.papers}>
        {status === 'active' && documents.map((each) => <DocumentBadge key={each.id} document={each} />)}
      </div>
    </li>
  )
}

const Add = ({ booking }: { booking: number }) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<'one' | 'file'>()
  const close = () => setOpen(undefined)
  if (!editsBookings(me)) return null
  return (
    <>
      <button type="button" className="button more" onClick={() => setOpen('file')}>
        {say('從 Excel 貼上…', 'Paste from Excel…')}
      </button>
      <button type="button" className="button more" onClick={() => setOpen('one')}>
        {say('新增旅客', 'Add a traveler')}
      </button>
      <Suspense>
        {open === 'one' && <TravelerSheet booking={booking} close={close} />}
        {open === 'file' && <ImportSheet booking={booking} close={close} />}
      </Suspense>
    </>
  )
}
