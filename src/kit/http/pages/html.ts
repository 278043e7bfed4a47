export type Markup = { readonly markup: string }
type Piece = string | number | Markup | readonly Markup[] | false | null | undefined

/** A template for markup. Inserted values are escaped unless they are markup themselves; missing values write nothing. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return { markup: pieces.reduce<string>((begun, piece, i) => begun + written(piece) + texts[i + 1], texts[0] ?? '') }
}

const written = (piece: Piece): string => {
  if (typeof piece === 'string') return escaped(piece)
  if (typeof piece === 'number') return String(piece)
  if (!piece) return ''
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('')
}

// Most texts have none of these signs, and finding none is quicker than replacing them.
const escaped = (text: string) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text
