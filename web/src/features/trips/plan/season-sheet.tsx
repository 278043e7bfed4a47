import { useNavigate } from '@tanstack/react-router'
import { createPlannedTrips } from 'guidon-sdk'
import { useState } from 'react'
import { plural, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { Departures, type Planned } from '../departures.tsx'
import { type Season, SeasonFields, seasonIn } from './season-fields.tsx'

/** Plans the trips of a season: first shows every departure with what prevents it, then plans those that are ticked. */
export default function SeasonSheet({ close }: { close: () => void }) {
  const say = useSay()
  const [shown, setShown] = useState<{ season: Season; departures: Planned[] }>()
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const preview = useWrite({
    send: (season: Season, guidon) => createPlannedTrips(guidon, { ...season, dry_run: true }),
    done: ({ data }, season) => setShown({ season, departures: data }),
  })
  // A date that became impossible meanwhile is marked in the preview.
  const creation = useCreation(close, () => shown && preview.mutate(shown.season))
  const days = (shown?.departures ?? [])
    .filter(({ status, departure_date }) => status !== 'refused' && !skipped.includes(departure_date))
    .map(({ departure_date }) => departure_date)
  return (
    <Sheet title={say('批次開團', 'Plan several trips')} close={close}>
      <Form
        send={shown ? say(`開 ${days.length} 團`, `Plan ${plural(days.length, 'trip')}`) : say('預覽', 'Preview')}
        error={shown ? creation.error : preview.error}
        isPending={preview.isPending || creation.isPending}
        isBlocked={shown !== undefined && days.length === 0}
        submit={(given) => (shown ? creation.mutate({ season: shown.season, days }) : preview.mutate(seasonIn(given)))}
        beside={
          shown && (
            <button type="button" className="button" onClick={() => setShown(undefined)}>
              {say('回上一步', 'Back')}
            </button>
          )
        }
      >
        <div hidden={shown !== undefined}>
          <div className="form">
            <SeasonFields />
          </div>
        </div>
        {shown && <Departures departures={shown.departures} skipped={skipped} skip={setSkipped} />}
      </Form>
    </Sheet>
  )
}

const useCreation = (close: () => void, again: () => void) => {
  const say = useSay()
  const navigate = useNavigate()
  return useWrite({
    send: ({ season: { pattern: _pattern, ...season }, days }: { season: Season; days: string[] }, guidon) =>
      createPlannedTrips(guidon, { ...season, dates: days }),
    done: (_planned, { days }) => {
      close()
      navigate({ to: '/trips', search: { from: days[0], to: days.at(-1) } })
    },
    says: ({ meta: { created } }) => ({ title: say(`已開 ${created} 團`, `${plural(created, 'trip')} planned`) }),
    failed: again,
    changes: ['trips'],
  })
}
