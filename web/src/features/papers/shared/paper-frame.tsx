import css from './papers.module.css'
/** A paper within a page, in the browser's PDF viewer. */
export const PaperFrame = ({ href, title }: { href: string; title: string }) => (
  <iframe className={css.paperFrame} src={href} title={title} />
)
