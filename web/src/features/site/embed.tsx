import type { Site } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import css from './page.module.css'

const languages = [
  { name: '中文', path: '/embed/departures', title: '開放報名的行程' },
  { name: 'English', path: '/en/embed/departures', title: 'Trips open for registration' },
] as const

/** The cards of the open departures for a page of another site: what is pasted there. */
export const Embed = ({ site }: { site: Site }) => {
  const say = useSay()
  return (
    <Card title={say('嵌入自己的網站', 'On your own site')} className={css.settings}>
      <div className="within">
        <p>
          {say(
            '把這段貼到您網站的頁面，就會顯示開放報名的行程；點選後回到這裡報名。',
            'Paste this into a page of your own site. It shows the trips that are open; a click leads here.',
          )}
        </p>
        {site.hosts.length === 0 && (
          <p className="soft" role="status">
            {say(
              '還沒有列出網站，瀏覽器不會顯示：請先在上方「可嵌入的網站」填寫並儲存。',
              'No site is listed yet, so browsers will not show it: fill in “Sites that may embed” above and save.',
            )}
          </p>
        )}
        {languages.map(({ name, path, title }) => (
          <section key={path} className={css.snippet} aria-label={name}>
            <code>{frameOf(path, title)}</code>
            <CopyButton text={frameOf(path, title)} />
          </section>
        ))}
        <p className="soft small">
          {say(
            '只要部分行程：在公開網站選好條件，把網址中 ? 之後的部分接到 departures 後面。',
            'For some of the trips: choose on the public site, and put what follows the ? of its address behind “departures”.',
          )}
        </p>
      </div>
    </Card>
  )
}

const frameOf = (path: string, title: string) =>
  `<iframe src="${location.origin}${path}" title="${title}" loading="lazy" style="width:100%;height:720px;border:0"></iframe>`
