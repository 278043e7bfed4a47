import { Link } from '@tanstack/react-router'
import { publishPackage, Refusal } from 'guidon-sdk'
import { useState } from 'react'
import { sentenceOf } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Next } from '../../ui/next.tsx'
import { mayEdit, type OnePackage } from './queries.ts'
import type { PackageTab } from './search.ts'

/** The next step of a draft. An archived package waits for nobody: it is published again from the menu of its heading. */
export const Steps = ({ one }: { one: OnePackage }) => {
  if (!mayEdit(useMe()) || one.status !== 'draft') return null
  return (
    <Next>
      <Publish one={one} />
    </Next>
  )
}

/** Publishes the package; what it still lacks is the answer of the service. */
export const Publish = ({ one: { id, version }, close }: { one: OnePackage; close?: () => void }) => {
  const say = useSay()
  // The refusal is shown until something is saved, because that may have corrected it.
  const [refusedAt, setRefusedAt] = useState<number>()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => publishPackage(guidon, id, { version }),
    changes: ['packages', 'options'],
    failed: () => setRefusedAt(version),
    ...(close && { close }),
  })
  return (
    <>
      <button type="button" className="button main" disabled={isPending} onClick={() => mutate()}>
        {say('上架', 'Publish')}
      </button>
      {error && refusedAt === version && <Faults error={error} id={id} />}
    </>
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
