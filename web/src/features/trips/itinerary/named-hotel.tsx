import { useQuery } from '@tanstack/react-query'
import { createHotel, listHotels } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import type { PlannedNights } from './planned-nights.ts'

/** The hotel that the itinerary names: selected if the agency has it in its list; otherwise it can be created here. */
export const NamedHotel = ({ hotel_name: name, city_id }: PlannedNights) => {
  const say = useSay()
  const [created, setCreated] = useState<number>()
  const query = { q: name, is_active: true, per_page: 20 }
  const { data } = useQuery({ queryKey: ['reference', 'hotels', query], queryFn: () => listHotels(guidon, query) })
  const known = created ?? data?.data.find((hotel) => hotel.name === name || hotel.name_en === name)?.id
  const { mutate, isPending } = useWrite({
    send: (city: number, service) => createHotel(service, { name, city_id: city }),
    changes: ['reference', 'options'],
    says: ['飯店已建立', 'The hotel is created'],
    tellsRefusal: true,
    done: ({ id }) => setCreated(id),
  })
  return (
    <>
      <RecordField key={known} id="hotel_id" label={say(...label.hotel_id)} of="/api/hotels" first={known} required />
      {data && known === undefined && (
        <p className="small soft">
          {say(`飯店資料裡還沒有「${name}」。`, `“${name}” is not among the hotels yet.`)}{' '}
          {city_id === null ? (
            say(
              '先在行程填寫住宿城市，就能在這裡建立。',
              'First enter the overnight city in the itinerary; then you can create the hotel here.',
            )
          ) : (
            <button type="button" className="button" disabled={isPending} onClick={() => mutate(city_id)}>
              {say(`建立這家飯店`, 'Create this hotel')}
            </button>
          )}
        </p>
      )}
    </>
  )
}
