import { lazy } from '../../../../kit/lazy.ts'
import type { Words } from '../../../../kit/words.ts'
import { OpenButton } from '../../../../ui/open-button.tsx'

const RecordSheet = lazy(() => import('./record-sheet.tsx'))
const RefuseSheet = lazy(() => import('./refuse-sheet.tsx'))

/** What is done with a reported payment: it is recorded, or its customer is told that it is not there. */
export const ReportActs = ({ id, about }: { id: number; about?: Words }) => (
  <>
    <OpenButton words={['登記這筆…', 'Record it…']} className="button main" {...(about && { about })}>
      {(close) => <RecordSheet id={id} close={close} />}
    </OpenButton>
    <OpenButton words={['查無款項…', 'Not there…']} className="button" {...(about && { about })}>
      {(close) => <RefuseSheet id={id} close={close} />}
    </OpenButton>
  </>
)
