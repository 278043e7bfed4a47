import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Later = (work: () => void) => () => void

export const inNextFrame: Later = (work) => {
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}

const LATEST_MS = 200

/** Runs `work` when the browser is idle; in Safari, which cannot tell, in the next frame. */
export const whenIdle: Later = (work) => {
  if (!window.requestIdleCallback) return inNextFrame(work)
  const call = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(call)
}

/** False until the first data of the page are loaded; for work that can wait until then. */
export const useAfterPage = () => {
  const [isAfter, setAfter] = useState(false)
  const isBusy = useIsFetching() > 0
  useEffect(() => {
    if (!isAfter && !isBusy) return whenIdle(() => setAfter(true))
  }, [isAfter, isBusy])
  return isAfter
}
