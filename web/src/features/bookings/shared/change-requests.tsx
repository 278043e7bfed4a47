import { useQuery } from '@tanstack/react-query'
import { acceptChangeRequest, type ChangeRequest, listChangeRequests, revealChangeRequest } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bedTypeWords, bedWords, passengerTypeWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { dayWithYear } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { price } from '../../../kit/money.ts'
import { type Say, useSay, type Words } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'

const DeclineSheet = lazy(() => import('./decline-change-sheet.tsx'))
const RevealSheet = lazy(() => import('../../../ui/forms/reveal-sheet.tsx'))

/** Change requests of customers for a confirmed booking; hidden if none is pending. */
export default function ChangeRequests({ of }: { of: { booking_id: number } | { traveler_id: number } }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['change-requests', of],
    queryFn: () => listChangeRequests(guidon, { ...of, status: 'open' }),
  })
  if (!data?.data.length) return null
  return (
    <Card title={say('客戶申請的變更', 'Changes requested by the customer')} count={data.data.length}>
      {data.data.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </Card>
  )
}

const changes = ['change-requests', 'travelers', 'bookings', 'trips', 'work']

const Request = ({ request }: { request: ChangeRequest }) => {
  const say = useSay()
  const { id, version, traveler, possible, currency, price_before, price_after } = request
  const name = traveler?.name ?? ''
  return (
    <div className="within">
      <SubjectLink subject={traveler ? { type: 'traveler', id: traveler.id } : undefined}>{name}</SubjectLink>
      <Facts
        facts={[
          ...differencesOf(say, request),
          [
            say('訂單總價', 'Total of the booking'),
            price_before === price_after
              ? say('不變', 'unchanged')
              : `${price(price_before, currency)} → ${price(price_after, currency)}`,
          ],
        ]}
      />
      {request.is_other_person && (
        <p>
          <b>{say('改由另一位參加。', 'Another person travels instead.')}</b>{' '}
          {say(
            '核准後，原旅客的護照影像、簽證與其他文件、特別需求、證件號碼、健康與飲食、聯絡方式與備註都會刪除，無法復原；名額、房間、機票、加購與款項留給新旅客。',
            'On approval the passport scans, visas and other documents, special requests, numbers, health, diet, contact data and notes of the former traveler are deleted for good; seat, room, ticket, add-ons and payments stay for the new one.',
          )}
        </p>
      )}
      {request.fields.includes('birth_date') && <BirthDate id={id} />}
      <div className="ways">
        {possible.includes('accept') && (
          <ActButton
            words={['核准', 'Approve']}
            sure={
              request.is_other_person
                ? [
                    '原旅客的文件與資料會刪除，無法復原。確定？',
                    'What the former traveler gave is deleted for good. Approve?',
                  ]
                : ['核准後立即變更旅客資料與總價，確定？', 'The traveler and the total change immediately. Approve?']
            }
            act={(guidon) => acceptChangeRequest(guidon, id, { version })}
            says={['已核准，客戶會收到通知', 'Approved; the customer is notified']}
            changes={changes}
            about={name}
            asks={{ change_request_id: id }}
          />
        )}
        {possible.includes('decline') && (
          <OpenButton words={['不核准', 'Decline']} className="button">
            {(close) => <DeclineSheet id={id} version={version} changes={changes} close={close} />}
          </OpenButton>
        )}
      </div>
    </div>
  )
}

const texts = {
  name: ['姓名', 'Name'],
  surname_en: label.surname_en,
  given_name_en: label.given_name_en,
  roommate_group: label.roommate_group,
} as const satisfies Record<string, Words>

type Fact = readonly [string, string]

/** Each field with its old and its requested value. A birth date is masked: the resulting fare is shown instead. */
const differencesOf = (say: Say, request: ChangeRequest): Fact[] =>
  request.fields.map((field): Fact => {
    switch (field) {
      case 'birth_date': {
        const type = (of: ChangeRequest['passenger_type_before']) => say(...passengerTypeWords[of ?? 'adult'])
        const { passenger_type_before, passenger_type_after } = request
        return [say(...label.birth_date), `${type(passenger_type_before)} → ${type(passenger_type_after)}`]
      }
      case 'bed': {
        const bed = (of: boolean | null) => say(...bedWords[of ? 'own' : 'none'])
        return [say(...label.bed), `${bed(request.bed_before)} → ${bed(request.bed)}`]
      }
      case 'bed_type':
        return [
          say(...label.bed_type),
          `${bedTypeOf(say, request.bed_type_before)} → ${bedTypeOf(say, request.bed_type)}`,
        ]
      default: {
        const words: Words = texts[field]
        return [say(...words), `${request[`${field}_before`] ?? '—'} → ${request[field] ?? '—'}`]
      }
    }
  })

const bedTypeOf = (say: Say, code: string | null) => {
  const words = Object.entries(bedTypeWords).find(([each]) => each === code)?.[1]
  return words ? say(...words) : '—'
}

/** The requested birth date, shown after the reader has given a reason. */
const BirthDate = ({ id }: { id: number }) => {
  const say = useSay()
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState<string | null>()
  const reveal = async (reason: string) => {
    const { birth_date } = await revealChangeRequest(guidon, id, { fields: ['birth_date'], reason })
    setShown(birth_date ?? null)
  }
  if (shown) return <Facts facts={[[say('申請的出生日期', 'Requested birth date'), dayWithYear(shown)]]} />
  return (
    <div className="ways">
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {say('顯示申請的出生日期', 'Show the requested birth date')}
      </button>
      <Suspense>{isAsking && <RevealSheet reveal={reveal} close={() => setAsking(false)} />}</Suspense>
    </div>
  )
}
