import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { pocketPath } from '../../../kit/pocket.ts'
import { assignsLeaders } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import type { Trip } from '../queries.ts'

const BriefingLeaderSheet = lazy(() => import('./briefing-leader-sheet.tsx'))
const Candidates = lazy(() => import('./candidates.tsx'))

const staffed = ['draft', 'open', 'guaranteed', 'closed', 'departed']

/** The leader and the briefing leader, and the buttons to assign them. */
export const Leader = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<'trip' | 'briefing'>()
  const close = () => setOpen(undefined)
  const { assigned_leader: leader, briefing_leader: briefing } = trip
  const mayChoose = assignsLeaders(me) && staffed.includes(trip.status)
  return (
    <Card title={say(...label.leader_id)} anchor="leader">
      <div className="within">
        {leader ? (
          <SubjectLink subject={{ type: 'tour_leader', id: leader.id }}>{nameOf(say, leader)}</SubjectLink>
        ) : (
          <p className={trip.status === 'cancelled' ? 'soft' : 'late'}>{say('尚未派領隊', 'No leader assigned yet')}</p>
        )}
        {briefing && (
          <p className="small soft">
            {say('主講：', 'Briefing: ')}
            {nameOf(say, briefing)}
          </p>
        )}
        {leader && leader.id === me.tour_leader_id && (
          <p>
            <a className="button" href={pocketPath(trip.id)}>
              {say('在領隊口袋開啟', 'Open in the pocket')}
            </a>
          </p>
        )}
        {mayChoose && (
          <div className="ways">
            <button type="button" className="button" onClick={() => setOpen('trip')}>
              {leader ? say('換領隊', 'Change leader') : say('選領隊', 'Choose a leader')}
            </button>
            <button type="button" className="button" onClick={() => setOpen('briefing')}>
              {say('主講領隊…', 'Briefing leader…')}
            </button>
          </div>
        )}
      </div>
      <Suspense>
        {open === 'trip' && <Candidates trip={trip} close={close} />}
        {open === 'briefing' && <BriefingLeaderSheet trip={trip} close={close} />}
      </Suspense>
    </Card>
  )
}
