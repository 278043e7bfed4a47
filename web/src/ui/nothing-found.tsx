import Search from '~icons/lucide/search'
import { useSay } from '../kit/words.ts'
import { Empty } from './empty.tsx'

/** Nothing that the filters of a list let through. */
export const NothingFound = ({ clear }: { clear?: (() => void) | undefined }) => {
  const say = useSay()
  return (
    <Empty
      icon={Search}
      act={
        clear && (
          <button type="button" className="button" onClick={clear}>
            {say('清除篩選', 'Clear the filters')}
          </button>
        )
      }
    >
      {say('沒有符合的資料', 'Nothing matches')}
    </Empty>
  )
}
