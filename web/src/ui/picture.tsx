import { useLayoutEffect, useRef, useState } from 'react'
import RotateCw from '~icons/lucide/rotate-cw'
import ZoomIn from '~icons/lucide/zoom-in'
import ZoomOut from '~icons/lucide/zoom-out'
import { useSay } from '../kit/words.ts'
import { iconName } from './icon-name.ts'
import css from './picture.module.css'

type Kept = { url: string; name: string; media_type: string }

/** A document beside what is read from it. A picture can be enlarged and turned; a PDF opens in a new tab. */
export const Picture = ({ file: { url, name, media_type }, label }: { file: Kept; label: string }) => {
  const say = useSay()
  const words = say('在新分頁開啟', 'Open in a new tab')
  return (
    <figure className={css.picture}>
      {media_type.startsWith('image/') ? <Image url={url} label={label} /> : <span className={css.kind}>PDF</span>}
      <figcaption className="small">
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {words}
        </a>
        <span className="soft">{name}</span>
      </figcaption>
    </figure>
  )
}

const Image = ({ url, label }: { url: string; label: string }) => {
  const say = useSay()
  const [isLarge, setLarge] = useState(false)
  const [turns, setTurns] = useState(0)
  const part = useRef<HTMLDivElement>(null)
  // Enlarged, it is seen in its middle first.
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = part.current ?? {}
    if (isLarge) part.current?.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2)
  }, [isLarge])
  const Zoom = isLarge ? ZoomOut : ZoomIn
  return (
    <div className={css.view}>
      <div ref={part} className={css.window} tabIndex={isLarge ? 0 : undefined}>
        <div className={isLarge ? css.large : css.whole}>
          <img
            src={url}
            alt={label}
            className={turns % 2 ? css.lying : undefined}
            style={{ rotate: `${turns * 90}deg` }}
          />
        </div>
      </div>
      <div className={css.tools}>
        <button
          type="button"
          className="button square"
          {...iconName(isLarge ? say('縮小', 'Show it whole') : say('放大', 'Enlarge'))}
          onClick={() => setLarge(!isLarge)}
        >
          <Zoom width={16} height={16} />
        </button>
        <button
          type="button"
          className="button square"
          {...iconName(say('旋轉', 'Turn'))}
          onClick={() => setTurns(turns + 1)}
        >
          <RotateCw width={16} height={16} />
        </button>
      </div>
    </div>
  )
}

/** A small picture of a document, for lists. */
export const Thumbnail = ({ file: { url, media_type } }: { file: Kept }) => (
  <span className={css.thumbnail}>
    {media_type.startsWith('image/') ? <img src={`${url}?size=thumb`} alt="" loading="lazy" /> : <span>PDF</span>}
  </span>
)
