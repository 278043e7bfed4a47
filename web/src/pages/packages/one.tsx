import './page.css'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { PackageTab } from '../../filters.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, useSay, type Words } from '../../kit/words.ts'
import { Loading } from '../../parts/empty.tsx'
import { ArrowLeft } from '../../parts/icons.tsx'
import { Itinerary } from './itinerary.tsx'
import { Overview } from './overview.tsx'
import { Prices } from './prices.tsx'
import { mayEdit, type OnePackage, usePackage } from './queries.ts'
import { Steps } from './steps.tsx'
import { kindWords, lengthOf, statusHues, statusWords } from './words.ts'

/** One package: what it promises, its days, and what it costs when. */
export default function PackagePage() {
  const id = Number(useParams({ from: '/signed-in/packages/$id' }).id)
  const { tab } = useSearch({ from: '/signed-in/packages/$id' })
  const { data: one, error } = usePackage(id)
  if (error) throw error
  if (!one) return <Loading />
  return (
    <div className="page package">
      <Heading one={one} />
      <Tabs id={id} />
      {!tab && <Overview one={one} />}
      {tab === 'itinerary' && <Itinerary one={one} />}
      {tab === 'prices' && <Prices one={one} />}
    </div>
  )
}

const Heading = ({ one }: { one: OnePackage }) => {
  const say = useSay()
  const isEditor = mayEdit(useMe())
  return (
    <header className="heading">
      <Link className="back" to="/packages">
        <ArrowLeft size={15} />
        {say('所有行程', 'All packages')}
      </Link>
      <div className="line">
        <h1>{nameOf(say, one)}</h1>
        <span className={`badge ${statusHues[one.status]}`}>{say(...statusWords[one.status])}</span>
      </div>
      <p className="soft">
        {one.package_code}・{say(...kindWords[one.kind])}・{lengthOf(say, one)}
      </p>
      {isEditor && <Steps one={one} />}
    </header>
  )
}

const tabs: { tab?: PackageTab; words: Words }[] = [
  { words: ['總覽', 'Overview'] },
  { tab: 'itinerary', words: ['每日行程', 'Itinerary'] },
  { tab: 'prices', words: ['價格', 'Prices'] },
]

const Tabs = ({ id }: { id: number }) => {
  const say = useSay()
  return (
    <nav className="tabs" aria-label={say('這個行程的頁面', 'Pages of this package')}>
      {tabs.map(({ tab, words }) => (
        <Link
          key={words[1]}
          to="/packages/$id"
          params={{ id: String(id) }}
          search={{ tab }}
          activeOptions={{ explicitUndefined: true }}
        >
          {say(...words)}
        </Link>
      ))}
    </nav>
  )
}
