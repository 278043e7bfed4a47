import { Link } from '@tanstack/react-router'
import { publishPackage, Refusal } from 'guidon-sdk'
import { useState } from 'react'
import { sentenceOf } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Next } from '../../ui/next.tsx'
import type { OnePackage } from './queries.ts'
import type { PackageTab } from './search.ts'

/** Publishes the package; what it still lacks is the answer of the service. */
export const Steps = ({ one: { id, version } }: { one: OnePackage }) => {
  const say = useSay()
  // The refusal is shown until something is saved, because that may have corrected it.
  const [refusedAt, setRefusedAt] = useState<number>()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => publishPackage(guidon, id, { version }),
    changes: ['packages', 'options'],
    failed: () => setRefusedAt(version),
  })
  return (
    <Next>
      <button type="button" className="button main" disabled={isPending} onClick={() => mutate()}>
        {say('上架', 'Publish')}
      </button>
      {error && refusedAt === version && <Faults error={error} id={id} />}
    </Next>
  )
}

/** The tab where a fault can be corrected. */
const tabOf: Record<string, PackageTab> = { segments: 'itinerary', prices: 'prices' }

/** The reasons of a refusal, each with a link to its place. */
const Faults = ({ error, id }: { error: Error; id: number }) => {
  const say = useSay()
  const faults = error instanceof Refusal ? Object.entries(error.errors) : []
  return (
    <div className="told fault" role="alert">
      {faults.length === 0 && sentenceOf(error)}
      {faults.length > 0 && <p>{say('還不能上架：', 'It cannot be published yet:')}</p>}
      <ul>
        {faults.flatMap(([field, sentences]) =>
          sentences.map((sentence) => (
            <li key={sentence}>
              {field === 'house' ? (
                <Link to="/house">{sentence}</Link>
              ) : (
                <Link to="/packages/$id" params={{ id: String(id) }} search={{ tab: tabOf[field] }}>
                  {sentence}
                </Link>
              )}
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
