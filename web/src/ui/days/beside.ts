import { type RefObject, useLayoutEffect } from 'react'

const GAP = 6
const MARGIN = 8

/** Places a popover below its element, or above it if there is more room, and always within the window. */
export const useBeside = (
  popover: RefObject<HTMLElement | null>,
  field: RefObject<HTMLElement | null>,
  isOpen: boolean,
) => {
  useLayoutEffect(() => {
    if (!isOpen || !popover.current) return undefined
    const put = () => popover.current && field.current && moveBeside(popover.current, field.current)
    put()
    // The height changes, because a month has four to six weeks.
    const sizes = new ResizeObserver(put)
    sizes.observe(popover.current)
    window.addEventListener('resize', put)
    window.addEventListener('scroll', put, true)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', put)
      window.removeEventListener('scroll', put, true)
    }
  }, [popover, field, isOpen])
}

const moveBeside = ({ style, offsetWidth, offsetHeight }: HTMLElement, field: HTMLElement) => {
  const { left, top, bottom } = field.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const within = (at: number, room: number) => Math.max(MARGIN, Math.min(at, room - MARGIN))
  const isBelow = bottom + GAP + offsetHeight <= clientHeight - MARGIN || top < clientHeight - bottom
  style.left = `${within(left, clientWidth - offsetWidth)}px`
  style.top = `${within(isBelow ? bottom + GAP : top - GAP - offsetHeight, clientHeight - offsetHeight)}px`
}
