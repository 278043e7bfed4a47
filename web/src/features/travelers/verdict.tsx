import { rejectTravelerDocument, type TripRegistrationDocument, verifyTravelerDocument } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { changes } from './words.ts'

type Props = { document: TripRegistrationDocument; close: () => void }

/** Whether the paper is good; a no tells the customer why, who uploads another. */
export default function Verdict({ document, close }: Props) {
  const { id, status, version, url } = document
  const mayVerify = url !== null && ['received', 'rejected', 'expired'].includes(status)
  const mayReject = ['received', 'verified'].includes(status)
  return (
    <>
      {mayVerify && (
        <div className="ways">
          <ActButton
            words={['審核通過', 'It is good']}
            isMain
            act={(guidon) => verifyTravelerDocument(guidon, id, { version })}
            says={['證件已審核', 'The paper is verified']}
            changes={changes}
            close={close}
          />
        </div>
      )}
      {mayReject && <Reject document={document} close={close} />}
    </>
  )
}

const Reject = ({ document: { id, version }, close }: Props) => {
  const say = useSay()
  const rejecting = useWrite({
    send: (reason: string, guidon) => rejectTravelerDocument(guidon, id, { reason }, { version }),
    says: ['已退件，客戶會收到通知', 'Rejected; the customer is told'],
    changes,
    close,
  })
  return (
    <details className="part">
      <summary>{say('退件', 'Reject it')}</summary>
      <ReasonForm
        of={{ id }}
        send={say('退件', 'Reject')}
        sending={rejecting}
        hint={say(
          '客戶會看到，例如「照片模糊，看不清護照號碼」。',
          'The customer reads it, such as "too blurred to read".',
        )}
        isText
      />
    </details>
  )
}
