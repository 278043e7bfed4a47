import './page.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { getTraveler, listTravelerDocuments, listTravelerRequests, type TravelerRequest } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { checkWords } from '../../parts/check-words.ts'
import { DocumentBadge } from '../../parts/document-badge.tsx'
import { Empty, Loading } from '../../parts/empty.tsx'
import { ArrowLeft, Check } from '../../parts/icons.tsx'
import { PersonCard } from './person-card.tsx'

export type Traveler = Awaited<ReturnType<typeof getTraveler>>

/** One traveler: what is missing, the papers, the wishes, and personal data that are masked until they are asked for. */
export default function OneTraveler() {
  const id = Number(useParams({ from: '/signed-in/travelers/$id' }).id)
  const { data: traveler, error } = useQuery({
    queryKey: ['travelers', id],
    queryFn: () => getTraveler(guidon, id),
  })
  if (error) throw error
  if (!traveler) return <Loading />
  return (
    <div className="page">
      <Heading traveler={traveler} />
      <div className="halves">
        <div className="column">
          <Missing traveler={traveler} />
          <Documents id={id} />
          <Wishes id={id} />
        </div>
        <div className="column">
          <PersonCard traveler={traveler} />
        </div>
      </div>
    </div>
  )
}

const Heading = ({ traveler: { name, surname_en, given_name_en, trip, booking } }: { traveler: Traveler }) => {
  const say = useSay()
  return (
    <header className="heading">
      <Link className="back" to="/travelers">
        <ArrowLeft size={15} />
        {say('所有旅客', 'All travelers')}
      </Link>
      <div className="line">
        <h1>{name}</h1>
        <span className="soft">{[surname_en, given_name_en].filter(Boolean).join('/')}</span>
      </div>
      <p className="soft">
        <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
          {trip.serial} {trip.name}
        </Link>
        ・
        <Link className="link" to="/bookings/$id" params={{ id: String(booking.id) }}>
          {booking.booking_number}
        </Link>
      </p>
    </header>
  )
}

const Missing = ({ traveler: { checks, passport_needed_until: until } }: { traveler: Traveler }) => {
  const say = useSay()
  return (
    <Card title={say('出發前', 'Before departure')}>
      <div className="within">
        {checks.length === 0 && (
          <p className="ready">
            <Check />
            {say('證件都齊了', 'All papers are here')}
          </p>
        )}
        {checks.length > 0 && (
          <ul className="missing">
            {checks.map((check) => (
              <li key={check}>{say(...checkWords[check])}</li>
            ))}
          </ul>
        )}
        {until && (
          <p className="small soft">
            {say(`護照要有效到 ${dayWithYear(until)}`, `The passport must be valid until ${dayWithYear(until)}`)}
          </p>
        )}
      </div>
    </Card>
  )
}

const Documents = ({ id }: { id: number }) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['travelers', id, 'documents'],
    queryFn: () => listTravelerDocuments(guidon, { traveler_id: id, per_page: 100 }),
  })
  return (
    <Card title={say('證件', 'Documents')} count={data?.data.length || undefined}>
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty>{say('還沒有證件', 'No documents yet')}</Empty>}
      <ul className="lines">
        {data?.data.map((document) => (
          <li key={document.id}>
            <DocumentBadge document={document} />
            {document.url && (
              <a className="link" href={document.url} target="_blank" rel="noreferrer">
                {document.name ?? say('檔案', 'File')}
              </a>
            )}
            {document.reject_reason && <span className="small late">{document.reject_reason}</span>}
            {document.expires_on && (
              <span className="small soft">
                {say('效期 ', 'valid until ')}
                {dayWithYear(document.expires_on)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const wishWords: Record<TravelerRequest['status'], Words> = {
  open: ['新的', 'New'],
  acknowledged: ['已知悉', 'Noted'],
  passed_on: ['已轉達', 'Passed on'],
  confirmed: ['已確認', 'Confirmed'],
  declined: ['無法安排', 'Not possible'],
}

const Wishes = ({ id }: { id: number }) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['travelers', id, 'wishes'],
    queryFn: () => listTravelerRequests(guidon, { traveler_id: id, per_page: 100 }),
  })
  return (
    <Card title={say('需求', 'Wishes')} count={data?.data.length || undefined}>
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty>{say('沒有需求', 'No wishes')}</Empty>}
      <ul className="lines">
        {data?.data.map(({ id: wish, detail, status }) => (
          <li key={wish}>
            <span className="grow">{detail}</span>
            <span className={`badge ${status === 'confirmed' ? 'turn-done' : 'turn-department'}`}>
              {say(...wishWords[status])}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
