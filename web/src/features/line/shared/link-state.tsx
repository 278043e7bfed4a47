import { useQuery } from '@tanstack/react-query'
import { deleteLineLinkOfBooking, deleteMyLineLink, getLineLinkOfBooking, getMyLineLink } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { guidon } from '../../../kit/api.ts'
import { type Say, useSay } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Loading } from '../../../ui/empty.tsx'

type Props = {
  /** The contact of a booking, or without one the reader. */
  booking?: number
  /** Within a sheet, while which the page hears of no change. */
  isInSheet?: boolean
  /** What can be done besides. */
  children?: ReactNode
}

/** How many friends on LINE hear what a person is told, and the end of it. */
export const LinkState = ({ booking, isInSheet, children }: Props) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['line', 'link', booking],
    queryFn: () => (booking ? getLineLinkOfBooking(guidon, booking) : getMyLineLink(guidon)),
    refetchInterval: isInSheet ? SOON_MS : false,
  })
  const isLinked = data !== undefined && data.friends > 0
  return (
    <>
      {data ? <p>{linkedWords(say, data.friends)}</p> : <Loading />}
      {(children || isLinked) && (
        <div className="ways">
          {children}
          {isLinked && (
            <ActButton
              words={['解除連結…', 'Unlink…']}
              sure={['確定解除', 'Unlink them']}
              says={['已解除連結', 'Unlinked']}
              act={(writing) => (booking ? deleteLineLinkOfBooking(writing, booking) : deleteMyLineLink(writing))}
              changes={['line']}
            />
          )}
        </div>
      )}
    </>
  )
}

const SOON_MS = 3_000

const linkedWords = (say: Say, friends: number) =>
  friends === 0
    ? say('還沒有連結 LINE。', 'Not linked to LINE yet.')
    : say(`已連結 ${friends} 個 LINE，通知會傳到那裡。`, `Linked to LINE (${friends}); notices go there.`)
