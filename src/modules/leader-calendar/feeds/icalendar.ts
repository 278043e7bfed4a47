import { say, type Words } from '../../../kit/words/words.ts'
import type { Feed, FeedBlock } from './queries.ts'

/** An iCalendar file: whole days for trips and days off, hours in UTC for briefings. */
export async function icalendarOf({ name, locale, area_id }: Feed, blocks: FeedBlock[]) {
  const { default: ical, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } = await import('ical-generator')
  const calendar = ical({
    name: `${name} ${say(calendarWords, locale)}`,
    prodId: { company: 'Guidon', product: 'Leader calendar' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  })
  for (const block of blocks) {
    const title = say([block.title, block.title_en], locale)
    const place = say([block.place ?? '', block.place_en ?? block.place ?? ''], locale)
    calendar.createEvent({
      ...timeOf(block),
      // The id stays the same in every calendar and after every change.
      id: `${block.kind}-${block.subject.type}-${block.subject.id}@guidon`,
      summary: area_id === null ? title : `${block.leader} ${title}`,
      ...(place && { location: place }),
      status: block.is_firm ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      transparency: block.is_firm ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      stamp: new Date(block.updated_at),
      lastModified: new Date(block.updated_at),
    })
  }
  return calendar.toString()
}

const calendarWords: Words = ['領隊行程', 'leader calendar']

// In iCalendar the end of whole days is exclusive.
const timeOf = ({ starts_on, ends_on, starts_at, ends_at }: FeedBlock) =>
  starts_at && ends_at
    ? { start: new Date(starts_at), end: new Date(ends_at) }
    : { start: new Date(starts_on), end: new Date(Date.parse(ends_on) + 86_400_000), allDay: true }
