import './palette.css'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Search, search } from 'guidon-sdk'
import { Fragment, type ReactNode, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { guidon, sentenceOf } from '../kit/api.ts'
import { dayWithYear } from '../kit/days.ts'
import { useMe } from '../kit/me.ts'
import { useSay } from '../kit/words.ts'
import { Search as Lens } from '../parts/icons.tsx'
import { pageOf } from '../parts/subject-link.tsx'
import { type Place, places } from './places.ts'

/** One field that leads anywhere: to pages and to records. */
export default function Palette({ close }: { close: () => void }) {
  const say = useSay()
  const router = useRouter()
  const [text, setText] = useState('')
  const isAsking = useIsFetching({ queryKey: ['search'] }) > 0
  const { records, error } = useRecords(text)
  const unreachable = say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.')
  const nothing = error ? sentenceOf(error, unreachable) : say('找不到', 'Nothing found')
  const emptyWords = isAsking ? say('搜尋中…', 'Searching…') : nothing
  const go = (key: string | number) => {
    close()
    router.history.push(router.buildLocation(targetOf(String(key))).href)
  }
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={close}>
      <Modal className="palette">
        <Dialog aria-label={say('搜尋', 'Search')}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <div className="ask">
              <Lens size={18} />
              <SearchField autoFocus aria-label={say('搜尋', 'Search')}>
                <Input placeholder={say('團號、旅客、訂單、電話、頁面…', 'Trip, traveler, booking, phone, page…')} />
              </SearchField>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
            <div className="results" tabIndex={0}>
              <Menu
                onAction={go}
                aria-label={say('結果', 'Results')}
                renderEmptyState={() => <p className="empty">{emptyWords}</p>}
              >
                {usePlaces(text)}
                {records}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A key is the number of a place, or the kind and the id of a record: `booking 7`. */
const targetOf = (key: string) => {
  const place = places[Number(key)]
  if (place) return { to: place.to, search: place.search ?? {} }
  const [type = '', id] = key.split(' ')
  return pageOf({ type, id: Number(id) }) ?? { to: '/' }
}

/** The kinds of records that have a page here. */
const types = ['planned_trip', 'booking', 'traveler', 'addon_request', 'tour_leader'] as const

const usePlaces = (text: string) => {
  const say = useSay()
  const me = useMe()
  const isFit = ({ words, isFor }: Place) =>
    isFor(me) && words.join(' ').toLowerCase().includes(text.trim().toLowerCase())
  const fit = places.flatMap((place, nth) => (isFit(place) ? [{ ...place, nth }] : []))
  return section(
    say('前往', 'Go to'),
    fit.map(({ nth, words }) => (
      <MenuItem className="result" key={nth} id={String(nth)} textValue={words.join(' ')}>
        {say(...words)}
      </MenuItem>
    )),
  )
}

const useRecords = (text: string) => {
  const say = useSay()
  const q = text.trim()
  // What was found for the text before must not be opened by Enter, so it is not shown.
  const { data, error } = useQuery({
    queryKey: ['search', q],
    queryFn: () => search(guidon, { q, types: [...types] }),
    enabled: q !== '',
  })
  const found = q ? (data?.data ?? []) : []
  const records = found.map(({ kind, label, label_en, items }) => (
    <Fragment key={kind}>
      {section(
        say(label, label_en),
        items.map((item) => (
          <MenuItem
            className="result"
            key={item.id}
            id={`${kind} ${item.id}`}
            textValue={`${item.number ?? ''} ${item.name ?? ''} ${q}`}
          >
            <Found item={item} />
          </MenuItem>
        )),
      )}
    </Fragment>
  ))
  return { records, error }
}

const Found = ({ item }: { item: Search['items'][number] }) => {
  const say = useSay()
  const { name, name_en, number, also, day } = item
  const field = say('name', name_en ? 'name_en' : 'name')
  const title = say(name ?? '', name_en ?? name ?? '')
  const numbers = [also, day && dayWithYear(day)].filter(Boolean).join('・')
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

/** A heading stands only over something. */
const section = (title: string, items: ReactNode[]) =>
  items.length > 0 && (
    <MenuSection>
      <Header>{title}</Header>
      {items}
    </MenuSection>
  )
