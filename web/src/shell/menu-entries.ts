import type { House } from 'guidon-sdk'
import type { ComponentType, SVGProps } from 'react'
import Database from '~icons/lucide/database'
import Flag from '~icons/lucide/flag'
import MapIcon from '~icons/lucide/map'
import MessageCircle from '~icons/lucide/message-circle'
import MessagesSquare from '~icons/lucide/messages-square'
import PhoneIncoming from '~icons/lucide/phone-incoming'
import Presentation from '~icons/lucide/presentation'
import Receipt from '~icons/lucide/receipt'
import Route from '~icons/lucide/route'
import Settings from '~icons/lucide/settings-2'
import Stamp from '~icons/lucide/stamp'
import Sunrise from '~icons/lucide/sunrise'
import Users from '~icons/lucide/users'
import Wallet from '~icons/lucide/wallet'
import type { Me } from '../kit/me.ts'
import {
  everybody,
  isAdmin,
  isStaff,
  opensRequests,
  readsMessages,
  seesBookings,
  seesLeaders,
  seesPersons,
  seesRequests,
  seesSeminars,
  seesTravelers,
  seesTrips,
  seesTripsUnderWay,
  seesWaitingApprovals,
  worksOnEnquiries,
} from '../kit/roles.ts'
import type { Words } from '../kit/words.ts'

export type MenuEntry = {
  to:
    | '/'
    | '/requests'
    | '/packages'
    | '/trips'
    | '/on-the-road'
    | '/bookings'
    | '/enquiries'
    | '/travelers'
    | '/leaders'
    | '/approvals'
    | '/money'
    | '/seminars'
    | '/reference'
    | '/notifications'
    | '/account'
    | '/accounts'
    | '/audit'
    | '/feedback'
    | '/house'
    | '/site'
    | '/webhooks'
    | '/payment-providers'
    | '/receipt-platform'
    | '/line'
    | '/messages'
    | '/persons'
    | '/mails'
    | '/jobs'
    | '/health'
    | '/design'
    | '/upkeep/import'
  search?: {
    new?: true
    next_action_by?: 'me' | 'customer'
    overdue?: true
    missing_leader?: true
    view?: 'calendar' | 'doubles'
  }
  words: Words
  isFor: (me: Me) => boolean
  /** What the agency uses must be known for some; the others are always there. */
  isUsed?: (house: House | undefined) => boolean
  /** With an icon it stands in the menu; without one only the palette leads there. */
  icon?: ComponentType<SVGProps<SVGSVGElement>>
}

/** Where one can go, and who: the menu, and the first entries of the palette. */
export const menuEntries: readonly MenuEntry[] = [
  { to: '/', words: ['今日', 'Today'], isFor: everybody, icon: Sunrise },
  { to: '/requests', words: ['加購', 'Add-ons'], isFor: seesRequests, icon: MessagesSquare },
  {
    to: '/messages',
    words: ['訊息', 'Messages'],
    isFor: readsMessages,
    isUsed: (house) => house?.uses_line === true,
    icon: MessageCircle,
  },
  { to: '/packages', words: ['行程', 'Packages'], isFor: isStaff, icon: MapIcon },
  { to: '/trips', words: ['出團', 'Trips'], isFor: seesTrips, icon: Route },
  { to: '/enquiries', words: ['洽詢', 'Enquiries'], isFor: worksOnEnquiries, icon: PhoneIncoming },
  { to: '/bookings', words: ['訂單', 'Bookings'], isFor: seesBookings, icon: Receipt },
  { to: '/travelers', words: ['旅客', 'Travelers'], isFor: seesTravelers, icon: Users },
  { to: '/leaders', words: ['領隊', 'Leaders'], isFor: seesLeaders, icon: Flag },
  { to: '/seminars', words: ['說明會', 'Briefings'], isFor: seesSeminars, icon: Presentation },
  { to: '/approvals', words: ['核准', 'Approvals'], isFor: seesWaitingApprovals, icon: Stamp },
  { to: '/money', words: ['財務', 'Finance'], isFor: isStaff, icon: Wallet },
  { to: '/reference', words: ['基本資料', 'Reference data'], isFor: isStaff, icon: Database },
  { to: '/accounts', words: ['管理', 'Admin'], isFor: isAdmin, icon: Settings },
  { to: '/on-the-road', words: ['途中的團', 'Trips under way'], isFor: seesTripsUnderWay },
  {
    to: '/requests',
    search: { new: true },
    words: ['新增加購', 'New request'],
    isFor: opensRequests,
  },
  {
    to: '/requests',
    search: { next_action_by: 'me' },
    words: ['待我處理的加購', 'Add-ons waiting for me'],
    isFor: seesRequests,
  },
  {
    to: '/requests',
    search: { next_action_by: 'customer' },
    words: ['等客戶回覆的加購', 'Add-ons waiting for customers'],
    isFor: seesRequests,
  },
  { to: '/requests', search: { overdue: true }, words: ['逾期的加購', 'Overdue add-ons'], isFor: seesRequests },
  { to: '/trips', search: { view: 'calendar' }, words: ['出團年曆', 'Calendar of trips'], isFor: seesTrips },
  {
    to: '/trips',
    search: { missing_leader: true },
    words: ['未派領隊的團', 'Trips without a leader'],
    isFor: isStaff,
  },
  { to: '/enquiries', search: { new: true }, words: ['新增洽詢', 'New enquiry'], isFor: worksOnEnquiries },
  { to: '/bookings', search: { overdue: true }, words: ['逾期未付的訂單', 'Overdue bookings'], isFor: seesBookings },
  { to: '/feedback', words: ['旅後問卷', 'Feedback'], isFor: isStaff },
  { to: '/persons', words: ['客人', 'People'], isFor: seesPersons },
  {
    to: '/persons',
    search: { view: 'doubles' },
    words: ['可能重複的客人', 'Possible duplicates'],
    isFor: seesPersons,
  },
  { to: '/house', words: ['公司資料', 'The agency'], isFor: isStaff },
  { to: '/site', words: ['公開網站', 'Public site'], isFor: isAdmin },
  { to: '/upkeep/import', words: ['匯入資料', 'Import'], isFor: isAdmin },
  { to: '/payment-providers', words: ['線上付款', 'Online payments'], isFor: isAdmin },
  { to: '/receipt-platform', words: ['電子收據', 'Electronic receipts'], isFor: isAdmin },
  { to: '/line', words: ['LINE 官方帳號', 'LINE account'], isFor: isAdmin },
  { to: '/webhooks', words: ['Webhook', 'Webhooks'], isFor: isAdmin },
  { to: '/mails', words: ['信件與通知', 'Mails and notices'], isFor: isAdmin },
  { to: '/jobs', words: ['背景工作', 'Jobs'], isFor: isAdmin },
  { to: '/health', words: ['系統狀態', 'Health'], isFor: isAdmin },
  { to: '/design', words: ['元件', 'Parts of pages'], isFor: isAdmin },
  { to: '/audit', words: ['異動紀錄', 'Audit'], isFor: seesPersons },
  { to: '/notifications', words: ['通知', 'Notifications'], isFor: everybody },
  {
    to: '/account',
    words: ['我的帳號、密碼、兩步驟驗證', 'My account, password, two-step verification'],
    isFor: everybody,
  },
]
