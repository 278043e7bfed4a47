import { lazy } from '../../kit/lazy.ts'
import { OpenButton } from '../../ui/open-button.tsx'
import type { Mailed } from './mail-paper-sheet.tsx'
import type { Booking } from './queries.ts'

const MailPaperSheet = lazy(() => import('./mail-paper-sheet.tsx'))

export const MailPaper = ({ booking, paper }: { booking: Booking; paper: Mailed }) => (
  <OpenButton words={['寄給客戶…', 'Mail it…']} about={paper.words} className="button">
    {(close) => <MailPaperSheet booking={booking} paper={paper} close={close} />}
  </OpenButton>
)
