import { Refusal } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import type { Given } from '../../../ui/forms/form.tsx'
import { TextArea } from '../../../ui/forms/form.tsx'

/** Asks why a briefing leader who is not free shall come nevertheless, once the service has refused it. */
export const ConflictReason = ({ error }: { error: Error | null }) => {
  const say = useSay()
  if (!(error instanceof Refusal && error.code === 'leader_conflict')) return null
  return (
    <TextArea
      id="reason"
      label={say('仍要安排的原因', 'Why nevertheless')}
      hint={say(
        '領隊那時有別的事；寫下原因再送出，就會照樣安排。',
        'The leader is not free then; with a reason it is done all the same.',
      )}
    />
  )
}

export const overrideIn = (given: Given) => (given('reason') ? { override: true, reason: given('reason') } : {})
