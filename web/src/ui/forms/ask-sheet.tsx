import { useSay } from '../../kit/words.ts'
import { Refused } from '../refused.tsx'
import { AskApproval } from './ask-approval.tsx'
import { Sheet } from './sheet.tsx'

type Props = { error: Error; params: object; changes: readonly string[]; close: () => void }

/** For an action without a form that was refused, and that an approval makes possible. */
export default function AskSheet({ error, ...props }: Props) {
  const say = useSay()
  return (
    <Sheet title={say('需要核准', 'This needs an approval')} close={props.close}>
      <Refused error={error} />
      <AskApproval error={error} {...props} />
    </Sheet>
  )
}
