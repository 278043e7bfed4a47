import { lazy } from '../../../kit/lazy.ts'
import type { Words } from '../../../kit/words.ts'
import { OpenButton } from '../../../ui/open-button.tsx'

const LoseSheet = lazy(() => import('./lose-sheet.tsx'))
const NoteSheet = lazy(() => import('./note-sheet.tsx'))

/** What is done after a call, in the morning: what was said and when to call again, or that nothing comes of it. */
export const EnquiryActs = ({ id, about }: { id: number; about: Words }) => (
  <>
    <OpenButton words={['記下聯絡…', 'Note the call…']} className="button main" about={about}>
      {(close) => <NoteSheet id={id} about={about} close={close} />}
    </OpenButton>
    <OpenButton words={['未成交…', 'Lost…']} className="button" about={about}>
      {(close) => <LoseSheet enquiry={{ id }} close={close} />}
    </OpenButton>
  </>
)
