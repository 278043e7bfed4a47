import './palette.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { listAddonRequests } from 'guidon-sdk'
import { type ReactNode, useState } from 'react'
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
import { guidon } from '../kit/api.ts'
import { seesRequests, useMe } from '../kit/me.ts'
import { nameOf, useSay } from '../kit/words.ts'
import { Search } from '../parts/icons.tsx'
import { TurnBadge } from '../parts/turn-badge.tsx'
import { type Place, places } from './places.ts'

/** One field that leads anywhere: to pages and to requests. */
export default function Palette({ close }: { close: () => void }) {
  const say = useSay()
  const router = useRouter()
  const [text, setText] = useState('')
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
              <Search size={18} />
              <SearchField autoFocus aria-label={say('搜尋', 'Search')}>
                <Input placeholder={say('旅客、加購編號、頁面…', 'Traveler, request number, page…')} />
              </SearchField>
            </div>
            <Menu
              className="results"
              onAction={go}
              aria-label={say('結果', 'Results')}
              renderEmptyState={() => <p className="empty">{say('找不到', 'Nothing found')}</p>}
            >
              {usePlaces(text)}
              {useRequests(text)}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A key is the number of a place, or `request-7`. */
const targetOf = (key: string) => {
  const place = places[Number(key)]
  return place
    ? { to: place.to, search: place.search ?? {} }
    : { to: '/requests/$id', params: { id: key.replace('request-', '') } }
}

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

const useRequests = (text: string) => {
  const say = useSay()
  const mayFind = seesRequests(useMe())
  const q = text.trim()
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['requests', 'find', q],
    queryFn: () => listAddonRequests(guidon, { q, per_page: 6 }),
    enabled: q !== '' && mayFind,
    placeholderData: keepPreviousData,
  })
  return section(
    say('加購', 'Add-ons'),
    (q ? (data?.data ?? []) : []).map((row) => (
      // What was found for the text before stays in sight, but Enter must not open it.
      <MenuItem
        className="result"
        key={row.id}
        id={`request-${row.id}`}
        textValue={`${row.request_number} ${q}`}
        isDisabled={isPlaceholderData}
      >
        <b>{nameOf(say, row.type)}</b>
        <span className="soft">
          {row.request_number}・{row.traveler.name}・{row.trip.serial}
        </span>
        <span className="right">
          <TurnBadge row={row} />
        </span>
      </MenuItem>
    )),
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
