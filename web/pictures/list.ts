import type { Page } from 'playwright-core'

/** Reads from the API of the demo as an account. */
export type Read = (name: string, path: string) => Promise<{ id: number }[]>

export type Picture = {
  /** The name of its file in docs/pictures. */
  name: string
  /** The account of the demo; without one, a stranger. */
  as?: string
  path: string | ((read: Read) => Promise<string>)
  /** What must be seen before it is taken. */
  ready: string
  size: 'desk' | 'phone'
  locale?: 'en-US'
  isDark?: true
  /** What is done on the page first. */
  first?: (page: Page) => Promise<unknown>
}

/** The trip that leaves in so many days. */
const leavingIn = (days: number) => async (read: Read) => {
  const day = new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Taipei' })
  const [trip] = await read('op', `/planned-trips?from=${day}&to=${day}`)
  return `/desk/trips/${trip?.id}`
}
const tabOf = (tab: string, days: number) => async (read: Read) => `${await leavingIn(days)(read)}?tab=${tab}`

/** The pictures of README and docs/TOUR.md. */
export const pictures: readonly Picture[] = [
  { name: 'morning', as: 'sales', path: '/desk', ready: '.todo li', size: 'desk' },
  {
    name: 'conversation',
    as: 'sales',
    path: '/desk/requests/24',
    ready: '.composer',
    size: 'desk',
    // It opens at what was said last.
    first: async (page) => {
      await page.waitForFunction(() => scrollY > 0)
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  { name: 'trip', as: 'op', path: leavingIn(6), ready: '.flights li', size: 'desk' },
  { name: 'rooms', as: 'op', path: tabOf('rooms', 6), ready: '.bench .guest', size: 'desk' },
  { name: 'booking', as: 'sales', path: '/desk/bookings/9', ready: '.money tfoot', size: 'desk', locale: 'en-US' },
  { name: 'trips', as: 'op', path: '/desk/trips', ready: 'a.row-link', size: 'desk', locale: 'en-US' },
  { name: 'leaders', as: 'line-control', path: '/desk/leaders', ready: '.gantt li', size: 'desk', isDark: true },
  { name: 'results', as: 'finance', path: '/desk/money?view=results', ready: '.result .sum', size: 'desk' },
  { name: 'mails', as: 'admin', path: '/desk/mails?group=booking', ready: '.letter', size: 'desk', locale: 'en-US' },
  { name: 'leader-on-the-road', as: 'leader', path: '/desk', ready: '.leaving', size: 'phone' },
  { name: 'people-of-a-leader', as: 'leader', path: '/desk/trips/10?tab=people', ready: '.manifest li', size: 'phone' },
  { name: 'at-the-door', as: 'op', path: '/desk/sessions/1?tab=door', ready: '.person', size: 'phone' },
]
