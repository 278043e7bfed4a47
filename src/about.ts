import { readFileSync } from 'node:fs'
import type { About } from './kit/http/openapi/about.ts'
import { testEvent, webhookEvents } from './modules/webhooks/events.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** The description of the service and its tags in the API reference. */
export const about: About = {
  title: 'Guidon',
  version,
  says: [
    '團體旅遊營運的後端：行程、出團、領隊、報名與加購需求。',
    'The back end that a group-tour operator runs on: packages, trips, leaders, registrations and add-on requests.',
  ],
  messages: { ...webhookEvents, ...testEvent },
  chapters: [
    {
      name: 'sign-in',
      says: ['登入', 'Sign-in'],
      holds: ['login', 'logout', 'logout-all', 'forgot-password', 'reset-password', 'sign-in-links'],
    },
    { name: 'users', says: ['使用者', 'Users'] },
    { name: 'me', says: ['我的帳號', 'My account'] },
    { name: 'house', says: ['旅行社', 'The agency'] },
    { name: 'branches', says: ['分公司', 'Branches'] },
    { name: 'continents', says: ['洲', 'Continents'] },
    { name: 'countries', says: ['國家', 'Countries'] },
    { name: 'regions', says: ['地區', 'Regions'] },
    { name: 'cities', says: ['城市', 'Cities'] },
    { name: 'airports', says: ['機場', 'Airports'] },
    { name: 'hotels', says: ['飯店', 'Hotels'] },
    { name: 'geographical-areas', says: ['地理區域', 'Geographical areas'] },
    { name: 'geography', says: ['地理總覽', 'Geography'] },
    { name: 'categories', says: ['分類', 'Categories'] },
    { name: 'seasons', says: ['季節', 'Seasons'] },
    { name: 'airlines', says: ['航空公司', 'Airlines'] },
    { name: 'tour-leaders', says: ['領隊', 'Tour leaders'] },
    { name: 'leader-regional-priorities', says: ['領隊地區優先順序', 'Leader regional priorities'] },
    { name: 'leader-country-priorities', says: ['領隊國家優先順序', 'Leader country priorities'] },
    { name: 'leader-unavailabilities', says: ['領隊不可出團期間', 'Leader unavailability'] },
    { name: 'leader-feeds', says: ['領隊行事曆訂閱', 'Leader calendar feeds'] },
    { name: 'packages', says: ['行程', 'Packages'] },
    { name: 'planned-trips', says: ['出團計畫', 'Planned trips'] },
    { name: 'planned-trip-flights', says: ['出團航班', 'Trip flights'] },
    { name: 'seminars', says: ['說明會', 'Seminars'] },
    { name: 'sessions', says: ['說明會場次', 'Seminar sessions'] },
    { name: 'public', says: ['公開頁面', 'Open to everybody'] },
    {
      name: 'trip-registrations',
      says: ['報名', 'Trip registration'],
      holds: ['trip-registrations', 'registrations'],
    },
    { name: 'bookings', says: ['訂單', 'Bookings'] },
    { name: 'travelers', says: ['旅客', 'Travelers'] },
    { name: 'traveler-documents', says: ['旅客證件', 'Traveler documents'] },
    { name: 'traveler-requests', says: ['旅客需求', 'Traveler requests'] },
    { name: 'addon-requests', says: ['加購需求', 'Add-on requests'] },
    { name: 'offers', says: ['報價連結', 'Offers by link'] },
    { name: 'attachments', says: ['附件', 'Attachments'] },
    { name: 'files', says: ['檔案', 'Files'] },
    { name: 'options', says: ['選項清單', 'Option lists'] },
    { name: 'notifications', says: ['通知', 'Notifications'] },
    { name: 'webhooks', says: ['Webhook', 'Webhooks'] },
    { name: 'audit', says: ['稽核紀錄', 'Audit'] },
    { name: 'problems', says: ['拒絕代碼', 'Refusals'] },
    { name: 'operation', says: ['運作', 'Operation'], holds: ['healthz', 'readyz', 'metrics'] },
  ],
}
