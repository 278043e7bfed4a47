import type { PlannedTripBulkFlightInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { flightDirectionWords } from 'guidon-sdk/words'
import { useState } from 'react'
import Plus from '~icons/lucide/plus'
import { chosenIn } from '../../../kit/choices.ts'
import { numberSent } from '../../../kit/typed.ts'
import { useSay } from '../../../kit/words.ts'
import { Choice, Field, type Given } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import { Code } from '../flights/flight-fields.tsx'

type Flight = NonNullable<PlannedTripBulkFlightInput['flights']>[number]
const MOST = 30

/** The flights of a trip by the days of its program, for departures on any date. */
export const FlightRows = () => {
  const say = useSay()
  // A row keeps its key while others are removed, and with it what was typed.
  const [rows, setRows] = useState([0, 1])
  return (
    <>
      <input type="hidden" name="flights" value={rows.length} />
      {rows.map((row, n) => (
        <FlightRow
          key={row}
          n={n}
          first={row === 0 ? 'outbound' : 'inbound'}
          {...(rows.length > 1 && { remove: () => setRows(rows.filter((one) => one !== row)) })}
        />
      ))}
      {rows.length < MOST && (
        <div>
          <button type="button" className="button" onClick={() => setRows([...rows, Math.max(...rows) + 1])}>
            <Plus />
            {say('加一個航班', 'Add a flight')}
          </button>
        </div>
      )}
    </>
  )
}

type RowProps = { n: number; first: Flight['direction']; remove?: () => void }

const FlightRow = ({ n, first, remove }: RowProps) => {
  const say = useSay()
  const at = `flights.${n}`
  return (
    <Group title={say(`航班 ${n + 1}`, `Flight ${n + 1}`)}>
      <Pairs>
        <WordChoice id={`${at}.direction`} label={say(...label.direction)} words={flightDirectionWords} first={first} />
        <Code
          id={`${at}.flight_number`}
          label={say(...label.flight_number)}
          example="BR198"
          longest={9}
          first={undefined}
        />
        <Field
          id={`${at}.day`}
          label={say('第幾天（出發日是 1）', 'Day (1 is the departure)')}
          inputMode="numeric"
          {...(n === 0 && { defaultValue: '1' })}
          required
        />
        <Choice
          id={`${at}.arrives_days_later`}
          label={say('抵達日', 'Arrives on')}
          defaultValue="0"
          options={[
            ['0', say('當天', 'The same day')],
            ['1', say('隔天', 'The next day')],
            ['2', say('兩天後', 'Two days later')],
            ['-1', say('前一天', 'The day before')],
          ]}
        />
        <Code id={`${at}.origin`} label={say(...label.origin)} example="TPE" longest={3} first={undefined} />
        <Code id={`${at}.destination`} label={say(...label.destination)} example="NRT" longest={3} first={undefined} />
        <Field
          id={`${at}.departs`}
          label={say('起飛（當地）', 'Departs, local')}
          placeholder="08:50"
          typed="time"
          required
        />
        <Field
          id={`${at}.arrives`}
          label={say('抵達（當地）', 'Arrives, local')}
          placeholder="13:10"
          typed="time"
          required
        />
      </Pairs>
      {remove && (
        <div>
          <button type="button" className="button" onClick={remove}>
            {say(`移除航班 ${n + 1}`, `Remove flight ${n + 1}`)}
          </button>
        </div>
      )}
    </Group>
  )
}

/** What was typed, with the days as the service counts them: the departure is 0. */
export const flightsIn = (given: Given): Flight[] =>
  Array.from({ length: Number(given('flights')) }, (_, n) => {
    const of = (name: string) => given(`flights.${n}.${name}`)
    return {
      direction: chosenIn(flightDirectionWords, of('direction')) ?? 'outbound',
      day: sinceDeparture(of('day')),
      flight_number: of('flight_number').replace(/\s/g, '').toUpperCase(),
      origin: of('origin').toUpperCase(),
      destination: of('destination').toUpperCase(),
      departs: of('departs'),
      arrives: of('arrives'),
      arrives_days_later: Number(of('arrives_days_later')),
    }
  })

const sinceDeparture = (typed: string) => {
  const day = numberSent(typed)
  return Number.isInteger(day) ? day - 1 : day
}
