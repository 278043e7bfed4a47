import { nameOf, useSay } from '../../kit/words.ts'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { OnePackage } from './queries.ts'
import { Publish } from './steps.tsx'

/** Publishes an archived package again; what it lacks meanwhile is said here. */
export default function PublishAgainSheet({ one, close }: { one: OnePackage; close: () => void }) {
  const say = useSay()
  return (
    <Sheet title={say(`重新上架 ${one.name}`, `Publish ${nameOf(say, one)} again`)} close={close}>
      <p>
        {say(
          '重新列在網站與清單上，並可再開新團。',
          'It is on the site and the list again, and trips can be planned of it.',
        )}
      </p>
      <Publish one={one} close={close} />
    </Sheet>
  )
}
