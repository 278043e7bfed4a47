import type { Page } from 'playwright-core'

/** Reads from the API of the demo as an account. */
export type Read = (name: string, path: string) => Promise<{ id: number; serial: string; booking_number: string }[]>

export type Picture = {
  /** The name of its file in docs/pictures. */
  name: string
  /** The account that is signed in; without one, the public page is shown. */
  as?: string
  path: string | ((read: Read) => Promise<string>)
  /** What must be visible before the picture is taken. */
  ready: string
  size: 'desk' | 'phone'
  locale?: 'en-US'
  isDark?: true
  /** Done on the page before the picture is taken. */
  first?: (page: Page) => Promise<unknown>
}

/** The trip that departs in so many days. */
const tripIn = async (days: number, read: Read) => {
  const day = new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Taipei' })
  const [trip] = await read('op', `/planned-trips?from=${day}&to=${day}`)
  return trip
}
const leavingIn = (days: number) => async (read: Read) => `/desk/trips/${(await tripIn(days, read))?.id}`
const tabOf = (tab: string, days: number) => async (read: Read) => `${await leavingIn(days)(read)}?tab=${tab}`

/** The pictures of README and docs/TOUR.md. */
export const pictures: readonly Picture[] = [
  { name: 'catalogue', path: '/', ready: 'article', size: 'desk' },
  {
    name: 'public-trip',
    path: async (read) => `/en/trips/${(await tripIn(20, read))?.serial}?party=2.1.0`,
    ready: '.sums',
    size: 'desk',
    locale: 'en-US',
  },
  {
    name: 'registration',
    path: async (read) => `/register/${(await tripIn(20, read))?.serial}?party=2.1.0`,
    ready: '#step',
    size: 'phone',
    first: async (page) => {
      await page.getByRole('button', { name: '下一步：旅客' }).first().click()
      await page.getByLabel('中文姓名').fill('王美玲')
      await page.getByLabel('出生日期').fill('1985-04-12')
      await page.getByLabel('出生日期').blur()
      await page.getByRole('status').getByText('已儲存', { exact: true }).waitFor()
    },
  },
  {
    name: 'place',
    as: 'customer2',
    path: async (read) => `/en/my/${(await read('customer2', '/bookings'))[0]?.booking_number}`,
    ready: '#todo',
    size: 'phone',
    locale: 'en-US',
    isDark: true,
  },
  { name: 'morning', as: 'sales', path: '/desk', ready: 'role=region >> role=listitem', size: 'desk' },
  {
    name: 'conversation',
    as: 'sales',
    path: '/desk/requests/24',
    ready: 'role=region[name="下一步"]',
    size: 'desk',
    // The page opens at the newest entry.
    first: async (page) => {
      await page.waitForFunction(() => scrollY > 0)
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  { name: 'trip', as: 'op', path: leavingIn(6), ready: 'role=region[name="航班"] >> role=listitem', size: 'desk' },
  { name: 'rooms', as: 'op', path: tabOf('rooms', 6), ready: 'button[draggable=true]', size: 'desk' },
  { name: 'booking', as: 'sales', path: '/desk/bookings/9', ready: 'tfoot', size: 'desk', locale: 'en-US' },
  { name: 'trips', as: 'op', path: '/desk/trips', ready: 'tbody a', size: 'desk', locale: 'en-US' },
  { name: 'leaders', as: 'line-control', path: '/desk/leaders', ready: '[data-leader]', size: 'desk', isDark: true },
  { name: 'results', as: 'finance', path: '/desk/money?view=results', ready: 'role=region[name="毛利"]', size: 'desk' },
  {
    name: 'mails',
    as: 'admin',
    path: '/desk/mails?group=booking',
    ready: 'role=article',
    size: 'desk',
    locale: 'en-US',
  },
  {
    name: 'leader-on-the-road',
    as: 'leader',
    path: '/desk',
    ready: 'role=region[name="即將出發"] >> role=listitem',
    size: 'phone',
  },
  {
    name: 'people-of-a-leader',
    as: 'leader',
    path: '/desk/trips/10?tab=people',
    ready: 'role=region[name="旅客"] >> role=listitem',
    size: 'phone',
  },
  {
    name: 'at-the-door',
    as: 'op',
    path: '/desk/sessions/2?tab=door',
    ready: 'role=region[name="報到"] >> role=button',
    size: 'phone',
    first: async (page) => {
      const door = page.getByRole('region', { name: '報到' })
      for (let arrived = 1; arrived <= 3; arrived++) {
        await door.getByRole('button', { pressed: false }).first().click()
        await door.getByRole('status').getByText(`${arrived}`, { exact: true }).waitFor()
      }
    },
  },
]
