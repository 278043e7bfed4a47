import { lazy } from '../../../../kit/lazy.ts'
import type { Words } from '../../../../kit/words.ts'
import { OpenButton } from '../../../../ui/open-button.tsx'

const RemindSheet = lazy(() => import('./remind-sheet.tsx'))
const SilenceSheet = lazy(() => import('./silence-sheet.tsx'))

/** What is done about a payment that does not come: its customer is reminded once more, or not until a day. */
export const ReminderActs = ({ id, about }: { id: number; about?: Words }) => (
  <>
    <OpenButton words={['提醒付款…', 'Remind…']} className="button" {...(about && { about })}>
      {(close) => <RemindSheet id={id} close={close} />}
    </OpenButton>
    <OpenButton words={['暫停提醒…', 'Be silent…']} className="button" {...(about && { about })}>
      {(close) => <SilenceSheet id={id} close={close} />}
    </OpenButton>
  </>
)
