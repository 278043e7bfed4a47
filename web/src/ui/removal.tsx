import type { Guidon } from 'guidon-sdk'
import Trash from '~icons/lucide/trash'
import { lazy } from '../kit/lazy.ts'
import { useSay, type Words } from '../kit/words.ts'
import type { Act } from './acts-menu.tsx'

const SureSheet = lazy(() => import('./forms/sure-sheet.tsx'))

type Removal = {
  /** What is done, where it is not said by 「刪除」. */
  act?: Words
  /** What the record is called. */
  name: string
  /** What is lost, and what to do instead. */
  lost: Words
  remove: (guidon: Guidon) => Promise<unknown>
  /** Leads to another page: a removed record is not read again. */
  leave: () => Promise<unknown>
  says?: Words
  changes: readonly string[]
}

/** The act that removes a record. Its sheet says what is lost. */
export const removalOf = ({ act = ['刪除', 'Remove'], ...removal }: Removal): Act => ({
  words: [`${act[0]}…`, `${act[1]}…`],
  icon: Trash,
  isGrave: true,
  sheet: (close) => <RemovalSheet {...removal} act={act} close={close} />,
})

const RemovalSheet = ({ act, name, lost, remove, leave, ...sheet }: Removal & { act: Words; close: () => void }) => {
  const say = useSay()
  return (
    <SureSheet
      {...sheet}
      title={`${say(...act)} ${name}`}
      lost={say(...lost)}
      send={say(...act)}
      act={async (guidon) => {
        await remove(guidon)
        await leave()
      }}
    />
  )
}
