import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { Acts, ButtonsAndChips, Fields } from './controls.tsx'
import { Filters } from './filters.tsx'
import css from './page.module.css'
import { Cards, Facts, States, Talk } from './texts.tsx'

/** Every part of console and public pages in its states, in both densities. Who adds a part adds it here. */
export default function Gallery() {
  const say = useSay()
  if (!isAdmin(useMe())) return <NotFound />
  const densities = [
    { id: 'desk', title: say('主控台', 'Console') },
    { id: 'page', title: say('公開頁面', 'Public pages') },
  ]
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('元件', 'Parts')}</h1>
          <p className="soft small">
            {say(
              '畫面用的每一種元件：空白、很長、填錯與等待中的樣子。',
              'Each part that pages are made of: empty, long, wrong and waiting.',
            )}
          </p>
        </div>
      </header>
      <div className={css.densities}>
        {densities.map(({ id, title }) => (
          <section key={id} className={css.density} data-density={id} aria-labelledby={`parts-${id}`}>
            <h2 id={`parts-${id}`}>{title}</h2>
            {id === 'desk' && <Filters />}
            <ButtonsAndChips />
            <Acts />
            <Fields density={id} />
            <States />
            <Facts />
            <Talk />
            <Cards />
          </section>
        ))}
      </div>
    </div>
  )
}
