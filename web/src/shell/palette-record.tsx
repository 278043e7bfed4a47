import type { Search } from 'guidon-sdk'
import { dayWithYear } from '../kit/days.ts'
import { useSay } from '../kit/words.ts'

/** A record in the results of the palette. */
export const Found = ({ item }: { item: Search['items'][number] }) => {
  const say = useSay()
  const { name, name_en, number, also, day } = item
  const field = say('name', name_en ? 'name_en' : 'name')
  const title = say(name ?? '', name_en ?? name ?? '')
  // A booking number begins with the serial of its trip, so the serial is not shown twice.
  const isSaid = also !== null && number?.startsWith(also)
  const numbers = [!isSaid && also, day && dayWithYear(day)].filter(Boolean).join('・')
  return (
    <>
      <b>
        {title ? (
          <Marked text={title} item={item} field={field} />
        ) : (
          <Marked text={number ?? ''} item={item} field="number" />
        )}
      </b>
      <span className="soft">
        {title && number && <Marked text={number} item={item} field="number" />}
        {title && number && numbers && '・'}
        {numbers}
      </span>
    </>
  )
}

type MarkedProps = { text: string; item: Search['items'][number]; field: string }

/** A text with the matching parts marked. */
const Marked = ({ text, item: { highlights }, field }: MarkedProps) => {
  const { start, end } = highlights.find((each) => each.field === field) ?? { start: 0, end: 0 }
  return (
    <>
      {text.slice(0, start)}
      {end > start && <mark>{text.slice(start, end)}</mark>}
      {text.slice(end)}
    </>
  )
}
