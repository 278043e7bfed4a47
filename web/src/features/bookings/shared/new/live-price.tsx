import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { quoteBooking } from 'guidon-sdk'
import { priceLineWords } from 'guidon-sdk/words'
import { guidon } from '../../../../kit/api.ts'
import { price } from '../../../../kit/money.ts'
import { useSay } from '../../../../kit/words.ts'
import { useFormValue } from './form-value.ts'
import { type Party, sentParty } from './party.ts'
import css from './sheet.module.css'

/** The price of the party as it is entered now. The service calculates it; nothing is stored. */
export const LivePrice = () => {
  const say = useSay()
  const { value: asked, mark } = useFormValue(partyIn)
  const { data } = useQuery({
    queryKey: ['quote', asked],
    queryFn: () => quoteBooking(guidon, asked ?? { planned_trip_id: 0, travelers: [] }),
    enabled: asked !== undefined && asked.planned_trip_id > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const currency = data?.currency ?? undefined
  return (
    <div className={css.livePrice} role="status" ref={mark}>
      {data?.currency === null && say('這一團還沒有價格。', 'This trip has no price yet.')}
      {data && data.currency !== null && (
        <>
          <b>
            {say('合計 ', 'In all ')}
            {price(data.total, currency)}
          </b>
          {data.deposit > 0 && (
            <span>
              {say('訂金 ', 'deposit ')}
              {price(data.deposit, currency)}
            </span>
          )}
          <span className="small soft">
            {data.lines
              .map(
                ({ kind, quantity, unit_price }) =>
                  `${say(...priceLineWords[kind])} ${price(unit_price, currency)} × ${quantity}`,
              )
              .join('・')}
          </span>
        </>
      )}
    </div>
  )
}

const partyIn = (given: FormData) => {
  const party: Party = JSON.parse(String(given.get('travelers') ?? '') || '{"people":[],"beds":{}}')
  const { travelers, rooms } = sentParty(party)
  return {
    planned_trip_id: Number(given.get('planned_trip_id')),
    travelers: travelers.map(({ birth_date, bed }) => ({
      // A date that is not complete yet is left out.
      ...(birth_date && /^\d{4}-\d\d-\d\d$/.test(birth_date) && { birth_date }),
      ...(bed !== undefined && { bed }),
    })),
    rooms,
  }
}
