import { Suspense, useState } from 'react'
import Bookmark from '~icons/lucide/bookmark'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { Asked } from './asked.ts'

const Views = lazy(() => import('./views.tsx'))
const ViewSheet = lazy(() => import('./sheet.tsx'))

type Props = { list: string; filter: Asked }

/** The saved views of a list. They are read when the menu opens; each leads to its address. */
export const SavedViews = ({ list, filter: { page: _page, ...asked } }: Props) => {
  const say = useSay()
  const [named, name] = useState<number | 'new'>()
  return (
    <>
      <Menu label={say('檢視', 'Views')} icon={Bookmark}>
        {({ isOpen, close }) => {
          const closeAndName = (view: number | 'new') => {
            close()
            name(view)
          }
          return (
            <>
              {/* Above the views, so that it does not move under the pointer when they arrive. */}
              <button
                type="button"
                className="button"
                disabled={Object.keys(asked).length === 0}
                onClick={() => closeAndName('new')}
              >
                {say('儲存目前的條件…', 'Save these filters…')}
              </button>
              <Suspense>{isOpen && <Views list={list} asked={asked} close={close} rename={closeAndName} />}</Suspense>
            </>
          )
        }}
      </Menu>
      <Suspense>{named && <ViewSheet list={list} asked={asked} of={named} close={() => name(undefined)} />}</Suspense>
    </>
  )
}
