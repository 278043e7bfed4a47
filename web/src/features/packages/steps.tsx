import { Link, useNavigate } from '@tanstack/react-router'
import { archivePackage, deletePackage, publishPackage, Refusal } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { sentenceOf } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { OnePackage } from './queries.ts'
import type { PackageTab } from './search.ts'

const PackageSheet = lazy(() => import('./package-sheet.tsx'))
const CloneSheet = lazy(() => import('./clone-sheet.tsx'))

type Props = { one: OnePackage }
type Step = 'publish' | 'archive' | 'remove'

/** Actions on the whole package. */
export const Steps = ({ one }: Props) => {
  const say = useSay()
  const [open, setOpen] = useState<'change' | 'clone'>()
  const { mutate, error, isPending } = useStep(one)
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="ways">
        {one.status !== 'published' && (
          <button type="button" className="button main" disabled={isPending} onClick={() => mutate('publish')}>
            {say('上架', 'Publish')}
          </button>
        )}
        <button type="button" className="button" onClick={() => setOpen('change')}>
          {say('修改', 'Change')}
        </button>
        <button type="button" className="button" onClick={() => setOpen('clone')}>
          {say('複製', 'Clone')}
        </button>
        {one.status !== 'archived' && (
          <ConfirmButton
            words={say('封存', 'Archive')}
            sure={say('確定封存？', 'Archive it?')}
            act={() => mutate('archive')}
            disabled={isPending}
          />
        )}
        {one.status !== 'published' && (
          <ConfirmButton
            words={say('刪除', 'Remove')}
            sure={say('確定刪除？', 'Remove it?')}
            act={() => mutate('remove')}
            disabled={isPending}
          />
        )}
      </div>
      {error && <Faults error={error} id={one.id} />}
      <Suspense>
        {open === 'change' && <PackageSheet one={one} close={close} />}
        {open === 'clone' && <CloneSheet one={one} close={close} />}
      </Suspense>
    </>
  )
}

const useStep = ({ id, version }: OnePackage) => {
  const navigate = useNavigate()
  // The refusal is shown until something is saved, because that may have corrected it.
  const [refusedAt, setRefusedAt] = useState<number>()
  const takes = { publish: publishPackage, archive: archivePackage, remove: deletePackage }
  const { error, ...write } = useWrite({
    send: async (step: Step, guidon) => {
      await takes[step](guidon, id, { version })
      // A removed record is not read again.
      if (step === 'remove') await navigate({ to: '/packages' })
    },
    changes: ['packages', 'options'],
    failed: () => setRefusedAt(version),
  })
  return { ...write, error: refusedAt === version ? error : null }
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
