import { useParams, useSearch } from '@tanstack/react-router'
import * as label from 'guidon-sdk/labels'
import { packageKindWords, packageStatusWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { usePackageActs } from './acts.tsx'
import { Itinerary } from './itinerary.tsx'
import { lengthOf } from './length.ts'
import { Overview } from './overview.tsx'
import css from './packages.module.css'
import { Prices } from './prices.tsx'
import { mayEdit, type OnePackage, usePackage } from './queries.ts'
import type { PackageTab } from './search.ts'
import { statusHues } from './status.ts'
import { Steps } from './steps.tsx'

const PackageSheet = lazy(() => import('./package-sheet.tsx'))
const Pictures = lazy(() => import('./pictures.tsx'))

/** One package: its description, its days, its prices by season, and its pictures. */
export default function PackagePage() {
  const say = useSay()
  const id = Number(useParams({ from: '/signed-in/packages/$id' }).id)
  const { tab } = useSearch({ from: '/signed-in/packages/$id' })
  const { data: one } = usePackage(id)
  if (!one) return <Loading />
  return (
    <div className={`page ${css.package}`}>
      <PackageHeading one={one} />
      <Steps one={one} />
      <Tabs label={say('這個行程的頁面', 'Pages of this package')} tabs={tabs} />
      {!tab && <Overview one={one} />}
      {tab === 'itinerary' && <Itinerary one={one} />}
      {tab === 'prices' && <Prices one={one} />}
      <Suspense fallback={<Loading />}>{tab === 'pictures' && <Pictures one={one} />}</Suspense>
    </div>
  )
}

const PackageHeading = ({ one }: { one: OnePackage }) => {
  const say = useSay()
  const isEditor = mayEdit(useMe())
  return (
    <Heading
      back={<BackLink to="/packages">{say('所有行程', 'All packages')}</BackLink>}
      title={nameOf(say, one)}
      badge={<span className={`badge ${statusHues[one.status]}`}>{say(...packageStatusWords[one.status])}</span>}
      facts={`${one.package_code}・${say(...packageKindWords[one.kind])}・${lengthOf(say, one)}`}
      main={isEditor && <Edit>{(close) => <PackageSheet one={one} close={close} />}</Edit>}
      more={usePackageActs(one)}
    />
  )
}

const tabs: Tab<PackageTab>[] = [
  { words: ['總覽', 'Overview'] },
  { tab: 'itinerary', words: label.segments },
  { tab: 'prices', words: ['價格', 'Prices'] },
  { tab: 'pictures', words: ['照片', 'Pictures'] },
]
