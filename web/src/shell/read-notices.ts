import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { countUnreadNotifications, markNotificationsAboutRead } from 'guidon-sdk'
import { useEffect } from 'react'
import { guidon, refresh } from '../kit/api.ts'
import { subjectAt } from '../ui/subject-link.tsx'

const READING_MS = 2_500

/** The unread notifications, as the bar counts them; the live stream updates the number. */
export const useUnread = () =>
  useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => countUnreadNotifications(guidon),
    staleTime: 300_000,
  }).data?.unread ?? 0

/** Marks the notifications about a record as read once its page has been open for a moment. */
export const useReadNotices = () => {
  const { pathname } = useLocation()
  const unread = useUnread()
  useEffect(() => {
    const subject = subjectAt(`/desk${pathname}`)
    if (!subject || unread === 0) return
    const read = async () => {
      if (document.hidden) return
      const answer = await markNotificationsAboutRead(guidon, subject).catch(() => undefined)
      if (answer?.marked) refresh('notifications')
    }
    const timer = setTimeout(read, READING_MS)
    return () => clearTimeout(timer)
  }, [pathname, unread])
}
