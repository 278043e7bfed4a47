import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import Search from '~icons/lucide/search'

const PAUSE_MS = 300

/** A search field that reports its text when the reader pauses, unless another page was opened meanwhile. */
export const DelayedSearch = ({
  label,
  value,
  change,
}: {
  label: string
  value: string
  change: (value: string) => void
}) => {
  const [text, setText] = useState(value)
  const router = useRouter()
  const [page] = useState(router.latestLocation.pathname)
  const reported = useRef(value)
  // A reported text comes back as the value, possibly after more was typed, and is ignored; any other value was set elsewhere.
  useEffect(() => {
    if (value !== reported.current) setText(value)
    reported.current = value
  }, [value])
  useEffect(() => {
    if (text.trim() === value || text.trim() === reported.current) return
    const report = () => {
      if (router.latestLocation.pathname !== page) return
      reported.current = text.trim()
      change(text.trim())
    }
    const timer = setTimeout(report, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className="q">
      <Search width={15} height={15} />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  )
}
