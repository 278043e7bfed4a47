import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Later = (work: () => void) => () => void

export const inNextFrame: Later = (work) => {
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}

const LATEST_MS = 200

/** Runs `work` once the browser has nothing else to do; Safari cannot tell. */
export const whenIdle: Later = (work) => {
  if (!window.requestIdleCallback) return inNextFrame(work)
  const call = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(call)
}

/** False until the page has what it first reads, for what can wait until then. */
export const useAfterPage = () => {
  const [isAfter, setAfter] = useState(false)
  const isBusy = useIsFetching() > 0
  useEffect(() => {
    if (!isAfter && !isBusy) return whenIdle(() => setAfter(true))
  }, [isAfter, isBusy])
  return isAfter
}
