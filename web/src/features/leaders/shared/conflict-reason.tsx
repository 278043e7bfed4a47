import { Refusal } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import type { Given } from '../../../ui/forms/form.tsx'
import { TextArea } from '../../../ui/forms/form.tsx'

/** Asks for a reason to assign a briefing leader who is not free, after the service has refused it. */
export const ConflictReason = ({ error }: { error: Error | null }) => {
  const say = useSay()
  if (!(error instanceof Refusal && error.code === 'leader_conflict')) return null
  return (
    <TextArea
      id="reason"
      label={say('仍要安排的原因', 'Reason for scheduling anyway')}
      hint={say(
        '領隊當時另有安排；填寫原因後送出，仍會安排。',
        'The leader is not available then; give a reason to schedule it anyway.',
      )}
    />
  )
}

export const overrideIn = (given: Given) => (given('reason') ? { override: true, reason: given('reason') } : {})
