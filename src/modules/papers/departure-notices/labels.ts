import type { Words } from '../../../kit/words/words.ts'
import type { NoticePart } from './schema.ts'

/** The names of the parts of a departure notice. */
export const noticePartWords: Record<NoticePart, Words> = {
  travelers: ['旅客', 'travelers'],
  dates: ['日期', 'dates'],
  briefing: ['說明會', 'briefing'],
  assembly: ['集合時間與地點', 'meeting point'],
  leader: ['領隊', 'tour leader'],
  flights: ['航班', 'flights'],
  hotels: ['飯店', 'hotels'],
  days: ['每日行程', 'itinerary'],
  notes: ['注意事項', 'notes'],
}
