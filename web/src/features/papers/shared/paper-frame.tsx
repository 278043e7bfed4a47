/** A paper within a page, as the browser shows PDFs. */
export const PaperFrame = ({ href, title }: { href: string; title: string }) => (
  <iframe className="paper-frame" src={href} title={title} />
)
