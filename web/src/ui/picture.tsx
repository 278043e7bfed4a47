import './picture.css'
import { useSay } from '../kit/words.ts'

type Kept = { url: string; name: string; media_type: string }

/** A paper as large as its sheet; a PDF opens in a tab of its own. */
export const Picture = ({ file: { url, name, media_type }, label }: { file: Kept; label: string }) => {
  const say = useSay()
  const words = say('在新分頁開啟', 'Open in a new tab')
  return (
    <figure className="picture">
      {media_type.startsWith('image/') ? <img src={url} alt={label} /> : <span className="kind">PDF</span>}
      <figcaption className="small">
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {words}
        </a>
        <span className="soft">{name}</span>
      </figcaption>
    </figure>
  )
}

/** A paper, small, in a list of them. */
export const Thumbnail = ({ file: { url, media_type } }: { file: Kept }) => (
  <span className="thumbnail">
    {media_type.startsWith('image/') ? <img src={`${url}?size=thumb`} alt="" loading="lazy" /> : <span>PDF</span>}
  </span>
)
