import { useQuery } from '@tanstack/react-query'
import { listHotels, type PlannedTripSegment } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { mealWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { choicesOf } from '../../../kit/choices.ts'
import { useSay } from '../../../kit/words.ts'
import { Choice, Field } from '../../../ui/forms/form.tsx'
import { mealNames, meals } from './meals.tsx'

type Planned = Partial<
  Pick<
    PlannedTripSegment,
    | 'hotel_name'
    | 'other_hotel_name'
    | 'or_similar'
    | 'breakfast'
    | 'lunch'
    | 'dinner'
    | 'breakfast_text'
    | 'lunch_text'
    | 'dinner_text'
  >
>
type Props = {
  /** The day as it is stored, if it is. */
  first: Planned | undefined
  id: (name: string) => string
}

const texts = { breakfast: label.breakfast_text, lunch: label.lunch_text, dinner: label.dinner_text }

/** Who provides each meal of a day, and what it is. */
export const MealFields = ({ first, id }: Props) => {
  const say = useSay()
  return meals.flatMap((meal) => [
    <Choice
      key={meal}
      id={id(meal)}
      label={say(`${mealNames[meal][0]}餐`, mealNames[meal][1])}
      defaultValue={first?.[meal] ?? 'none'}
      options={choicesOf(say, mealWords)}
    />,
    <Field
      key={`${meal}_text`}
      id={id(`${meal}_text`)}
      label={say(...texts[meal])}
      defaultValue={first?.[`${meal}_text`] ?? ''}
      maxLength={200}
    />,
  ])
}

/** The hotels that the itinerary names, with those of the house as suggestions. */
export const HotelFields = ({ first, id, named }: Props & { named: string }) => {
  const say = useSay()
  return (
    <>
      <HotelName id={id('hotel_name')} label={named} first={first?.hotel_name} />
      <HotelName id={id('other_hotel_name')} label={say(...label.other_hotel_name)} first={first?.other_hotel_name} />
      <label className="check">
        <input type="checkbox" name={id('or_similar')} value="yes" defaultChecked={first?.or_similar === true} />
        {say(...label.or_similar)}
      </label>
    </>
  )
}

type NameProps = { id: string; label: string; first: string | null | undefined }

const HotelName = ({ id, label, first }: NameProps) => {
  const [typed, type] = useState('')
  const { data } = useQuery({
    queryKey: ['reference', 'hotels', 'suggested', typed],
    queryFn: () => listHotels(guidon, { q: typed, is_active: true, per_page: 8 }),
    enabled: typed.length > 0,
  })
  return (
    <>
      <Field
        id={id}
        label={label}
        defaultValue={first ?? ''}
        maxLength={200}
        list={`${id}_suggested`}
        onInput={({ currentTarget }) => type(currentTarget.value.trim())}
      />
      <datalist id={`${id}_suggested`}>
        {data?.data.map(({ id: hotel, name }) => (
          <option key={hotel} value={name} />
        ))}
      </datalist>
    </>
  )
}
