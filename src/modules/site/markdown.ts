import MarkdownIt from 'markdown-it'
import type { Markup } from '../../kit/http/pages/html.ts'

// The plain rules and tables, and no HTML. Lists may be twenty deep; what is deeper is left out.
const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, breaks: true, maxNesting: 40 })
markdown.enable('table')

const isOfSite = (address: string) => /^\/(?![/\\])/.test(address)
markdown.validateLink = (address) => isOfSite(address) || /^(https?:\/\/|mailto:|tel:)/i.test(address)

// A picture from elsewhere would tell another house who reads the page, so only its text is shown.
const picture = markdown.renderer.rules.image
markdown.renderer.rules.image = (tokens, at, options, env, renderer) => {
  const token = tokens[at]
  if (!token || !picture) return ''
  if (isOfSite(String(token.attrGet('src')))) return picture(tokens, at, options, env, renderer)
  return markdown.utils.escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, env))
}

// The page has the one h1, so the highest headings of a text are h2. No level is left out.
markdown.core.ruler.push('headings', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const highest = Math.min(...headings.map(levelOf))
  let last = 1
  for (const heading of headings) {
    if (heading.type === 'heading_open') last = Math.min(levelOf(heading) - highest + 2, last + 1, 6)
    heading.tag = `h${last}`
  }
})
const levelOf = ({ tag }: { tag: string }) => Number(tag.slice(1))

// A wide table scrolls within itself, also by the arrow keys, and the page does not.
markdown.renderer.rules.table_open = () => '<div class="sideways" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

// How a column is aligned is a class, because the policy of the pages forbids inline styles.
markdown.core.ruler.push('columns', ({ tokens }) => {
  for (const token of tokens) {
    const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style'))) ?? []
    if (side) token.attrs = [['class', `to-${side}`]]
  }
})

/** A text of the agency as markup: no HTML of its own, links to the web, mail, telephones and this site, pictures of this site. */
export function markupOf(text: string): Markup {
  return { markup: markdown.render(text) }
}

const DESCRIBED = 160

/** The beginning of a text without its marks, for search engines. */
export function beginningOf(text: string) {
  const words = markdown
    .parse(text, {})
    .flatMap(({ type, children }) =>
      type === 'inline' ? [markdown.renderer.renderInlineAsText(children ?? [], markdown.options, {})] : [],
    )
  return words.join(' ').replace(/\s+/g, ' ').slice(0, DESCRIBED)
}
