import { Link } from '@tanstack/react-router'
import { lazy } from '../../../kit/lazy.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { SelectionBar } from '../../../ui/columns/chosen-table.tsx'
import type { Selection } from '../../../ui/columns/selection.ts'
import { OpenButton } from '../../../ui/open-button.tsx'

const ChangeSheet = lazy(() => import('./change-sheet.tsx'))
const HotelsSheet = lazy(() => import('./hotels-sheet.tsx'))
const FlightsSheet = lazy(() => import('./flights-sheet.tsx'))

/** What can be done with the ticked trips. */
export const TripsBar = ({ selection }: { selection: Selection }) => {
  const say = useSay()
  return (
    <SelectionBar
      selection={selection}
      counted={(count) => say(`已選 ${count} 團`, `${plural(count, 'trip')} selected`)}
    >
      <OpenButton words={['修改…', 'Edit…']} className="button">
        {(close) => <ChangeSheet trips={selection.ids} close={close} />}
      </OpenButton>
      <OpenButton words={['飯店…', 'Hotels…']} className="button">
        {(close) => <HotelsSheet trips={selection.ids} close={close} />}
      </OpenButton>
      <OpenButton words={['航班…', 'Flights…']} className="button">
        {(close) => <FlightsSheet trips={selection.ids} close={close} />}
      </OpenButton>
      <Link className="button" to="/leaders/proposal" search={{ trips: selection.ids.join() }}>
        {say('領隊…', 'Leaders…')}
      </Link>
    </SelectionBar>
  )
}
