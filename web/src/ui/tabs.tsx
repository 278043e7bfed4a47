import { Link } from '@tanstack/react-router'
import { type Me, useMe } from '../kit/me.ts'
import { useSay, type Words } from '../kit/words.ts'

/** A tab of a page with its own address; without `tab` it is the default tab. */
export type Tab<Name extends string> = { tab?: Name; words: Words; isFor?: (me: Me) => boolean }

type Props<Name extends string> = { label: string; tabs: readonly Tab<Name>[] }

export const Tabs = <Name extends string>({ label, tabs }: Props<Name>) => {
  const say = useSay()
  const me = useMe()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs
        .filter(({ isFor }) => !isFor || isFor(me))
        .map(({ tab, words }) => (
          <Link key={words[1]} to="." search={() => ({ tab })} activeOptions={{ explicitUndefined: true }}>
            {say(...words)}
          </Link>
        ))}
    </nav>
  )
}
