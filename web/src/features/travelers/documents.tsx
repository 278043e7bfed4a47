import { useQuery } from '@tanstack/react-query'
import { listTravelerDocuments, type TripRegistrationDocument } from 'guidon-sdk'
import { documentKindWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import FileText from '~icons/lucide/file-text'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings, editsTravelers } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './one.module.css'
import { DocumentBadge } from './shared/document-badge.tsx'
import type { Traveler } from './words.ts'

const DocumentSheet = lazy(() => import('./document-sheet.tsx'))
const UploadSheet = lazy(() => import('./upload-sheet.tsx'))
const WantedSheet = lazy(() => import('./wanted-sheet.tsx'))

type Document = TripRegistrationDocument

/** The documents of a traveler: received ones, requested ones, and those that wait for a review. */
export const Documents = ({ traveler }: { traveler: Traveler }) => {
  const { id } = traveler
  const say = useSay()
  const [open, setOpen] = useState<'upload' | 'wanted' | Document>()
  const close = () => setOpen(undefined)
  const { data } = useQuery({
    queryKey: ['travelers', id, 'documents'],
    queryFn: () => listTravelerDocuments(guidon, { traveler_id: id, per_page: 100 }),
  })
  return (
    <Card
      title={say('證件與文件', 'Documents')}
      count={data?.data.length || undefined}
      aside={traveler.status === 'active' && <Ways want={() => setOpen('wanted')} upload={() => setOpen('upload')} />}
    >
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty icon={FileText}>{say('還沒有證件或文件', 'No documents yet')}</Empty>}
      <ul className={css.lines}>
        {data?.data.map((document) => (
          <Row key={document.id} document={document} open={() => setOpen(document)} />
        ))}
      </ul>
      <Suspense>
        {open === 'upload' && <UploadSheet traveler={id} close={close} />}
        {open === 'wanted' && <WantedSheet traveler={id} close={close} />}
        {typeof open === 'object' && <DocumentSheet document={open} traveler={traveler} close={close} />}
      </Suspense>
    </Card>
  )
}

const Ways = ({ want, upload }: { want: () => void; upload: () => void }) => {
  const say = useSay()
  const me = useMe()
  if (!editsTravelers(me)) return null
  return (
    <>
      {editsBookings(me) && (
        <button type="button" className="button more" onClick={want}>
          {say('請旅客補件…', 'Request documents…')}
        </button>
      )}
      <button type="button" className="button more" onClick={upload}>
        {say('上傳…', 'Upload…')}
      </button>
    </>
  )
}

const Row = ({ document, open }: { document: Document; open: () => void }) => {
  const say = useSay()
  const mayCheck = document.status === 'received' && document.possible.includes('verify')
  return (
    <li>
      <DocumentBadge document={document} />
      <span className={`${css.grow} small soft`}>
        {document.expires_on &&
          say(`效期至 ${dayWithYear(document.expires_on)}`, `until ${dayWithYear(document.expires_on)}`)}
        {document.reject_reason && <span className="late"> {document.reject_reason}</span>}
      </span>
      <button type="button" className={mayCheck ? 'button main' : 'button'} onClick={open}>
        {mayCheck ? say('審核…', 'Review…') : say('打開…', 'Open…')}
        <span className="unseen"> {say(...documentKindWords[document.kind])}</span>
      </button>
    </li>
  )
}
