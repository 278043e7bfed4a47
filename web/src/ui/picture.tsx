import { useSay } from '../kit/words.ts'
import css from './picture.module.css'

type Kept = { url: string; name: string; media_type: string }

/** A document in the width of its sheet; a PDF opens in a new tab. */
export const Picture = ({ file: { url, name, media_type }, label }: { file: Kept; label: string }) => {
  const say = useSay()
  const words = say('在新分頁開啟', 'Open in a new tab')
  return (
    <figure className={css.picture}>
      {media_type.startsWith('image/') ? <img src={url} alt={label} /> : <span className={css.kind}>PDF</span>}
      <figcaption className="small">
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {words}
        </a>
        <span className="soft">{name}</span>
      </figcaption>
    </figure>
  )
}

/** A small picture of a document, for lists. */
export const Thumbnail = ({ file: { url, media_type } }: { file: Kept }) => (
  <span className={css.thumbnail}>
    {media_type.startsWith('image/') ? <img src={`${url}?size=thumb`} alt="" loading="lazy" /> : <span>PDF</span>}
  </span>
)
