import type { Search } from 'guidon-sdk'
import { dayWithYear } from '../kit/days.ts'
import { useSay } from '../kit/words.ts'

/** A record as the palette shows it. */
export const Found = ({ item }: { item: Search['items'][number] }) => {
  const say = useSay()
  const { name, name_en, number, also, day } = item
  const field = say('name', name_en ? 'name_en' : 'name')
  const title = say(name ?? '', name_en ?? name ?? '')
  // The number of a booking begins with that of its trip.
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

/** A text in which the found part is marked. */
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
