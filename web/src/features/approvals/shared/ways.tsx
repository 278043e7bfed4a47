import {
  type AddonRequest,
  type Approval,
  approveAddonRequest,
  approveApproval,
  approveLeaderUnavailability,
  declineAddonRequest,
  declineApproval,
  withdrawApproval,
} from 'guidon-sdk'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { isInConflict } from '../../leaders/shared/leave.ts'
import { changes, type Waiting } from './words.ts'

const DeclineSheet = lazy(() => import('./decline-sheet.tsx'))
const RefundWays = lazy(() => import('../../bookings/shared/refunds/ways.tsx'))
const AnswerSheet = lazy(() => import('../../leaders/shared/answer-sheet.tsx'))

/** What the reader may do with a row of what waits, whatever it is about. */
export const WaitingWays = ({ row }: { row: Waiting }) => {
  const { approval, refund_order, addon_request, leader_unavailability } = row
  if (row.possible.length === 0) return null
  if (refund_order) return <RefundWays order={refund_order} />
  if (approval) return <ApprovalWays approval={approval} />
  if (addon_request) return <AddonWays request={addon_request} />
  return leader_unavailability && <LeaveWays row={row} leave={leader_unavailability} />
}

/** What the reader may do with an approval of a booking. */
export const ApprovalWays = ({ approval }: { approval: Approval }) => {
  const say = useSay()
  const { id, version, possible, booking } = approval
  if (possible.length === 0) return null
  const about = booking.booking_number
  return (
    <div className="ways">
      {possible.includes('approve') && (
        <ActButton
          words={['核准', 'Approve']}
          sure={['核准後立即執行，確定？', 'It is done at once. Approve?']}
          act={(guidon) => approveApproval(guidon, id, {}, { version })}
          says={['已核准並完成，會通知申請人', 'Approved and done; whoever asked is told']}
          changes={changes}
          about={about}
        />
      )}
      {possible.includes('decline') && (
        <OpenButton words={['不核准…', 'Decline…']} about={[about, about]} className="button">
          {(close) => (
            <DeclineSheet
              of={{ id }}
              decline={(guidon, note) => declineApproval(guidon, id, { note }, { version })}
              hint={say('申請人會看到這個原因。', 'Whoever asked reads this reason.')}
              close={close}
            />
          )}
        </OpenButton>
      )}
      {possible.includes('withdraw') && (
        <ActButton
          words={['撤回申請', 'Withdraw']}
          sure={['確定撤回？', 'Withdraw it?']}
          act={(guidon) => withdrawApproval(guidon, id, { version })}
          says={['已撤回申請', 'Withdrawn']}
          changes={changes}
          about={about}
        />
      )}
    </div>
  )
}

/** The decision about an add-on whose type needs an approval. */
export const AddonWays = ({
  request: { id, version, request_number },
}: {
  request: Pick<AddonRequest, 'id' | 'version' | 'request_number'>
}) => {
  const say = useSay()
  return (
    <div className="ways">
      <ActButton
        words={['核准', 'Approve']}
        sure={['核准後交給部門處理，確定？', 'The department takes it on. Approve?']}
        act={(guidon) => approveAddonRequest(guidon, id, {}, { version })}
        says={['已核准，會通知業務與部門', 'Approved; sales and the department are told']}
        changes={changes}
        about={request_number}
      />
      <OpenButton words={['不核准…', 'Decline…']} about={[request_number, request_number]} className="button">
        {(close) => (
          <DeclineSheet
            of={{ id }}
            decline={(guidon, reason) => declineAddonRequest(guidon, id, { reason }, { version })}
            hint={say('業務、部門與客戶都會看到這個原因。', 'Sales, the department and the customer read this reason.')}
            close={close}
          />
        )}
      </OpenButton>
    </div>
  )
}

type LeaveProps = { row: Waiting; leave: NonNullable<Waiting['leader_unavailability']> }

/** The decision about days off; one that conflicts with a trip is approved with a reason. */
export const LeaveWays = ({ row: { possible, about }, leave }: LeaveProps) => {
  const { id, version } = leave
  const called = [about.name, about.name_en ?? about.name] as const
  return (
    <div className="ways">
      {possible.includes('approve') &&
        (isInConflict(leave) ? (
          <OpenButton words={['核准…', 'Approve…']} about={called} className="button">
            {(close) => <AnswerSheet leave={leave} isYes close={close} />}
          </OpenButton>
        ) : (
          <ActButton
            words={['核准', 'Approve']}
            act={(guidon) => approveLeaderUnavailability(guidon, id, {}, { version })}
            says={['已核准，會通知領隊', 'Approved; the leader is told']}
            changes={changes}
            about={about.name}
          />
        ))}
      {possible.includes('decline') && (
        <OpenButton words={['不核准…', 'Decline…']} about={called} className="button">
          {(close) => <AnswerSheet leave={leave} close={close} />}
        </OpenButton>
      )}
    </div>
  )
}
