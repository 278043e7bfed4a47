import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listBookings } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import X from '~icons/lucide/x'
import { guidon } from '../../../kit/api.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { iconName } from '../../../ui/icon-name.ts'
import css from './find-booking.module.css'

/** A booking that gets a part of some money. */
export type Part = { booking_id: number; booking_number: string; contact_name: string; balance: number }

/** Takes a booking out of those that get a part. */
export const RemovePart = ({ part: { booking_number }, remove }: { part: Part; remove: () => void }) => {
  const say = useSay()
  return (
    <button
      type="button"
      className="button plain square"
      {...iconName(say(`移除 ${booking_number}`, `Remove ${booking_number}`))}
      onClick={remove}
    >
      <X width={13} height={13} />
    </button>
  )
}

/** Finds a booking by its number, a name or a trip. */
export const FindBooking = ({ taken, take }: { taken: readonly number[]; take: (part: Part) => void }) => {
  const say = useSay()
  const [text, setText] = useState('')
  const q = text.trim()
  const { data: found } = useQuery({
    queryKey: ['bookings', 'find', q],
    queryFn: () => listBookings(guidon, { q, per_page: MOST_FOUND }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  })
  const others = q.length > 1 ? found?.data.filter(({ id }) => !taken.includes(id)) : []
  return (
    <>
      <label className="field">
        <span>{say('找訂單', 'Find a booking')}</span>
        <input
          type="search"
          className="input"
          value={text}
          placeholder={say('訂單編號、姓名或團號', 'Number, name or trip')}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {others && others.length > 0 && (
        <ul className={css.list} aria-label={say(...label.booking)}>
          {others.map(({ id, booking_number, contact, balance, currency }) => (
            <li key={id}>
              <button
                type="button"
                className="button worded"
                onClick={() => {
                  take({ booking_id: id, booking_number, contact_name: contact.name, balance })
                  setText('')
                }}
              >
                {booking_number} {contact.name}
                <span className="sub">
                  {say(`未付 ${price(balance, currency)}`, `owes ${price(balance, currency)}`)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {others?.length === 0 && q.length > 1 && found && <p className="small soft">{say('找不到', 'Nothing found')}</p>}
    </>
  )
}
const MOST_FOUND = 6
