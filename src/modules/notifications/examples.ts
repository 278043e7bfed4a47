import { type Static, Type } from 'typebox'
import { anyText, oneOf } from '../../kit/fields.ts'
import { locales } from '../../kit/words/words.ts'
import { groupWords } from './group-labels.ts'
import { allPreviews, groupOf } from './preview.ts'

export const NoticeExample = Type.Object({
  name: anyText('booking.confirmed'),
  group: anyText('booking'),
  label: anyText('訂單'),
  label_en: anyText('Bookings'),
  channels: Type.Array(oneOf(['app', 'mail'])),
  said: Type.Array(Type.Object({ locale: oneOf(locales), subject: anyText(), text: anyText() })),
})

/** The notices in the groups of the gallery, each in all languages. */
export const noticeExamples = (): Static<typeof NoticeExample>[] =>
  allPreviews().map((preview) => {
    const group = groupOf(preview)
    const [label, label_en] = groupWords[group] ?? [group, group]
    return { ...preview, group, label, label_en, channels: [...preview.channels], said: [...preview.said] }
  })
