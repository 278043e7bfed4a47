import { rejectTravelerDocument, type TripRegistrationDocument, verifyTravelerDocument } from 'guidon-sdk'
import { dayWithYear, today } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import css from './one.module.css'
import { PassportForm } from './passport-form.tsx'
import { changes, type Traveler } from './words.ts'

type Props = { document: TripRegistrationDocument; traveler: Traveler; close: () => void }

/** The review of a document. If it is rejected, the customer is told the reason and uploads another one. */
export default function Verdict({ document, traveler, close }: Props) {
  const { url, kind, possible } = document
  const mayVerify = url !== null && possible.includes('verify')
  const goodUntil =
    kind === 'passport' && traveler.trip.departure_date > today() ? traveler.trip.departure_date : today()
  const until = document.expires_on
  const isLate = until !== null && until < goodUntil
  return (
    <>
      {mayVerify && isLate && <Late until={until} />}
      {mayVerify && kind === 'passport' && !isLate && <PassportForm {...{ document, traveler, goodUntil, close }} />}
      {mayVerify && kind !== 'passport' && !isLate && <Good document={document} close={close} />}
      {possible.includes('reject') && <Reject document={document} close={close} />}
    </>
  )
}

const Late = ({ until }: { until: string }) => {
  const say = useSay()
  return (
    <p className="told fault">
      {say(
        `效期只到 ${dayWithYear(until)}，出發前就過期，不能審核通過。請退件，請旅客重新繳交；若是登錄錯誤，請先修改內容。`,
        `It is valid until ${dayWithYear(until)}, which is before the trip, so it cannot be verified. Reject it and ask for another, or correct the date if it was entered wrong.`,
      )}
    </p>
  )
}

type OwnProps = Omit<Props, 'traveler'>

const Good = ({ document: { id, version }, close }: OwnProps) => (
  <div className="ways">
    <ActButton
      words={['審核通過', 'Approve']}
      isMain
      act={(guidon) => verifyTravelerDocument(guidon, id, {}, { version })}
      says={['已審核', 'Document verified']}
      changes={changes}
      close={close}
    />
  </div>
)

const Reject = ({ document: { id, version }, close }: OwnProps) => {
  const say = useSay()
  const rejecting = useWrite({
    send: (reason: string, guidon) => rejectTravelerDocument(guidon, id, { reason }, { version }),
    says: ['已退件，客戶會收到通知', 'Rejected; the customer is told'],
    changes,
    close,
  })
  return (
    <details className={css.part}>
      <summary>{say('退件', 'Reject it')}</summary>
      <ReasonForm
        of={{ id }}
        send={say('退件', 'Reject')}
        isHarmful
        sending={rejecting}
        hint={say(
          '客戶會看到，例如「照片模糊，看不清護照號碼」。',
          'The customer sees this, such as "too blurred to read".',
        )}
        isText
      />
    </details>
  )
}
