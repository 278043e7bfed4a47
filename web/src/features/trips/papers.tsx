import type { PlannedTripStay } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { plainDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { seesArrangements, seesPersons } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Papers as PaperList } from '../papers/shared/papers.tsx'
import { RevealedPapers } from '../papers/shared/revealed-papers.tsx'
import { DepartureNoticesCard } from './departure-notices.tsx'
import { PartnerPapers } from './partner-papers.tsx'
import { type Trip, useStays } from './queries.ts'

const AllergySheet = lazy(() => import('./allergy-sheet.tsx'))

/** All papers of a trip that the reader may print. */
export default function Papers({ trip: { id } }: { trip: Trip }) {
  const say = useSay()
  const me = useMe()
  const arranges = seesArrangements(me)
  const stays = useStays(id, me)?.filter(({ status }) => status !== 'cancelled') ?? []
  const papers = [
    { words: ['領隊資料袋', 'Leader pack'], href: `/api/planned-trips/${id}/leader-pack`, phone: true },
    { words: ['行前通知書', 'Departure notice'], href: `/api/planned-trips/${id}/departure-notice`, phone: true },
    ...(seesPersons(me)
      ? [{ words: ['地接訂單', 'Order for the land operator'] as const, href: `/api/planned-trips/${id}/land-order` }]
      : []),
    { words: ['旅客名單', 'Name list'], href: `/api/planned-trips/${id}/name-list`, xlsx: true },
    { words: ['旅客清單', 'Manifest'], href: `/api/planned-trips/${id}/manifest`, xlsx: true },
    { words: ['分房表（全部飯店）', 'Rooming list of all hotels'], href: `/api/planned-trips/${id}/rooms`, xlsx: true },
    ...stays.map((stay) => roomingListOf(id, stay)),
    { words: ['餐食名單', 'Dietary list'], href: `/api/planned-trips/${id}/dietary-list`, xlsx: true },
  ] as const
  const settlement = { words: ['結團報告', 'Settlement'], href: `/api/planned-trips/${id}/settlement` } as const
  const printed = [...(arranges ? papers : []), ...(isStaff(me) ? [settlement] : [])]
  return (
    <div className="halves">
      <div className="column">
        <PaperList
          title={say('文件', 'Papers')}
          papers={printed}
          {...(seesPersons(me) && { all: `/api/planned-trips/${id}/all-papers` })}
        />
        {seesPersons(me) && <PartnerPapers id={id} />}
        {seesPersons(me) && <DepartureNoticesCard id={id} />}
      </div>
      <div className="column">
        {seesPersons(me) && <RevealedPapers title={say('含個人資料', 'With personal data')} papers={revealed(id)} />}
        {arranges && <Allergies id={id} />}
      </div>
    </div>
  )
}

/** The rooming list of one hotel, for its nights only. */
const roomingListOf = (trip: number, { id, hotel, check_in }: PlannedTripStay) => ({
  words: [
    `分房表：${hotel.name}（${plainDay(check_in)}）`,
    `Rooming list: ${hotel.name_en ?? hotel.name} (${plainDay(check_in)})`,
  ] as const,
  href: `/api/planned-trips/${trip}/stays/${id}/rooms`,
  xlsx: true as const,
})

const Allergies = ({ id }: { id: number }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={say('過敏原', 'Allergies')}>
      <div className="within">
        <p className="small soft">
          {say('給餐廳與領隊：誰對什麼過敏。', 'For restaurants and the leader: who must not eat what.')}
        </p>
        <p>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {say('說明原因並查看', 'Give a reason and view')}
          </button>
        </p>
      </div>
      <Suspense>{isOpen && <AllergySheet id={id} close={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}

const revealed = (id: number) =>
  [
    { words: ['旅客名單（含護照）', 'Name list with passports'], path: `/api/planned-trips/${id}/name-list/reveal` },
    { words: ['DOCS／APIS', 'DOCS/APIS lines'], path: `/api/planned-trips/${id}/docs/reveal` },
    { words: ['投保名冊', 'Insurance list'], path: `/api/planned-trips/${id}/insurance-list/reveal` },
    { words: ['簽證及護照代辦名單', 'Visa and passport list'], path: `/api/planned-trips/${id}/visa-list/reveal` },
    { words: ['入境卡資料', 'Arrival card sheet'], path: `/api/planned-trips/${id}/arrival-list/reveal` },
    {
      words: ['領隊資料袋（含過敏）', 'Leader pack with allergies'],
      path: `/api/planned-trips/${id}/leader-pack/reveal`,
    },
    { words: ['緊急應變資料', 'Emergency pack'], path: `/api/planned-trips/${id}/emergency-pack/reveal` },
  ] as const
